import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledgement, createDelivery, type DeliveryParts } from './delivery.ts';
import type { Sent } from './dialect.ts';
import type { CameraCommand, CameraIdentity, Reading } from './vzenith.ts';

/** The outcome of a passing; `acknowledged` settles when the server accepted it (undefined: rejected permanently). */
export type Passing = {
  /** `answered`: the reply decides; `by-hand`: the camera could not ask, the attendant lets the car through. */
  course: 'answered' | 'by-hand' | 'rejected';
  command?: CameraCommand;
  acknowledged: Promise<Acknowledgement | undefined>;
};

/** A virtual camera at a lane. */
export type Camera = {
  identity: CameraIdentity;
  /** True while the network is away. */
  isOffline(nowMs: number): boolean;
  /** Pushes a passing and waits for what the barrier does. */
  pass(reading: Reading): Promise<Passing>;
  /** Pushes an input; given up after some tries, as the protocol keeps no inputs. */
  pushInput(source: 0 | 1, value: 0 | 1): Promise<void>;
  /** Sends what was kept once the time without network is over. */
  catchUp(nowMs: number): void;
  /** Brings the network back and sends what was kept; settles when the server took everything. */
  flush(): Promise<void>;
  /** Obeys a reply of the long poll. */
  obey(command: CameraCommand): void;
  /** How often the long poll opened the barrier so far, and a wait for one more; false when none came in time. */
  openCount(): number;
  waitForOpen(seenCount: number, waitMs: number): Promise<boolean>;
  /** The last text shown on the screen. */
  screenText(): string;
};

/** Most records a camera keeps while offline; a longer time pushes out the oldest. */
export const OFFLINE_LIMIT = 9000;

/** What a camera is made of. */
export type CameraParts = DeliveryParts & {
  nowMs: () => number;
  /** The first plateid; must lie above every one this serial number ever used. */
  firstPlateid: number;
  /** How long (wall time) a late push stays behind at most. */
  lateMs: number;
};

type Kept = {
  send: () => Promise<Acknowledgement | undefined>;
  settle: (sent: Promise<Acknowledgement | undefined>) => void;
};

/** Makes a camera. Nothing it read is dropped until the server took it, except from a full offline memory. */
export function createCamera(parts: CameraParts): Camera {
  return new VirtualCamera(parts);
}

class VirtualCamera implements Camera {
  readonly identity: CameraIdentity;
  readonly #parts: CameraParts;
  readonly #delivery: ReturnType<typeof createDelivery>;
  readonly #late: LatePushes;
  #plateid: number;
  #offlineUntilMs = 0;
  readonly #kept: Kept[] = [];
  #draining: Promise<void> | undefined;
  #openCount = 0;
  #openWaits: (() => void)[] = [];
  #screenText = '';

  constructor(parts: CameraParts) {
    this.identity = parts.identity;
    this.#parts = parts;
    this.#delivery = createDelivery(parts);
    this.#late = new LatePushes(parts);
    this.#plateid = parts.firstPlateid;
  }

  isOffline(nowMs: number): boolean {
    return nowMs < this.#offlineUntilMs;
  }

  async pass(reading: Reading): Promise<Passing> {
    const { random, misbehaviour, nowMs: clockMs } = this.#parts;
    this.#plateid = (this.#plateid + 1) % 0x7fffffff;
    const id = this.#plateid;
    const nowMs = clockMs();
    this.catchUp(nowMs);
    if (this.#offlineUntilMs === 0 && random.chance(misbehaviour.offline)) {
      this.#offlineUntilMs = nowMs + random.between(300_000, 2_400_000);
    }
    if (this.isOffline(nowMs)) return this.#keep(id, reading);
    const sent = this.#parts.dialect.passing(this.identity, id, reading);
    if (random.chance(misbehaviour.late)) return this.#pushLate(id, sent, reading);
    const delivered = await this.#delivery.deliver(id, sent, reading, false);
    this.#late.release();
    if (!delivered) return { course: 'rejected', acknowledged: Promise.resolve(undefined) };
    const { command, acknowledgement } = delivered;
    if (command.screenText) this.#screenText = command.screenText;
    if (random.chance(misbehaviour.duplicate)) void this.#delivery.duplicate(sent, command);
    return { course: 'answered', command, acknowledged: Promise.resolve(acknowledgement) };
  }

  async pushInput(source: 0 | 1, value: 0 | 1): Promise<void> {
    const { poster, signal, token, tally, dialect } = this.#parts;
    const sent = dialect.input?.(this.identity, source, value);
    if (!sent) return;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      try {
        const options = { contentType: sent.contentType, timeoutMs: 5000, signal };
        const answer = await poster.post(dialect.base(token) + sent.path, sent.body, options);
        if (answer.status < 300) {
          tally.counts.inputs += 1;
          return;
        }
      } catch {
        signal.throwIfAborted();
      }
      await sleep(200 * (attempt + 1), undefined, { signal });
    }
    tally.counts.inputsLost += 1;
  }

  catchUp(nowMs: number): void {
    if (this.#offlineUntilMs > 0 && nowMs >= this.#offlineUntilMs) void this.flush().catch(ignoreAbort);
  }

  async flush(): Promise<void> {
    this.#offlineUntilMs = 0;
    this.#late.releaseAll();
    // What was kept while the last record was on its way is sent too.
    do {
      this.#draining ??= this.#drain().finally(() => {
        this.#draining = undefined;
      });
      await this.#draining;
    } while (this.#kept.length > 0);
  }

  obey(command: CameraCommand): void {
    if (command.screenText) this.#screenText = command.screenText;
    if (!command.opens) return;
    this.#openCount += 1;
    for (const wake of this.#openWaits) wake();
    this.#openWaits = [];
  }

  openCount(): number {
    return this.#openCount;
  }

  async waitForOpen(seenCount: number, waitMs: number): Promise<boolean> {
    if (this.#openCount > seenCount) return true;
    const { signal } = this.#parts;
    const timer = new AbortController();
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    this.#openWaits.push(wake);
    const waited = sleep(waitMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(ignoreAbort);
    await Promise.race([woken, waited]);
    timer.abort();
    this.#openWaits = this.#openWaits.filter((one) => one !== wake);
    signal.throwIfAborted();
    return this.#openCount > seenCount;
  }

  screenText(): string {
    return this.#screenText;
  }

  /** Keeps a reading until the network is back; a full memory drops the oldest one. */
  #keep(id: number, reading: Reading): Passing {
    const sent = this.#parts.dialect.kept(this.identity, id, reading);
    const acknowledged = new Promise<Acknowledgement | undefined>((settle) => {
      const send = async () => (await this.#delivery.deliver(id, sent, reading, true))?.acknowledgement;
      this.#kept.push({ send, settle });
    });
    acknowledged.catch(ignoreAbort);
    if (this.#kept.length > OFFLINE_LIMIT) {
      this.#kept.splice(this.#draining ? 1 : 0, 1)[0]?.settle(Promise.resolve(undefined));
      this.#parts.tally.counts.overflowed += 1;
    }
    return { course: 'by-hand', acknowledged };
  }

  /** Sends a reading after some later ones. */
  #pushLate(id: number, sent: Sent, reading: Reading): Passing {
    this.#parts.tally.counts.late += 1;
    const acknowledged = this.#late
      .turn()
      .then(async () => (await this.#delivery.deliver(id, sent, reading, false))?.acknowledgement);
    acknowledged.catch(ignoreAbort);
    return { course: 'by-hand', acknowledged };
  }

  async #drain(): Promise<void> {
    while (this.#kept.length > 0) {
      const next = this.#kept[0]!;
      const sent = next.send();
      next.settle(sent);
      await sent;
      this.#kept.shift();
    }
  }
}

/** Pushes that stay behind until later passings were answered. */
class LatePushes {
  readonly #parts: Pick<CameraParts, 'random' | 'lateMs'>;
  readonly #waiting = new Set<() => void>();

  constructor(parts: Pick<CameraParts, 'random' | 'lateMs'>) {
    this.#parts = parts;
  }

  /** Waits until one to three later passings were answered, or the longest time a push stays behind is over. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      let passingsToGo = 1 + this.#parts.random.below(3);
      const finish = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(release);
        resolve();
      };
      const release = (): void => {
        passingsToGo -= 1;
        if (passingsToGo <= 0) finish();
      };
      const timer = setTimeout(finish, this.#parts.lateMs);
      this.#waiting.add(release);
    });
  }

  /** A passing was answered. */
  release(): void {
    for (const release of [...this.#waiting]) release();
  }

  /** Ends all waits. */
  releaseAll(): void {
    while (this.#waiting.size > 0) this.release();
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
