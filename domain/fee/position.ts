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
  /** Units charged in this window since the clock was zero. */
  units = 0;
}

/** Key of a whole step that is charged once, however often its window closes. */
export const carriedBlock = 0;

/** More units than any step has. */
const allUnits = 1e9;

/** Position of a stay on the clock of its plan. */
export class Position {
  /** When the clock was last zero. */
  clockFromMs: number;
  /** When the clock restarts; -Infinity before the first check. */
  restartMs: number;
  /** Time charged since the clock was zero. */
  chargedMs = 0;
  /** Units charged since the clock was zero. */
  units = 0;
  /** When units end next, apart from the borders of windows; -Infinity before the first check. */
  cutMs: number;
  windows: WindowPosition[];

  constructor(plan: ReadyPlan, fromMs: number) {
    this.clockFromMs = fromMs;
    this.restartMs = plan.restart.per === 'window' || plan.restart.per === 'stay' ? Infinity : -Infinity;
    this.cutMs = plan.cut ? -Infinity : Infinity;
    this.windows = plan.windows.map(() => new WindowPosition());
  }

  /** Resets the clock to zero. */
  restart(atMs: number): void {
    this.clockFromMs = atMs;
    this.chargedMs = 0;
    this.units = 0;
    for (let i = 0; i < this.windows.length; i++) this.windows[i] = new WindowPosition();
  }

  /** Ends the units under way in all windows. */
  endUnits(): void {
    for (const w of this.windows) {
      w.blockKey = Number.NaN;
      w.carryStep = -1;
      w.carryMs = 0;
      w.carryUnits = 0;
    }
  }

  /** Counts time that was charged outside of the windows. */
  pass(ms: number): void {
    this.chargedMs += ms;
    this.units = allUnits;
    for (const w of this.windows) {
      w.clockMs += ms;
      w.units = allUnits;
    }
  }

  /** Key of everything that later charges depend on, relative to an instant: beyond the last bounded step all readings are equal. */
  signature(plan: ReadyPlan, timeline: Timeline, atMs: number): string {
    let text = `${this.restartMs - atMs},${this.cutMs - atMs},${timeline.window},${timeline.endMs - atMs}`;
    const key = timeline.occurrenceKey();
    for (const [i, w] of this.windows.entries()) {
      const steps = plan.windows[i]!.steps;
      let bound = 0;
      let unitBound = 0;
      for (const step of steps) {
        if (step.endMs < Infinity) bound = step.endMs;
        if (step.endUnits < Infinity) unitBound = step.endUnits;
      }
      const clockMs =
        plan.counts === 'all' ? atMs - this.clockFromMs : plan.counts === 'charged' ? this.chargedMs : w.clockMs;
      const unitMs = steps[w.carryStep]?.unitMs ?? 1;
      const begun = Math.floor(w.carryMs / unitMs);
      const isKept = w.blockKey === key || w.blockKey === carriedBlock;
      text += `|${Math.min(clockMs, bound)},${Math.min(plan.counts === 'window' ? w.units : this.units, unitBound)}`;
      text += `,${w.blockKey === key},${isKept ? w.blockStep : -1}`;
      text += `,${w.carryStep},${w.carryMs - begun * unitMs},${w.carryUnits - begun}`;
    }
    return text;
  }

  /** Moves ahead by `ms` and `days` without affecting later charges. */
  leap(ms: number, days: number): void {
    this.clockFromMs += ms;
    this.restartMs += ms;
    this.cutMs += ms;
    for (const w of this.windows) if (w.blockKey > 0) w.blockKey += days * 32;
  }
}
