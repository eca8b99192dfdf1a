import type { Leases } from './lease.ts';
import type { Log } from './log.ts';

/** Periodic work as it is run. */
export interface PeriodicWork {
  readonly name: string;
  readonly everySeconds: number;
  /** Runs in each process, for itself. */
  readonly isEverywhere?: true;
  run(): Promise<void>;
}

/** A clock of another machine, or a timer that fires a little early, does not skip a run. */
const TOLERANCE = 0.9;

/** Runs periodic work in the process that holds its lease, and not twice within its period when the lease moves. */
export class SweepRunner {
  readonly #leases: Leases;
  readonly #log: Log;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(options: { leases: Leases; log: Log }) {
    this.#leases = options.leases;
    this.#log = options.log;
  }

  /** Adds work; it first runs one period after its last run, or after this process began to be responsible for it. */
  add(work: PeriodicWork): void {
    const { name, everySeconds } = work;
    if (work.isEverywhere) {
      this.#repeat(work, everySeconds * 1000, async () => true);
      return;
    }
    const lease = `sweep ${name}`;
    this.#leases.onChange(lease, {
      gain: async () => {
        const since = await this.#leases.secondsSinceRun(lease);
        const first = since === null ? everySeconds : Math.max(0, everySeconds - since);
        if (!this.#isStopped)
          this.#repeat(work, first * 1000, () => this.#leases.beginRun(lease, everySeconds * TOLERANCE));
      },
      lose: async () => {
        clearTimeout(this.#timers.get(name));
        await this.#running.get(name);
      },
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #repeat(work: PeriodicWork, afterMs: number, mayRun: () => Promise<boolean>): void {
    const next = () => {
      // Timers take 31 bits; work of longer periods looks again in between and may not run yet.
      this.#timers.set(work.name, setTimeout(tick, Math.min(work.everySeconds * 1000, 2 ** 31 - 1)));
    };
    const tick = () => {
      next();
      // A run that takes longer than its period is followed by the next tick after it.
      if (this.#running.has(work.name)) return;
      const run = this.#run(work, mayRun).finally(() => void this.#running.delete(work.name));
      this.#running.set(work.name, run);
    };
    this.#timers.set(work.name, setTimeout(tick, afterMs));
  }

  async #run(work: PeriodicWork, mayRun: () => Promise<boolean>): Promise<void> {
    try {
      if (!this.#isStopped && (await mayRun())) await work.run();
    } catch (error) {
      this.#log.error({ sweep: work.name, err: error }, 'sweep will try again');
    }
  }
}
