import { dayMs, type ZoneClock } from '../period.ts';
import type { DayLayout, ReadyPlan } from './compile.ts';
import { instantOfMinute, layoutOf } from './day.ts';
import type { Calendar } from './stay.ts';

/** Walks through time from window to window of one plan; `seek` only moves forward. */
export class Timeline {
  /** Current window, -1 for none. */
  window = -1;
  /** When the current occurrence opened, for this walk. */
  startMs = -Infinity;
  /** When the current piece ends. */
  endMs = -Infinity;
  /** Changes whenever another occurrence of a window begins. */
  occurrence = 0;
  /** Day number the current occurrence opened on. */
  openedDay = 0;

  readonly #ready: ReadyPlan;
  readonly #clock: ZoneClock;
  readonly #calendar: Calendar | undefined;
  #day = 0;
  #piece = -1;
  #layout: DayLayout | undefined;

  constructor(ready: ReadyPlan, clock: ZoneClock, calendar: Calendar | undefined) {
    this.#ready = ready;
    this.#clock = clock;
    this.#calendar = calendar;
    if (ready.isOpenAlways) {
      this.window = 0;
      this.endMs = Infinity;
    }
  }

  /** Returns a new walk through the same windows. */
  copy(): Timeline {
    return new Timeline(this.#ready, this.#clock, this.#calendar);
  }

  /** Moves to the piece that contains an instant; pieces of one occurrence are joined up to `untilMs`. */
  seek(atMs: number, untilMs: number): void {
    if (atMs < this.endMs) return;
    while (atMs >= this.endMs) this.#next(atMs);
    // Midnight divides the layout, but not the window.
    while (this.endMs < untilMs && this.#goesOn()) this.#next(this.endMs);
  }

  #next(atMs: number): void {
    const ready = this.#ready;
    if (!this.#layout) {
      this.#day = this.#clock.dayOf(atMs);
      this.#layout = layoutOf(ready, this.#day, this.#calendar);
    } else if (this.#piece + 1 >= this.#layout.endMinute.length) {
      this.#day++;
      this.#piece = -1;
      this.#layout = layoutOf(ready, this.#day, this.#calendar);
    }
    const layout = this.#layout;
    const piece = ++this.#piece;
    const window = layout.window[piece]!;
    const isTimed = window >= 0 && ready.windows[window]!.fromMinute >= 0;
    const openedDay = isTimed ? this.#day - layout.openedDays[piece]! : this.#day;
    // A window without times continues over midnight as one occurrence.
    if (window !== this.window || (isTimed && openedDay !== this.openedDay)) {
      this.occurrence++;
      this.startMs = this.endMs;
      this.window = window;
      this.openedDay = openedDay;
    }
    this.endMs = instantOfMinute(this.#clock, this.#day, layout.endMinute[piece]!);
  }

  /** Whether the first piece of the next day belongs to the occurrence that ends this day. */
  #goesOn(): boolean {
    if (this.#layout === undefined || this.#piece + 1 < this.#layout.endMinute.length) return false;
    const layout = layoutOf(this.#ready, this.#day + 1, this.#calendar);
    if (layout.window[0] !== this.window) return false;
    const isTimed = this.window >= 0 && this.#ready.windows[this.window]!.fromMinute >= 0;
    return !isTimed || this.#day + 1 - layout.openedDays[0]! === this.openedDay;
  }

  /** Returns how the windows divide a day; the same object for days that are divided alike. */
  layoutAt(day: number): DayLayout {
    return layoutOf(this.#ready, day, this.#calendar);
  }

  /** Skips a number of days to the same time of a day with the same layout. */
  leap(days: number): void {
    this.#day += days;
    this.openedDay += days;
    this.startMs += days * dayMs;
    this.endMs += days * dayMs;
  }

  /** Returns a number that is equal for all parts of one occurrence, even when another window interrupts it. */
  occurrenceKey(): number {
    const isTimed = this.window >= 0 && this.#ready.windows[this.window]!.fromMinute >= 0;
    return isTimed ? this.openedDay * 32 + this.window : -this.occurrence - 1;
  }

  /** Returns when the current occurrence opens and closes by its own times; unbounded for a window without times. */
  bounds(): [fromMs: number, toMs: number] {
    const window = this.#ready.windows[this.window];
    if (!window || window.fromMinute < 0) return [-Infinity, Infinity];
    return [
      instantOfMinute(this.#clock, this.openedDay, window.fromMinute),
      instantOfMinute(this.#clock, this.openedDay, window.fromMinute + window.lengthMinutes),
    ];
  }
}
