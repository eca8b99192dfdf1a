import { setTimeout as sleep } from 'node:timers/promises';
import { type Camera, createCamera } from './camera.ts';
import { keepHeartbeat, keepLongPoll } from './camera-link.ts';
import { createLeapingClock, createPacedClock, type ReplayClock } from './clock.ts';
import { type Acknowledgement, type Misbehaviour, usualMisbehaviour } from './delivery.ts';
import { dialects } from './dialect.ts';
import type { Fleet } from './fleet.ts';
import { type DriverHabits, drivePassage, type PassageParts, type Staff, usualHabits } from './passage.ts';
import { createPoster, type Poster } from './post.ts';
import { createRandom, hashText } from './random.ts';
import { type LanePlace, readingsOf, zoneOf } from './reading.ts';
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
  /** How many cars at once wait how long (wall time) for a person; by default none waits longer than its driver's habits say. */
  staff?: Readonly<Staff>;
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
export function runReplay(options: ReplayOptions): Promise<ReplayStats> {
  return new Replay(options).run();
}

type Run = { end: 'passed' | 'away'; acknowledged: readonly Promise<unknown>[] };

class Replay {
  readonly #options: ReplayOptions;
  readonly #isMax: boolean;
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #clock: ReplayClock;
  readonly #tally = createTally();
  readonly #posters: readonly [Poster, Poster];
  readonly #lanes: ReadonlyMap<string, Lane>;
  /** The visits that have not ended, by their ids. */
  readonly #visits = new Map<string, Visit>();
  /** What a car did last, by its plate. */
  readonly #trails = new Map<string, Trail>();
  readonly #running = new Set<Promise<void>>();
  /** The spots that are free, by lot. */
  readonly #free = new Map<string, number>();

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#signal = options.signal ? AbortSignal.any([options.signal, this.#stop.signal]) : this.#stop.signal;
    this.#isMax = options.speed === 'max';
    const spanMs = options.spanMs ?? (this.#isMax ? 86_400_000 : ENDLESS_MS);
    this.#fromMs = options.fromMs ?? (this.#isMax ? Date.now() - spanMs : Date.now());
    this.#toMs = this.#fromMs + spanMs;
    this.#clock = this.#isMax
      ? createLeapingClock(this.#fromMs, this.#signal)
      : createPacedClock(this.#fromMs, Number(options.speed), this.#signal);
    for (const { code, capacity } of options.fleet.lots) this.#free.set(code, capacity);
    for (const { lotCode } of options.inside ?? []) this.#takeSpots(lotCode, 1);
    this.#posters = [createPoster(options.url, 128), createPoster(options.url, 1024)];
    this.#lanes = openLanes(options, {
      clock: this.#clock,
      tally: this.#tally,
      signal: this.#signal,
      posters: this.#posters,
    });
  }

  async run(): Promise<ReplayStats> {
    const { onStats, statsMs = 5000, signal } = this.#options;
    const reporting = onStats ? this.#reportStats(onStats, statsMs) : Promise.resolve();
    try {
      await this.#playTraffic();
      while (this.#running.size > 0) await Promise.all(this.#running);
      await Promise.all([...this.#lanes.values()].map((lane) => lane.camera.flush()));
      await Promise.all([...this.#trails.values()].map((trail) => trail.done));
      this.#signal.throwIfAborted();
    } catch (error) {
      if (!signal?.aborted) throw this.#stop.signal.aborted ? this.#stop.signal.reason : error;
    } finally {
      this.#stop.abort();
      const links = [...this.#lanes.values()].map((lane) => lane.links);
      await Promise.allSettled([...this.#running, reporting, ...links]);
      for (const poster of this.#posters) poster.close();
    }
    const stats = this.#tally.read();
    onStats?.(stats);
    return stats;
  }

  /** Starts every car of the traffic at its time. */
  async #playTraffic(): Promise<void> {
    const { inside, volume, quirks, fleet, seed = 1, concurrency = 64, enough } = this.#options;
    const { lots, blackPlates, whitePlates } = fleet;
    const span = { fromMs: this.#fromMs, toMs: this.#toMs };
    for (const event of traffic({ lots, ...span, seed, volume, inside, quirks, blackPlates, whitePlates })) {
      await this.#clock.until(event.atMs);
      this.#clock.reach(event.atMs);
      this.#signal.throwIfAborted();
      if (enough?.aborted) break;
      const task = this.#play(event).catch((error) => this.#stopOnFailure(error));
      const entry = task.finally(() => this.#running.delete(entry));
      this.#running.add(entry);
      if (this.#isMax && this.#running.size >= concurrency) await Promise.race(this.#running);
    }
  }

  /** One car at one barrier, after everything it did before. */
  async #play(event: CarEvent): Promise<void> {
    const lane = this.#lanes.get(`${event.lotCode}/${event.laneCode}`)!;
    const before = event.plate ? this.#trails.get(event.plate) : undefined;
    // Runs in the order of the stream up to the first await, so trails are laid in that order.
    const run = this.#drive(event, lane, before);
    const done = run.then((result) => Promise.all(result.acknowledged));
    done.catch(() => undefined);
    if (event.direction === 'entry') this.#visits.set(event.visitId, { end: run.then((result) => result.end) });
    this.#visits.get(event.visitId)?.end.catch(() => undefined);
    if (event.plate) this.#layTrail(event.plate, { driven: run, done, camera: lane.camera });
    const result = await run;
    if (event.direction === 'entry' && result.end === 'away' && event.quirk === 'never-passes') {
      this.#visits.delete(event.visitId);
    }
  }

  async #drive(event: CarEvent, lane: Lane, before: Trail | undefined): Promise<Run> {
    if (event.direction === 'exit') {
      const visit = this.#visits.get(event.visitId);
      this.#visits.delete(event.visitId);
      if (visit && (await visit.end) === 'away') return { end: 'away', acknowledged: [] };
    }
    if (this.#isMax && before) await this.#settle(before);
    return event.direction === 'entry' ? this.#driveIn(event, lane) : this.#driveOut(event, lane);
  }

  async #driveIn(event: CarEvent, lane: Lane): Promise<Run> {
    // Cars that wait at the exits take their spots for longer than planned. At full speed they overtake each other, so nobody can count.
    if (!this.#isMax && this.#free.get(event.lotCode)! <= 0) return { end: 'away', acknowledged: [] };
    this.#takeSpots(event.lotCode, 1);
    const run = await lane.turns.take(() => drivePassage(lane.passage, event));
    if (run.end === 'away') this.#takeSpots(event.lotCode, -1);
    return run;
  }

  async #driveOut(event: CarEvent, lane: Lane): Promise<Run> {
    const first = await lane.turns.take(() => drivePassage(lane.passage, event));
    if (first.end === 'passed') {
      this.#takeSpots(event.lotCode, -1);
      return first;
    }
    // Who turned back at the exit comes again with the money, or the lots would fill with cars that left long ago.
    const restMs = lane.passage.random.between(600_000, 1_200_000);
    await this.#clock.pause(restMs);
    const again = { ...event, atMs: event.atMs + restMs };
    const passage = { ...lane.passage, habits: { ...lane.passage.habits, pays: 1 } };
    const second = await lane.turns.take(() => drivePassage(passage, again));
    // Whoever the barrier keeps in even now is led out by hand.
    this.#takeSpots(event.lotCode, -1);
    return { end: second.end, acknowledged: [...first.acknowledged, ...second.acknowledged] };
  }

  #takeSpots(lotCode: string, count: number): void {
    this.#free.set(lotCode, this.#free.get(lotCode)! - count);
  }

  /**
   * Waits until the server took what a car did before, even if that camera is offline: at full speed its next message
   * comes at once. What was not read yet cannot be sent, and the clock may stand still until then.
   */
  async #settle(before: Trail): Promise<void> {
    await before.driven;
    await Promise.race([before.done, sleep(50, undefined, { signal: this.#signal, ref: false })]);
    await before.camera.flush();
    await before.done;
  }

  #layTrail(plate: string, trail: Trail): void {
    this.#trails.set(plate, trail);
    const forget = (): void => {
      if (this.#trails.get(plate) === trail) this.#trails.delete(plate);
    };
    trail.done.then(forget, forget);
  }

  #stopOnFailure(error: unknown): void {
    if (!this.#signal.aborted) this.#stop.abort(error);
  }

  async #reportStats(onStats: (stats: ReplayStats) => void, statsMs: number): Promise<void> {
    while (!this.#signal.aborted) {
      await sleep(statsMs, undefined, { signal: this.#signal }).catch(() => undefined);
      if (!this.#signal.aborted) onStats(this.#tally.read());
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
  const lanes = new Map<string, Lane>();
  const staff = { ...(options.staff ?? { free: 0, waitMs: 0 }) };
  for (const lot of options.fleet.lots)
    for (const lane of lot.lanes)
      lanes.set(`${lot.code}/${lane.code}`, openLane(options, { ...around, staff }, lot, lane));
  return lanes;
}

type FleetLot = Fleet['lots'][number];
type FleetLane = FleetLot['lanes'][number];

function openLane(
  options: ReplayOptions,
  around: Surroundings & { staff: Staff },
  lot: FleetLot,
  lane: FleetLane,
): Lane {
  const random = createRandom(`${options.seed ?? 1}/camera/${lane.serial}`);
  const wallMs = (spanMs: number): number => (options.speed === 'max' ? 0 : spanMs / Number(options.speed));
  const camera = openCamera(options, around, { lot, lane, random, wallMs });
  const { clock, tally, signal, posters } = around;
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
    staff: around.staff,
    hasInputs: (options.hasInputs ?? true) && dialectOf(lane).input !== null,
    last: { passedAtMs: Number.NEGATIVE_INFINITY },
    readingOf: readingsOf(options, clock, { lot, lane, random }),
  };
  const link = {
    camera,
    dialect: dialectOf(lane),
    token: lane.token,
    poster: posters[1],
    random: createRandom(`${options.seed ?? 1}/link/${lane.serial}`),
    tally,
    signal,
    nowMs: clock.nowMs,
    heartbeatMs: options.heartbeatMs ?? 5000,
    lostHeartbeat: { ...usualMisbehaviour, ...options.misbehaviour }.lostHeartbeat,
  };
  const links = [keepHeartbeat(link), ...(options.hasLongPoll === false ? [] : [keepLongPoll(link)])];
  return { camera, passage, turns: createTurns(), links: Promise.all(links) };
}

const dialectOf = (lane: FleetLane) => dialects[lane.protocol ?? 'vzenith-http'];

function openCamera(
  options: ReplayOptions,
  { clock, tally, signal, posters }: Surroundings,
  { lot, lane, random, wallMs }: LanePlace & { readonly wallMs: (spanMs: number) => number },
): Camera {
  const address = hashText(lane.serial);
  return createCamera({
    identity: {
      serial: lane.serial,
      deviceName: 'IVS',
      ipAddress: `192.168.${(address >>> 8) % 250}.${(address % 250) + 2}`,
      password: 'admin',
      zone: zoneOf(lot),
    },
    dialect: dialectOf(lane),
    token: lane.token,
    poster: posters[0],
    random,
    tally,
    signal,
    nowMs: clock.nowMs,
    misbehaviour: { ...usualMisbehaviour, ...options.misbehaviour },
    firstPlateid: firstPlateid(Date.now()),
    lateMs: options.speed === 'max' ? 300 : Math.max(300, wallMs(60_000)),
    onAcknowledged: (acknowledgement) => options.onAcknowledged?.(acknowledgement),
  });
}

/** A start for plateids above those of every earlier run: fifty a second since 2024, below 2^31. */
export function firstPlateid(wallMs: number): number {
  return Math.floor((wallMs - Date.UTC(2024, 0, 1)) / 20) % 0x7fffffff;
}
