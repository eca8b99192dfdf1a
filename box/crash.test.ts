import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type EdgeRow, edgePush, edgeRows, type HandedOver } from '@boyun/test-server/edge-box';
import { endMachines, Machine, newFolder, START } from '@boyun/test-server/edge-machine';
import { endured } from '@boyun/test-server/endurance';
import { randomOf } from '@boyun/test-server/gate-day';
import { afterEach, expect, test } from 'vitest';

// The program is killed by going on with what its disk held at that moment: SQLite writes within one turn, so that this is what SIGKILL
// leaves. What it had begun gets no answer any more. A real process takes seconds to start, and a test needs dozens of deaths.

const LIVES = endured(4, 200);
const SEED = Number(process.env.SEED ?? 1);
const STEPS = 70;
/** How likely the program is killed when a call leaves, and when it is answered. */
const KILLED = 0.12;
/** How long the box waits for the cloud; slow answers come after that. */
const ASK_MS = 15;
/** How long ago a camera saw what it tells of; 0 is a car at the barrier. */
const LATE_MINUTES = [0, 0, 0, 1, 4, 12, 45];

afterEach(endMachines);

/** A car as its camera saw it, and whether it was answered. */
interface Seen {
  readonly lane: 'E1' | 'X1';
  readonly plate: string;
  readonly atMs: number;
  readonly isStored: boolean;
  readonly push: ReturnType<typeof edgePush>;
  answer: 'none' | 'open' | 'other';
}

const newLife = () => ({ isOver: false, ...Promise.withResolvers<void>() });

/** A box whose program is killed at random moments, at the end of a bad line. */
class MortalBox {
  readonly machine: Machine;
  readonly seen: Seen[] = [];
  isLineGood = true;
  kills = 0;
  readonly #random: () => number;
  #life = newLife();
  #minute = 0;

  constructor(random: () => number, rows: readonly EdgeRow[]) {
    this.#random = random;
    this.machine = new Machine(rows, { askMs: ASK_MS, send: (url, init) => this.#send(url, init) });
  }

  /** A call over the bad line; the program may be killed before it arrives, or before its answer does. */
  async #send(url: string, init: RequestInit): Promise<Response> {
    const life = this.#life;
    const never = new Promise<never>(() => undefined);
    if (life.isOver || this.#isKilled()) return never;
    const chance = this.isLineGood ? 1 : this.#random();
    this.machine.cloud.line = chance < 0.2 ? 'down' : chance < 0.35 ? 'lost' : 'up';
    const answer = await this.machine.cloud.send(url, init);
    if (chance < 0.5 && url.endsWith('/passing')) await new Promise((resolve) => setTimeout(resolve, 2 * ASK_MS));
    return life.isOver || this.#isKilled() ? never : answer;
  }

  #isKilled(): boolean {
    if (this.isLineGood || this.#random() > KILLED) return false;
    this.kill();
    return true;
  }

  /** Kills the program and starts it again after some minutes. */
  kill(): void {
    this.kills += 1;
    const before = this.machine.folder;
    const folder = newFolder();
    for (const name of ['box.sqlite', 'box.sqlite-wal']) cpSync(join(before, name), join(folder, name));
    this.#life.isOver = true;
    this.#life.resolve();
    this.#life = newLife();
    this.pass(this.#random() < 0.7 ? this.#random() : this.#random() * 30);
    this.machine.moveTo(folder);
  }

  /** Minutes pass. */
  pass(minutes: number): void {
    this.#minute += minutes;
    this.machine.at(this.#minute);
  }

  /** A camera sees a car now, or tells of one it has stored. */
  meet(lane: Seen['lane'], plate: string, minutesAgo: number): Seen {
    const atMs = Math.floor((START + (this.#minute - minutesAgo) * 60_000) / 1000) * 1000;
    const isStored = minutesAgo > 0;
    const push = edgePush(lane, plate, new Date(atMs), { isOffline: isStored });
    const seen: Seen = { lane, plate, atMs, isStored, push, answer: 'none' };
    this.seen.push(seen);
    return seen;
  }

  /** A camera sends what it saw, once. */
  async tell(seen: Seen): Promise<void> {
    const { promise: ended } = this.#life;
    const replied = this.machine.box.app.inject({ method: 'POST', ...seen.push });
    const reply = await Promise.race([replied, ended.then(() => null)]);
    if (reply?.statusCode === 200) seen.answer = reply.body.includes('"info":"ok"') ? 'open' : 'other';
  }

  /** What the loops of the box do in the background. */
  async sync(): Promise<void> {
    const { box } = this.machine;
    const { promise: ended } = this.#life;
    for (const step of [() => box.status(), () => box.sync.handOver(), () => box.sync.pull()])
      if ((await Promise.race([step().then(Boolean, () => false), ended.then(() => null)])) === null) return;
  }
}

const textOf = (lane: unknown, plate: unknown, atMs: number) => `${lane} ${plate} ${new Date(atMs).toISOString()}`;
const atOf = (item: HandedOver) => Date.parse(String(item.At)) + Number(item.OffsetMs);

/** Cars come and go, cameras repeat what got no answer, and now and then the box speaks with the cloud. */
async function live(mortal: MortalBox, random: () => number): Promise<void> {
  const inside: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    mortal.pass(random() * 0.3);
    const unanswered = mortal.seen.filter((one) => one.answer === 'none');
    const chance = random();
    if (chance < 0.25) await mortal.sync();
    else if (chance < 0.5 && unanswered.length > 0)
      await mortal.tell(unanswered[Math.floor(random() * unanswered.length)]!);
    else {
      const leaving = chance < 0.8 ? undefined : inside.shift();
      const plate = leaving ?? `粤B${20_000 + step}`;
      const minutesAgo = leaving ? 0 : LATE_MINUTES[Math.floor(random() * LATE_MINUTES.length)]!;
      const met = mortal.meet(leaving ? 'X1' : 'E1', plate, minutesAgo);
      // Cameras do not wait for one another, nor always for the answer to their own message before.
      const others = unanswered.filter(() => random() < 0.2);
      await Promise.all([met, ...others].map((one) => mortal.tell(one)));
      if (!leaving && met.answer !== 'none') inside.push(plate);
    }
  }
}

/** The answered cars that the cloud has not with their time, although they passed, or of which it has no word, although none waits. */
function lost({ machine, seen }: MortalBox): string[] {
  const { asked, taken } = machine.cloud;
  const passed = new Set([
    ...asked.map((one) => textOf(one.LaneCode, one.Plate, Date.parse(String(one.HappenedAt)))),
    ...taken.filter((one) => one.Decision === 'open').map((one) => textOf(one.LaneCode, one.Plate, atOf(one))),
  ]);
  const noted = new Set(taken.map((one) => `${one.LaneCode} ${one.Plate}`));
  const isHere = ({ lane, plate }: Seen) => machine.box.passings.waitingAt(lane)?.car.plate === plate;
  return seen
    .filter((one) => !passed.has(textOf(one.lane, one.plate, one.atMs)))
    .filter((one) => one.isStored || one.answer === 'open' || !(noted.has(`${one.lane} ${one.plate}`) || isHere(one)))
    .map((one) => textOf(one.lane, one.plate, one.atMs));
}

test.each(Array.from({ length: LIVES }, (_, index) => SEED + index))(
  'whatever was answered is in the cloud once with its time, wherever the program is killed (%i)',
  async (seed) => {
    const random = randomOf(seed);
    const mortal = new MortalBox(random, edgeRows());
    const { machine, seen } = mortal;
    await mortal.sync();
    mortal.isLineGood = false;
    await live(mortal, random);
    mortal.isLineGood = true;
    for (const one of seen) if (one.answer === 'none') await mortal.tell(one);
    for (const _ of [1, 2]) await mortal.sync();
    expect(seen.map((one) => one.answer)).not.toContain('none');
    expect(machine.box.queue.length).toBe(0);
    expect(lost(mortal)).toEqual([]);
    const { taken } = machine.cloud;
    const [events, places] = [taken.map((one) => one.EventId), taken.map((one) => one.Seq)];
    expect(new Set(events).size).toBe(events.length);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    // Enough happened to mean something.
    expect(mortal.kills).toBeGreaterThan(0);
    expect(taken.length).toBeGreaterThan(STEPS / 5);
  },
);
