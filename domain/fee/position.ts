import type { ReadyPlan } from './compile.ts';
import type { Timeline } from './timeline.ts';

/** Position of a window in its ladder, so that a unit can continue after a break. */
export class WindowPosition {
  /** Occurrence in which a whole step was last charged as one unit, and that step. */
  blockKey = Number.NaN;
  blockStep = -1;
  /** Time and units of the step counted so far, where units are carried over borders. */
  carryStep = -1;
  carryMs = 0;
  carryUnits = 0;
  /** Clock of this window alone. */
  clockMs = 0;
}

/** Position of a stay on the clock of its plan. */
export class Position {
  /** When the clock was last zero. */
  clockFromMs: number;
  /** When the clock restarts; -Infinity before the first check. */
  restartMs: number;
  /** Time charged since the clock was zero. */
  chargedMs = 0;
  windows: WindowPosition[];

  constructor(plan: ReadyPlan, fromMs: number) {
    this.clockFromMs = fromMs;
    this.restartMs = plan.restart.per === 'window' || plan.restart.per === 'stay' ? Infinity : -Infinity;
    this.windows = plan.windows.map(() => new WindowPosition());
  }

  /** Resets the clock to zero. */
  restart(atMs: number): void {
    this.clockFromMs = atMs;
    this.chargedMs = 0;
    for (let i = 0; i < this.windows.length; i++) this.windows[i] = new WindowPosition();
  }

  /** Key of everything that later charges depend on, relative to an instant: beyond the last bounded step all readings are equal. */
  signature(plan: ReadyPlan, timeline: Timeline, atMs: number): string {
    let text = `${this.restartMs - atMs},${timeline.window},${timeline.endMs - atMs}`;
    const key = timeline.occurrenceKey();
    for (const [i, w] of this.windows.entries()) {
      const steps = plan.windows[i]!.steps;
      let bound = 0;
      for (const step of steps) if (step.endMs < Infinity) bound = step.endMs;
      const clockMs =
        plan.counts === 'all' ? atMs - this.clockFromMs : plan.counts === 'charged' ? this.chargedMs : w.clockMs;
      const unitMs = steps[w.carryStep]?.unitMs ?? 1;
      const begun = Math.floor(w.carryMs / unitMs);
      text += `|${Math.min(clockMs, bound)},${w.blockKey === key},${plan.border === 'carry' ? w.blockStep : w.blockKey === key ? w.blockStep : 0}`;
      text += `,${w.carryStep},${w.carryMs - begun * unitMs},${w.carryUnits - begun}`;
    }
    return text;
  }

  /** Moves ahead by `ms` and `days` without affecting later charges. */
  leap(ms: number, days: number): void {
    this.clockFromMs += ms;
    this.restartMs += ms;
    for (const w of this.windows) if (w.blockKey > 0) w.blockKey += days * 32;
  }
}
