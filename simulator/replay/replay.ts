import { setTimeout as sleep } from 'node:timers/promises';
import { type Camera, createCamera } from './camera.ts';
import { keepHeartbeat, keepLongPoll } from './camera-link.ts';
import { createLeapingClock, createPacedClock, type ReplayClock } from './clock.ts';
import { type Acknowledgement, type Misbehaviour, usualMisbehaviour } from './delivery.ts';
import type { Fleet } from './fleet.ts';
import { type DriverHabits, drivePassage, type PassageParts, usualHabits } from './passage.ts';
import { renderPassingWithPlate } from './picture.ts';
import { renderPlateCrop } from './plate-drawing.ts';
import { createPoster, type Poster } from './post.ts';
import { createRandom, hashText } from './random.ts';
import { createTally, type ReplayStats } from './tally.ts';
import { type CarEvent, type InsideCar, type QuirkChances, traffic } from './traffic.ts';
import { createTurns } from './turn.ts';

/** What to replay and how. */
export type ReplayOptions = {
  /** Address of the server, such as http://127.0.0.1:8080. */
  url: string;
  fleet: Fleet;
  /** How many times as fast as the wall clock, or `max`: as fast as the server takes it. */
  speed: number | 'max';
  /** The first instant of traffic; by default now, at `max` early enough that traffic ends now. */
  fromMs?: number;
  /** How much traffic, in replay time; endless by default, a day at `max`. */
  spanMs?: number;
  seed?: number | string;
  volume?: number;
  inside?: readonly InsideCar[];
  quirks?: Partial<QuirkChances>;
  misbehaviour?: Partial<Misbehaviour>;
  habits?: Partial<DriverHabits>;
  /**
   * `simulated` stamps messages with the replay's time, `wall` with the real one. At `max` the former is the default;
   * with the latter barriers answer as they do live, to stays of seconds.
   */
  stamp?: 'simulated' | 'wall';
  /** Share of passings (0 to 1) that carry pictures; 1 by default, 0 at `max`. */
  pictureShare?: number;
  hasInputs?: boolean;
  hasLongPoll?: boolean;
  heartbeatMs?: number;
  /** Most cars on the way at once at `max`, 64 by default. */
  concurrency?: number;
  signal?: AbortSignal;
  /** Once aborted no further car comes; those on the way drive on, and everything kept is delivered. */
  enough?: AbortSignal;
  onAcknowledged?: (acknowledgement: Acknowledgement) => void;
  /** Called every `statsMs` (5 s by default) and once at the end. */
  onStats?: (stats: ReplayStats) => void;
  statsMs?: number;
};

type Visit = { end: Promise<'passed' | 'away'> };
type Trail = { driven: Promise<unknown>; done: Promise<unknown>; camera: Camera };
const ENDLESS_MS = 3650 * 86_400_000;

/**
 * Plays traffic against a server through the cameras' protocol and returns the counts. When the traffic is over, what
 * cameras kept is sent until the server took all of it. Aborting stops at once and returns the counts so far.
 */
export async function runReplay(options: ReplayOptions): Promise<ReplayStats> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const isMax = options.speed === 'max';
  const spanMs = options.spanMs ?? (isMax ? 86_400_000 : ENDLESS_MS);
  const fromMs = options.fromMs ?? (isMax ? Date.now() - spanMs : Date.now());
  const clock = isMax ? createLeapingClock(fromMs, signal) : createPacedClock(fromMs, Number(options.speed), signal);
  const tally = createTally();
  const posters = [createPoster(options.url, 128), createPoster(options.url, 1024)] as const;
  const lanes = openLanes(options, { clock, tally, signal, posters });
  const reporting = options.onStats ? reportStats(options.onStats, options.statsMs ?? 5000) : Promise.resolve();
  const visits = new Map<string, Visit>();
  const trails = new Map<string, Trail>();
  const running = new Set<Promise<void>>();
  try {
    const { inside, volume, quirks, fleet } = options;
    const { lots, blackPlates, whitePlates } = fleet;
    const seed = options.seed ?? 1;
    const toMs = fromMs + spanMs;
    for (const event of traffic({ lots, fromMs, toMs, seed, volume, inside, quirks, blackPlates, whitePlates })) {
      await clock.until(event.atMs);
      clock.reach(event.atMs);
      signal.throwIfAborted();
      if (options.enough?.aborted) break;
      const task = play(event).catch(stopOnFailure);
      const entry = task.finally(() => running.delete(entry));
      running.add(entry);
      if (isMax && running.size >= (options.concurrency ?? 64)) await Promise.race(running);
    }
    while (running.size > 0) await Promise.all(running);
    await Promise.all([...lanes.values()].map((lane) => lane.camera.flush()));
    await Promise.all([...trails.values()].map((trail) => trail.done));
    signal.throwIfAborted();
  } catch (error) {
    if (!options.signal?.aborted) throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    stop.abort();
    await Promise.allSettled([...running, reporting, ...[...lanes.values()].map((lane) => lane.links)]);
    for (const poster of posters) poster.close();
  }
  const stats = tally.read();
  options.onStats?.(stats);
  return stats;

  /** One car at one barrier, after everything it did before. */
  async function play(event: CarEvent): Promise<void> {
    const lane = lanes.get(`${event.lotCode}/${event.laneCode}`)!;
    const visit = visits.get(event.visitId);
    const before = event.plate ? trails.get(event.plate) : undefined;
    // What follows runs in the order of the stream up to the first await, so trails are laid in that order.
    const run = (async () => {
      if (event.direction === 'exit') {
        visits.delete(event.visitId);
        if (visit && (await visit.end) === 'away') return { end: 'away' as const, acknowledged: [] };
      }
      if (isMax && before) {
        // At full speed a car's message waits until the server took the one before, even if that camera is offline. What
        // was not read yet cannot be sent, and the clock may stand still until then.
        await before.driven;
        await Promise.race([before.done, sleep(50, undefined, { signal, ref: false })]);
        await before.camera.flush();
        await before.done;
      }
      const first = await lane.turns.take(() => drivePassage(lane.passage, event));
      if (first.end === 'passed' || event.direction === 'entry') return first;
      // Who turned back at the exit comes again with the money, or the lots would fill with cars that left long ago.
      const restMs = lane.passage.random.between(600_000, 1_200_000);
      await clock.pause(restMs);
      const again = { ...event, atMs: event.atMs + restMs };
      const passage = { ...lane.passage, habits: { ...lane.passage.habits, pays: 1 } };
      const second = await lane.turns.take(() => drivePassage(passage, again));
      return { end: second.end, acknowledged: [...first.acknowledged, ...second.acknowledged] };
    })();
    const done = run.then((result) => Promise.all(result.acknowledged));
    done.catch(() => undefined);
    if (event.direction === 'entry') visits.set(event.visitId, { end: run.then((result) => result.end) });
    visits.get(event.visitId)?.end.catch(() => undefined);
    if (event.plate) {
      const trail = { driven: run, done, camera: lane.camera };
      trails.set(event.plate, trail);
      const forget = (): void => {
        if (trails.get(event.plate) === trail) trails.delete(event.plate);
      };
      done.then(forget, forget);
    }
    const result = await run;
    if (event.direction === 'entry' && result.end === 'away' && event.quirk === 'never-passes') {
      visits.delete(event.visitId);
    }
  }

  function stopOnFailure(error: unknown): void {
    if (!signal.aborted) stop.abort(error);
  }

  async function reportStats(onStats: (stats: ReplayStats) => void, statsMs: number): Promise<void> {
    while (!signal.aborted) {
      await sleep(statsMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) onStats(tally.read());
    }
  }
}

type Surroundings = {
  clock: ReplayClock;
  tally: ReturnType<typeof createTally>;
  signal: AbortSignal;
  posters: readonly [Poster, Poster];
};
type Lane = { camera: Camera; passage: PassageParts; turns: ReturnType<typeof createTurns>; links: Promise<unknown> };

/** Sets a camera at every lane, by lot and lane code. */
function openLanes(options: ReplayOptions, around: Surroundings): Map<string, Lane> {
  const { clock, tally, signal, posters } = around;
  const misbehaviour = { ...usualMisbehaviour, ...options.misbehaviour };
  const isMax = options.speed === 'max';
  const wallMs = (spanMs: number): number => (isMax ? 0 : spanMs / Number(options.speed));
  const pictureShare = options.pictureShare ?? (isMax ? 0 : 1);
  const stampOf = stampFor(options, clock);
  const lanes = new Map<string, Lane>();
  for (const lot of options.fleet.lots) {
    const zone = lot.zone ?? 'Asia/Shanghai';
    for (const lane of lot.lanes) {
      const random = createRandom(`${options.seed ?? 1}/camera/${lane.serial}`);
      const address = hashText(lane.serial);
      const camera = createCamera({
        identity: {
          serial: lane.serial,
          deviceName: 'IVS',
          ipAddress: `192.168.${(address >>> 8) % 250}.${(address % 250) + 2}`,
          password: 'admin',
          zone,
        },
        token: lane.token,
        poster: posters[0],
        random,
        tally,
        signal,
        nowMs: clock.nowMs,
        misbehaviour,
        firstPlateid: firstPlateid(Date.now()),
        lateMs: isMax ? 300 : Math.max(300, wallMs(60_000)),
        onAcknowledged: (acknowledgement) => options.onAcknowledged?.(acknowledgement),
      });
      const passage: PassageParts = {
        url: options.url,
        camera,
        clock,
        wallMs,
        random,
        tally,
        payer: posters[0],
        signal,
        habits: { ...usualHabits, ...options.habits },
        hasInputs: options.hasInputs ?? true,
        last: { passedAtMs: Number.NEGATIVE_INFINITY },
        readingOf(event, extraMs) {
          const { seenPlate: plate, seenColor: color, confidence, vehicleKind } = event;
          const atMs = stampOf(event, extraMs);
          const reading = { plate, color, confidence, vehicleKind, atMs };
          if (!random.chance(pictureShare)) return reading;
          const overlay = { label: `${lot.name} ${lane.name ?? lane.code}`, atMs, zone };
          const { jpeg, plateRect } = renderPassingWithPlate(event.plate, event.color, overlay);
          return { ...reading, picture: { jpeg, plateRect, crop: renderPlateCrop(event.plate, event.color) } };
        },
      };
      const link = {
        camera,
        token: lane.token,
        poster: posters[1],
        random: createRandom(`${options.seed ?? 1}/link/${lane.serial}`),
        tally,
        signal,
        nowMs: clock.nowMs,
        heartbeatMs: options.heartbeatMs ?? 5000,
        lostHeartbeat: misbehaviour.lostHeartbeat,
      };
      const links = [keepHeartbeat(link), ...(options.hasLongPoll === false ? [] : [keepLongPoll(link)])];
      lanes.set(`${lot.code}/${lane.code}`, { camera, passage, turns: createTurns(), links: Promise.all(links) });
    }
  }
  return lanes;
}

/** The device time of a passing: cars of a sped-up replay that starts now would otherwise come from the future. */
function stampFor(options: ReplayOptions, clock: ReplayClock): (event: CarEvent, extraMs: number) => number {
  if (options.speed === 'max' && options.stamp !== 'wall') return (event, extraMs) => Math.round(event.atMs + extraMs);
  const isWall = options.stamp === 'wall' || (!options.stamp && options.speed !== 1 && options.fromMs === undefined);
  return isWall ? () => Date.now() : () => clock.nowMs();
}

/** A start for plateids above those of every earlier run: fifty a second since 2024, below 2^31. */
export function firstPlateid(wallMs: number): number {
  return Math.floor((wallMs - Date.UTC(2024, 0, 1)) / 20) % 0x7fffffff;
}
