import { dayMs, type ZoneClock } from '../period.ts';
import type { ReadyCap, ReadyPlan } from './compile.ts';
import type { LineSheet } from './line.ts';
import { stretchOf } from './scope.ts';
import type { EarlierStay } from './stay.ts';
import { moneyText } from './text.ts';
import type { Timeline } from './timeline.ts';

// Amounts that are outside the caps: what a stay pays after or in addition to its windows.
const outsideCaps = /(^|\.)(percent|minimum|rounding)$|\.mark\./;

/** One cap within its current stretch. */
class CapState {
  readonly ready: ReadyCap;
  fromMs = 0;
  /** End of the stretch; -Infinity before the first. */
  endMs = -Infinity;
  /** Occurrence the stretch belongs to, for caps per window. */
  key = Number.NaN;
  usedFen = 0;
  /** Number of the stretch within the stay, and the most that can be charged in it. */
  nth = 1;
  limitFen = 0;
  cutFen = 0;
  cutFromMs = 0;
  cutToMs = 0;

  constructor(ready: ReadyCap) {
    this.ready = ready;
  }
}

/** Keeps the amounts of one stay within the caps of its plan; applies inner and outer caps together. */
export class CapBook {
  /** When the next stretch of any cap but those per window begins. */
  nextMs = -Infinity;

  readonly #states: CapState[];
  /** The caps of each window, and those whose stretches end at a time. */
  readonly #ofWindow: CapState[][];
  readonly #timed: CapState[];
  readonly #plan: ReadyPlan;
  readonly #clock: ZoneClock;
  readonly #timeline: Timeline;
  readonly #sheet: LineSheet;
  readonly #entryMs: number;
  readonly #linked: readonly EarlierStay[];
  /** After the last line of a linked stay. */
  readonly #linkedMs: number;

  constructor(
    plan: ReadyPlan,
    clock: ZoneClock,
    timeline: Timeline,
    sheet: LineSheet,
    entryMs: number,
    linked: readonly EarlierStay[],
  ) {
    this.#plan = plan;
    this.#clock = clock;
    this.#timeline = timeline;
    this.#sheet = sheet;
    this.#entryMs = entryMs;
    this.#linked = linked;
    this.#linkedMs = linked
      .flatMap(({ lines }) => lines)
      .reduce((last, line) => Math.max(last, line.fromMs + 1), -Infinity);
    this.#states = plan.caps.flatMap((ready) => {
      if (ready.cap.scope.per !== 'window') return [new CapState(ready)];
      // Each window has its own counter, so that an interruption by another window does not reset it.
      const own = plan.windows.map((_, i) => new CapState({ ...ready, mask: ready.mask & (1 << i) }));
      return own.filter((state) => state.ready.mask !== 0);
    });
    this.#timed = this.#states.filter(({ ready }) => ready.cap.scope.per !== 'window');
    this.#ofWindow = plan.windows.map((_, i) => this.#states.filter(({ ready }) => (ready.mask & (1 << i)) !== 0));
  }

  /** Opens the stretches that contain an instant, and closes those that have ended. */
  turn(atMs: number): void {
    let next = Infinity;
    for (const state of this.#timed) {
      if (atMs >= state.endMs) this.#open(state, atMs);
      if (state.endMs < next) next = state.endMs;
    }
    this.nextMs = next;
  }

  /** Counts an amount charged in the current window, and returns what the caps leave of it. */
  admit(amountFen: number, fromMs: number, toMs: number): number {
    let net = amountFen;
    let binding: CapState | undefined;
    const states = this.#ofWindow[this.#timeline.window]!;
    for (const state of states) {
      if (state.ready.cap.scope.per === 'window' && state.key !== this.#timeline.occurrenceKey()) {
        this.#open(state, fromMs);
        state.key = this.#timeline.occurrenceKey();
      }
      const room = Math.max(0, state.limitFen - state.usedFen);
      if (room < net) {
        net = room;
        binding = state;
      }
    }
    for (const state of states) state.usedFen += net;
    if (binding) {
      if (binding.cutFen === 0) binding.cutFromMs = fromMs;
      binding.cutFen += amountFen - net;
      binding.cutToMs = toMs;
    }
    return net;
  }

  /** Writes the cuts of the caps per window before another window begins. */
  leaveWindow(): void {
    for (const state of this.#states) if (state.ready.cap.scope.per === 'window') this.#write(state);
  }

  /** Writes the lines of all caps still open. */
  close(): void {
    for (const state of this.#states) this.#write(state);
  }

  /** Key of everything that later cuts depend on, relative to an instant; a cap over the stay counts by its remaining amount. */
  signature(atMs: number): string {
    let text = '';
    for (const s of this.#states) {
      const { per } = s.ready.cap.scope;
      const key = per === 'window' ? s.key === this.#timeline.occurrenceKey() : 0;
      // Beyond the last numbered stretch all stretches are equal.
      const nth = Math.min(s.nth, Math.max(s.ready.cap.nth?.from ?? 0, (s.ready.cap.nth?.to ?? 0) + 1));
      text += `|${s.endMs - atMs},${nth},${s.usedFen},${key},${per === 'stay' ? 0 : s.cutFen}`;
    }
    return text;
  }

  /** What each cap has cut but not written yet. */
  cuts(): number[] {
    return this.#states.map((s) => s.cutFen);
  }

  /** Moves the current stretches ahead by `days`; in each of `times` cycles the cuts grew by their difference from `before`. */
  leap(days: number, times: number, before: readonly number[]): void {
    for (const [i, s] of this.#states.entries()) {
      s.fromMs += days * dayMs;
      s.endMs += days * dayMs;
      if (s.key >= 0) s.key += days * 32;
      s.cutFen += times * (s.cutFen - before[i]!);
      s.cutToMs += days * dayMs;
    }
    this.nextMs += days * dayMs;
  }

  #open(state: CapState, atMs: number): void {
    this.#write(state);
    const { cap, mask } = state.ready;
    const isShared = cap.isShared === true && this.#linked.length > 0;
    const anchorMs = isShared ? this.#linked[0]!.enteredAtMs : this.#entryMs;
    const stretch = stretchOf(cap.scope, atMs, anchorMs, this.#clock, this.#timeline);
    state.fromMs = stretch.fromMs;
    state.endMs = stretch.toMs;
    state.nth = stretch.nth;
    const isOn = !cap.nth || (stretch.nth >= (cap.nth.from ?? 1) && stretch.nth <= (cap.nth.to ?? Infinity));
    state.limitFen = isOn ? cap.amountFen : Infinity;
    state.usedFen = 0;
    if (!isShared || stretch.fromMs >= this.#linkedMs) return;
    const prefixes = this.#plan.windows
      .filter((_, i) => (mask & (1 << i)) !== 0)
      .map((w) => `${this.#plan.plan.id}.${w.id}.`);
    for (const earlier of this.#linked) {
      for (const line of earlier.lines) {
        if (line.fromMs < stretch.fromMs || line.fromMs >= stretch.toMs) continue;
        const { rule } = line;
        const isCounted =
          rule === undefined ||
          rule === state.ready.rule ||
          (mask === -1 ? !outsideCaps.test(rule) : prefixes.some((prefix) => rule.startsWith(prefix)));
        if (isCounted) state.usedFen += line.amountFen;
      }
    }
    state.usedFen = Math.max(0, state.usedFen);
  }

  #write(state: CapState): void {
    if (state.cutFen === 0) return;
    const { cap, rule } = state.ready;
    const limit = moneyText(cap.amountFen, this.#plan.currency);
    this.#sheet.note(state.cutFromMs, state.cutToMs, rule, -state.cutFen, {
      zh: `${cap.name?.zh ?? '封顶'} ${limit.zh}`,
      en: `${cap.name?.en ?? 'Cap'} ${limit.en}`,
    });
    state.cutFen = 0;
  }
}
