import type { Camera, Passing } from './camera.ts';
import type { ReplayClock } from './clock.ts';
import type { Acknowledgement } from './delivery.ts';
import { payAsDriver, paymentLink } from './driver.ts';
import type { Poster } from './post.ts';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';
import type { CarEvent } from './traffic.ts';
import type { CameraCommand, Reading } from './vzenith.ts';

/** How drivers behave in front of a barrier. */
export type DriverHabits = {
  /** Chance that a driver pays at once when asked. */
  pays: number;
  /** Chance that the first payment fails (no cover). */
  paymentFails: number;
  /** How long a car waits for staff before it turns back, replay time. */
  patienceMs: number;
  /** Least wall time a paid car waits for the barrier before it rolls forward and is read again. */
  openWaitMs: number;
};

/** What drivers do unless told otherwise. */
export const usualHabits: DriverHabits = { pays: 0.93, paymentFails: 0.03, patienceMs: 240_000, openWaitMs: 3000 };

/** Staff that is given time to deal with a few cars at exits at once; the others wait as their drivers' habits say. */
export type Staff = {
  /** Number of further cars that may wait. */
  free: number;
  /** How long such a car waits, wall time. */
  waitMs: number;
};

/** A barrier with its camera, and what a car in front of it needs. */
export type PassageParts = {
  url: string;
  camera: Camera;
  clock: ReplayClock;
  /** Wall time of a span of replay time. */
  wallMs: (spanMs: number) => number;
  random: Random;
  tally: Tally;
  payer: Poster;
  signal: AbortSignal;
  habits: DriverHabits;
  /** Shared by all lanes. */
  staff: Staff;
  /** Whether barrier and loop report. */
  hasInputs: boolean;
  /** When the last car drove over the loop behind the barrier, replay time; cars of one lane share it. */
  last: { passedAtMs: number };
  /** Makes what the camera reads of the car, `extraMs` after its event. */
  readingOf: (event: CarEvent, extraMs: number) => Reading;
};

/** `passed`: the car is on the other side; `away`: it turned back. */
export type PassageResult = { end: 'passed' | 'away'; acknowledged: Promise<Acknowledgement | undefined>[] };

/** Drives one car up to the barrier and through it or away again; the lane is its own until this settles. */
export async function drivePassage(parts: PassageParts, event: CarEvent): Promise<PassageResult> {
  const { camera, tally } = parts;
  const result: PassageResult = { end: 'away', acknowledged: [] };
  let extraMs = 0;
  const read = async (seen: CarEvent): Promise<Passing> => {
    const passing = await camera.pass(parts.readingOf(seen, extraMs));
    result.acknowledged.push(passing.acknowledged);
    return passing;
  };
  const seenOpenCount = camera.openCount();
  const first = await read(event);
  let end: 'open' | 'shut' | 'followed' = 'shut';
  if (first.course === 'by-hand') {
    // No answer reaches the lane: the attendant opens and neither barrier nor loop can report.
    result.end = event.quirk === 'never-passes' ? 'away' : 'passed';
    return result;
  }
  if (first.command && !first.command.opens && (await slipsThrough())) end = 'followed';
  else if (first.command && (await untilOpen(first.command))) end = 'open';
  if (end === 'shut') {
    if (event.direction === 'entry') tally.counts.refused += 1;
    else tally.counts.gaveUp += 1;
    return result;
  }
  if (end === 'followed') {
    result.end = 'passed';
    return result;
  }
  tally.counts.opened += 1;
  result.end = await goThrough(parts, event);
  return result;

  /** Right behind another car it passes under the same barrier, and only the loop reports it. */
  async function slipsThrough(): Promise<boolean> {
    const { clock, random, last } = parts;
    const isClose = parts.hasInputs && clock.nowMs() - last.passedAtMs < FOLLOWS_WITHIN_MS;
    if (event.quirk !== 'follows' || !isClose) return false;
    await clock.pause(random.between(1000, 3000));
    await camera.pushInput(1, 1);
    return true;
  }

  async function untilOpen(answer: CameraCommand): Promise<boolean> {
    if (answer.opens) return true;
    if (event.direction === 'entry')
      return camera.waitForOpen(seenOpenCount, parts.wallMs(parts.habits.patienceMs / 4));
    tally.counts.held += 1;
    let command = answer;
    // A car that was not matched rolls back and forward, which often gives a better reading.
    if (!paymentLink(command.screenText) && event.quirk && event.plate) {
      if (await camera.waitForOpen(seenOpenCount, parts.wallMs(20_000))) return true;
      extraMs += 20_000;
      const second = await read({ ...event, seenPlate: event.plate, seenColor: event.color, confidence: 93 });
      if (!second.command || second.command.opens) return second.command?.opens ?? second.course === 'by-hand';
      command = second.command;
    }
    if (paymentLink(command.screenText)) return payAndWait(command);
    return waitForStaff(parts, seenOpenCount, parts.habits.patienceMs, KEPT_FOR_PAYERS);
  }

  async function payAndWait(asked: CameraCommand): Promise<boolean> {
    const { random, clock, habits } = parts;
    let command = asked;
    if (!random.chance(habits.pays)) {
      if (await waitForStaff(parts, seenOpenCount, habits.patienceMs)) return true;
      // Half of those who argued with the staff pay in the end.
      if (random.chance(0.5)) return false;
      extraMs += habits.patienceMs;
    }
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const thinkMs = random.between(5000, 40_000);
      await clock.pause(thinkMs);
      extraMs += thinkMs;
      const link = paymentLink(command.screenText);
      if (link) {
        const outcome = attempt === 0 && random.chance(habits.paymentFails) ? 'fail' : 'success';
        const payment = await payAsDriver(parts.url, link, { outcome, poster: parts.payer, signal: parts.signal });
        if (payment.paid) tally.counts.paid += 1;
        else if (outcome === 'success') tally.counts.errors += 1;
      }
      if (await camera.waitForOpen(seenOpenCount, Math.max(habits.openWaitMs, parts.wallMs(8000)))) return true;
      extraMs += 8000;
      const again = await read({ ...event, seenPlate: event.plate, seenColor: event.color, confidence: 95 });
      if (again.course === 'by-hand' || again.command?.opens) return true;
      if (!again.command) return false;
      command = again.command;
    }
    return false;
  }
}

/** Of the cars the staff is given time for, this many are cars that owe money. */
const KEPT_FOR_PAYERS = 1;

/** Waits at an exit for a person: as long as the driver's habits say, or longer where the staff is given time. */
async function waitForStaff({ camera, staff, wallMs }: PassageParts, seenOpenCount: number, habitMs: number, kept = 0) {
  if (staff.free <= kept) return camera.waitForOpen(seenOpenCount, wallMs(habitMs));
  staff.free -= 1;
  try {
    return await camera.waitForOpen(seenOpenCount, staff.waitMs);
  } finally {
    staff.free += 1;
  }
}

/** A barrier is not down again sooner than this behind a car, replay time. */
const FOLLOWS_WITHIN_MS = 25_000;

/** The barrier rises, the car drives over the loop behind it, or backs out. */
async function goThrough(parts: PassageParts, event: CarEvent): Promise<'passed' | 'away'> {
  const { clock, random, camera } = parts;
  await clock.pause(random.between(300, 900));
  if (parts.hasInputs) await camera.pushInput(0, 1);
  await clock.pause(random.between(2000, 6000));
  if (event.quirk === 'never-passes') return 'away';
  if (parts.hasInputs) await camera.pushInput(1, 1);
  parts.last.passedAtMs = clock.nowMs();
  return 'passed';
}
