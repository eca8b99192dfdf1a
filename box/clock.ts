/** The clock of this machine. */
export interface RawClock {
  now(): Date;
}

/** The system clock. */
export const systemClock: RawClock = { now: () => new Date() };

/** A round trip slower than this says little about the offset. */
const SLOW_MS = 1000;

/** The time of the cloud as this machine knows it: its own clock and how far that is off. */
export class CloudClock {
  readonly #raw: RawClock;
  #offsetMs: number | null;

  /** `lastMs` is a time of the cloud that has certainly passed: a machine without a battery may wake up years before it. */
  constructor(raw: RawClock, offsetMs: number | null, lastMs: number | null) {
    this.#raw = raw;
    this.#offsetMs = offsetMs;
    if (lastMs !== null && this.nowMs() < lastMs) this.#offsetMs = lastMs - this.rawMs();
  }

  /** Milliseconds by the machine's own clock. */
  rawMs(): number {
    return this.#raw.now().getTime();
  }

  /** Milliseconds by the cloud's clock. */
  nowMs(): number {
    return this.rawMs() + (this.#offsetMs ?? 0);
  }

  /** Server minus box; null before the first answer of the cloud. */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

  /** Learns the offset from a call that was sent and answered at these times of the own clock; returns whether it changed. */
  learn(serverMs: number, sentMs: number, answeredMs: number): boolean {
    if (this.#offsetMs !== null && answeredMs - sentMs > SLOW_MS) return false;
    const offsetMs = Math.round(serverMs - (sentMs + answeredMs) / 2);
    if (offsetMs === this.#offsetMs) return false;
    this.#offsetMs = offsetMs;
    return true;
  }
}
