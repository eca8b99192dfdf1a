import type { Queue } from '../store/queue.ts';
import { CloudFailure } from './client.ts';
import type { Line } from './line.ts';
import type { Sync } from './sync.ts';

const COMMAND_MS = 2000;
const CHANGES_MS = 60_000;
/** After a car the cloud's books have changed: they are fetched soon. */
const SOON_MS = 3000;
/** The cloud said that the first item cannot be taken now. */
const LATER_MS = 10_000;

interface LoopParts {
  readonly line: Line;
  readonly sync: Sync;
  readonly queue: Queue;
  status(): Promise<{ readonly hasChanges: boolean; readonly everySeconds: number }>;
  commands(): Promise<void>;
  readonly log: (message: string) => void;
}

/** Keeps the box in touch with the cloud for as long as it runs. */
export class Loops {
  readonly #parts: LoopParts;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isRunning = false;
  #lastKind = '';

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#plan('status', 0);
    this.#plan('changes', 0);
    this.#plan('commands', COMMAND_MS);
    this.#plan('handover', 0);
  }

  stop(): void {
    this.#isRunning = false;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Something was queued, or decided by the cloud. */
  nudge(): void {
    if (!this.#isRunning) return;
    if (this.#parts.line.isUp && !this.#parts.queue.isEmpty) this.#plan('handover', 0);
    if (!this.#timers.has('soon')) this.#after('soon', SOON_MS, () => this.#plan('changes', 0));
  }

  #plan(name: 'status' | 'changes' | 'commands' | 'handover', afterMs: number): void {
    this.#after(name, afterMs, () => void this.#run(name));
  }

  #after(name: string, afterMs: number, work: () => void): void {
    if (!this.#isRunning) return;
    clearTimeout(this.#timers.get(name));
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      work();
    }, afterMs);
    this.#timers.set(name, timer);
  }

  async #run(name: 'status' | 'changes' | 'commands' | 'handover'): Promise<void> {
    let nextMs: number;
    try {
      nextMs = await this.#step(name);
      this.#say('');
    } catch (error) {
      if (!(error instanceof CloudFailure)) this.#parts.log(`${name}: ${(error as Error).stack}`);
      else this.#say(`The cloud cannot be reached or refuses: ${error.message}`);
      nextMs = this.#parts.line.waitMs;
    }
    if (!this.#timers.has(name)) this.#plan(name, nextMs);
  }

  /** Does the work of a loop and returns when it is due again. */
  async #step(name: 'status' | 'changes' | 'commands' | 'handover'): Promise<number> {
    const { sync, line, status, commands, queue } = this.#parts;
    switch (name) {
      case 'status': {
        const { hasChanges, everySeconds } = await status();
        if (hasChanges) this.#plan('changes', 0);
        if (!queue.isEmpty) this.#plan('handover', 0);
        return everySeconds * 1000;
      }
      case 'changes':
        await sync.pull();
        return CHANGES_MS;
      case 'commands':
        // While the line is down, the heartbeats alone look for it.
        if (line.isUp) await commands();
        return COMMAND_MS;
      case 'handover': {
        const isEmpty = await sync.handOver();
        return isEmpty ? CHANGES_MS : LATER_MS;
      }
    }
  }

  /** Says once what is wrong, and once that it is over. */
  #say(wrong: string): void {
    if (wrong === this.#lastKind) return;
    this.#lastKind = wrong;
    this.#parts.log(wrong || 'The cloud answers.');
  }
}
