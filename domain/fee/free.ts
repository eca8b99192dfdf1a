import type { ZoneClock } from '../period.ts';
import type { ReadyPlan } from './compile.ts';
import { stretchOf } from './scope.ts';
import type { Covered, EarlierStay } from './stay.ts';
import type { Timeline } from './timeline.ts';

/** Allots the free time of a plan, stretch by stretch. */
export class FreeBook {
  /** End of the current stretch. */
  endMs = -Infinity;
  /** The whole current stretch is free, because the car does not stay beyond the free time. */
  isFree = false;
  /** Free time remaining in the current stretch. */
  leftMs = 0;
  /** Parts of windows looked through so far to see whether a stretch is free. */
  walked = 0;

  readonly #plan: ReadyPlan;
  readonly #clock: ZoneClock;
  readonly #timeline: Timeline;
  readonly #entryMs: number;
  readonly #exitMs: number;
  readonly #linked: readonly EarlierStay[];
  readonly #covered: readonly Covered[];

  constructor(
    plan: ReadyPlan,
    clock: ZoneClock,
    timeline: Timeline,
    entryMs: number,
    exitMs: number,
    linked: readonly EarlierStay[],
    covered: readonly Covered[],
  ) {
    this.#plan = plan;
    this.#clock = clock;
    this.#timeline = timeline;
    this.#entryMs = entryMs;
    this.#exitMs = exitMs;
    this.#linked = linked;
    this.#covered = covered;
  }

  /** Opens the stretch that contains an instant. */
  turn(atMs: number): void {
    const free = this.#plan.free;
    if (!free) {
      this.endMs = Infinity;
      return;
    }
    this.isFree = false;
    this.leftMs = 0;
    const isShared = free.sharing !== undefined && free.sharing !== 'none' && this.#linked.length > 0;
    const anchorMs = isShared ? this.#linked[0]!.enteredAtMs : this.#entryMs;
    const { fromMs, toMs } = stretchOf(free.scope, atMs, anchorMs, this.#clock, this.#timeline);
    this.endMs = toMs;
    if (free.scope.per === 'window' && this.#timeline.window < 0) return;
    let usedMs = 0;
    if (isShared) {
      for (const earlier of this.#linked) {
        if (earlier.exitAtMs <= fromMs || earlier.enteredAtMs >= toMs) continue;
        if (free.sharing === 'once') return;
        usedMs += Math.min(earlier.exitAtMs, toMs) - Math.max(earlier.enteredAtMs, fromMs);
      }
    }
    if (free.deduct) {
      this.leftMs = Math.max(0, this.#plan.freeMs - usedMs);
      return;
    }
    const start = Math.max(this.#entryMs, fromMs);
    const end = Math.min(this.#exitMs, toMs);
    const measured = free.counts === 'charged' ? this.#chargedMs(start, end) : end - start;
    this.isFree = measured + usedMs <= this.#plan.freeMs;
  }

  /** Uncharged time also uses up free time, where the plan counts all minutes. */
  pass(ms: number): void {
    if (this.leftMs > 0 && this.#plan.free?.counts !== 'charged') this.leftMs = Math.max(0, this.leftMs - ms);
  }

  /** Key of everything that later free time depends on, relative to an instant. */
  signature(atMs: number): string {
    return `${this.endMs - atMs},${this.isFree},${this.leftMs}`;
  }

  /** Moves the current stretch ahead. */
  leap(ms: number): void {
    this.endMs += ms;
  }

  /** Time between two instants that the windows charge and nothing covers; stops counting beyond the free time. */
  #chargedMs(fromMs: number, toMs: number): number {
    const walk = this.#timeline.copy();
    let counted = 0;
    let t = fromMs;
    while (t < toMs && counted <= this.#plan.freeMs) {
      walk.seek(t, toMs);
      this.walked++;
      const end = Math.min(walk.endMs, toMs);
      if (walk.window >= 0 && this.#plan.windows[walk.window]!.steps.length > 0) {
        counted += end - t;
        for (const c of this.#covered) counted -= Math.max(0, Math.min(c.toMs, end) - Math.max(c.fromMs, t));
      }
      t = end;
    }
    return counted;
  }
}
