import type { ZoneClock } from '../period.ts';
import { CapBook } from './cap.ts';
import type { ReadyPlan, ReadyStep } from './compile.ts';
import { Cycle } from './cycle.ts';
import { capWeight } from './effort.ts';
import { FreeBook } from './free.ts';
import type { LineSheet } from './line.ts';
import { carriedBlock, Position, type WindowPosition } from './position.ts';
import { stretchOf } from './scope.ts';
import type { Calendar, Covered, EarlierStay } from './stay.ts';
import type { Tally } from './tally.ts';
import type { Text } from './tariff.ts';
import { Timeline } from './timeline.ts';

const freeText: Text = { zh: '免费时间', en: 'Free time' };
const coveredText: Text = { zh: '已另行计费', en: 'Covered elsewhere' };
const closedText: Text = { zh: '不收费时段', en: 'No charge' };

/** What the meter needs from a stay in addition to its plan. */
export type Run = {
  clock: ZoneClock;
  calendar: Calendar | undefined;
  /** Sorted, not overlapping. */
  covered: readonly Covered[];
  /** Linked stays, oldest first. */
  linked: readonly EarlierStay[];
  hasFree: boolean;
  tally: Tally | undefined;
  /** Position of the part before, where the ladders continue, and the entry from which its stretches are counted. */
  continued?: { position: Position; entryMs: number };
};

/** Stays longer than this, in ms, are checked for repetition. */
const longMs = 62 * 86_400_000;

/** Returns the units in a span: the whole ones, plus the last one started once `partMs` of it is used. */
function unitsIn(spanMs: number, step: ReadyStep): number {
  const whole = Math.floor(spanMs / step.unitMs);
  const rest = spanMs - whole * step.unitMs;
  return rest > 0 && rest >= step.partMs ? whole + 1 : whole;
}

/** Whether an interrupted unit is charged already. */
function isCounted(step: ReadyStep, state: WindowPosition): boolean {
  return state.carryUnits > Math.floor(state.carryMs / step.unitMs);
}

/** Whether an interrupted unit belongs to its step although the step has ended. */
function isUnderWay(step: ReadyStep, state: WindowPosition): boolean {
  const isOpen = step.endUnits === Infinity || isCounted(step, state);
  return step.isFinished && state.carryMs % step.unitMs > 0 && isOpen;
}

/** Returns the time left of a step, of which `leftMs` remain by its end in time; units that it completes may go beyond. */
function leftOf(step: ReadyStep, index: number, state: WindowPosition, leftMs: number, counted: number): number {
  const { unitMs } = step;
  if (!step.isFinished || step.isBlock || step.partMs < 0 || (leftMs === Infinity && step.endUnits === Infinity))
    return leftMs;
  const isCarried = step.border === 'carry' && state.carryStep === index;
  const begunMs = isCarried ? state.carryMs % unitMs : 0;
  if (step.endUnits === Infinity) return Math.ceil((begunMs + Math.max(0, leftMs)) / unitMs) * unitMs - begunMs;
  const unitsLeft = Math.max(0, step.endUnits - counted) + (isCarried && isCounted(step, state) ? 1 : 0);
  return unitsLeft * unitMs - begunMs;
}

/** Charges the time from `fromMs` to `toMs` by a plan's windows, ladders, free time and caps, adding lines to the sheet. */
export function meter(plan: ReadyPlan, run: Run, fromMs: number, toMs: number, sheet: LineSheet): void {
  new Meter(plan, run, fromMs, toMs, sheet).run();
}

class Meter {
  readonly #plan: ReadyPlan;
  readonly #clock: ZoneClock;
  readonly #covered: readonly Covered[];
  readonly #fromMs: number;
  /** Start of the clock, and of the stretches from entry. */
  readonly #entryMs: number;
  readonly #toMs: number;
  readonly #sheet: LineSheet;
  readonly #timeline: Timeline;
  readonly #caps: CapBook;
  readonly #free: FreeBook;
  readonly #position: Position;
  readonly #cycle: Cycle | undefined;
  readonly #tally: Tally | undefined;
  #occurrence = -1;
  #nextCovered = 0;
  /** No unit extends beyond it. */
  #stopMs = 0;
  /** It ends a unit, unless units belong to the window in which they start. */
  #borderMs = 0;

  constructor(plan: ReadyPlan, run: Run, fromMs: number, toMs: number, sheet: LineSheet) {
    const { clock, covered, linked, continued } = run;
    const entryMs = continued?.entryMs ?? fromMs;
    const timeline = new Timeline(plan, clock, run.calendar);
    this.#plan = plan;
    this.#clock = clock;
    this.#covered = covered;
    this.#fromMs = fromMs;
    this.#entryMs = entryMs;
    this.#toMs = toMs;
    this.#sheet = sheet;
    this.#tally = run.tally;
    this.#timeline = timeline;
    this.#caps = new CapBook(plan, clock, timeline, sheet, entryMs, linked);
    this.#free = new FreeBook(plan, clock, timeline, fromMs, toMs, linked, covered);
    this.#position = continued?.position ?? new Position(plan, fromMs);
    const books = { timeline, position: this.#position, free: this.#free, caps: this.#caps, sheet };
    this.#cycle = toMs - fromMs > longMs ? new Cycle(plan, fromMs, toMs, books) : undefined;
    if (!run.hasFree) this.#free.endMs = Infinity;
    if (fromMs > entryMs && plan.restart.per === 'window') this.#position.restart(fromMs);
  }

  run(): void {
    let steps = 0;
    for (let t = this.#fromMs; t < this.#toMs; steps++) {
      this.#begin(t);
      t = this.#advance(t);
    }
    this.#caps.close();
    if (this.#tally) this.#tally.steps += steps * capWeight(this.#plan) + this.#free.walked;
  }

  /** Restarts or opens whatever begins at an instant: the clock, a window, free time, caps. */
  #begin(t: number): void {
    const timeline = this.#timeline;
    timeline.seek(t, this.#toMs);
    if (t >= this.#position.restartMs) this.#restartClock(t);
    if (t >= this.#position.cutMs) this.#cutUnits(t);
    if (timeline.occurrence !== this.#occurrence) this.#changeWindow(t);
    if (t >= this.#free.endMs) this.#free.turn(t);
    if (t >= this.#caps.nextMs) {
      this.#caps.turn(t);
      // Later stays derive the stretch of a line from its beginning.
      if (this.#plan.hasSharing) this.#sheet.seal();
    }
    this.#stopMs = Math.min(this.#toMs, this.#position.restartMs, this.#position.cutMs);
    this.#borderMs = Math.min(timeline.endMs, this.#free.endMs);
  }

  #restartClock(t: number): void {
    const position = this.#position;
    const { fromMs, toMs } = stretchOf(this.#plan.restart, t, this.#entryMs, this.#clock, this.#timeline);
    if (fromMs > position.clockFromMs) {
      position.restart(fromMs);
      // A block of hours may have passed the restart.
      if (fromMs < this.#fromMs) position.pass(this.#fromMs - fromMs);
    }
    position.restartMs = toMs;
  }

  #cutUnits(t: number): void {
    const position = this.#position;
    if (position.cutMs > -Infinity) position.endUnits();
    position.cutMs = stretchOf(this.#plan.cut!, t, this.#entryMs, this.#clock, this.#timeline).toMs;
  }

  #changeWindow(t: number): void {
    const { occurrence, startMs } = this.#timeline;
    if (this.#occurrence >= 0) {
      if (this.#plan.restart.per === 'window')
        this.#position.restart(this.#plan.hasOverrun ? t : Math.max(this.#fromMs, startMs));
      this.#caps.leaveWindow();
    }
    this.#occurrence = occurrence;
  }

  /** Adds the next part to the sheet; returns its end. */
  #advance(t: number): number {
    const cover = this.#nextCover(t);
    const aheadMs = this.#skipRepetition(t, cover);
    if (aheadMs > t) return aheadMs;
    if (cover !== undefined) {
      if (cover.fromMs <= t) return this.#passCovered(t, cover);
      this.#borderMs = Math.min(this.#borderMs, cover.fromMs);
    }
    const { window } = this.#timeline;
    const steps = window < 0 ? undefined : this.#plan.windows[window]!.steps;
    if (steps === undefined || steps.length === 0) {
      const endMs = this.#passClosed(t);
      this.#free.pass(endMs - t);
      return endMs;
    }
    if (this.#free.isFree || this.#free.leftMs > 0) return this.#passFree(t);
    const state = this.#position.windows[window]!;
    const clockMs = this.#clockAt(t, state);
    const counted = this.#plan.counts === 'window' ? state.units : this.#position.units;
    let index = 0;
    while (index < steps.length && (clockMs >= steps[index]!.endMs || counted >= steps[index]!.endUnits)) index++;
    if (state.carryStep >= 0 && state.carryStep < index && isUnderWay(steps[state.carryStep]!, state))
      index = state.carryStep;
    const step = steps[index];
    if (step === undefined) return this.#passClosed(t);
    return this.#charge(t, step, index, state, leftOf(step, index, state, step.endMs - clockMs, counted));
  }

  /** Returns the covered time that contains or follows an instant. */
  #nextCover(t: number): Covered | undefined {
    const covered = this.#covered;
    while (this.#nextCovered < covered.length && covered[this.#nextCovered]!.toMs <= t) this.#nextCovered++;
    return covered[this.#nextCovered];
  }

  /** Returns the end of the repetition that the sheet takes over from earlier days; `t` where there is none. */
  #skipRepetition(t: number, cover: Covered | undefined): number {
    const cycle = this.#cycle;
    if (cycle === undefined || t < cycle.nextMs || (cover !== undefined && cover.fromMs <= t)) return t;
    return cycle.check(t, Math.min(this.#toMs, cover?.fromMs ?? this.#toMs), this.#clock);
  }

  #passCovered(t: number, cover: Covered): number {
    const endMs = Math.min(this.#stopMs, this.#borderMs, cover.toMs);
    this.#sheet.note(t, endMs, `${this.#plan.plan.id}.covered`, 0, cover.reason ?? coveredText);
    this.#free.pass(endMs - t);
    this.#cycle?.reset();
    return endMs;
  }

  #passClosed(t: number): number {
    const endMs = Math.min(this.#stopMs, this.#borderMs);
    this.#sheet.note(t, endMs, `${this.#plan.plan.id}.closed`, 0, closedText);
    return endMs;
  }

  #passFree(t: number): number {
    const free = this.#free;
    const borderMs = Math.min(this.#stopMs, this.#borderMs);
    const endMs = free.isFree ? borderMs : Math.min(borderMs, t + free.leftMs);
    this.#sheet.note(t, endMs, `${this.#plan.plan.id}.free`, 0, freeText);
    if (!free.isFree) free.leftMs -= endMs - t;
    return endMs;
  }

  /** Returns the reading of the clock by which the steps of the window are chosen. */
  #clockAt(t: number, state: WindowPosition): number {
    const { counts } = this.#plan;
    if (counts === 'all') return t - this.#position.clockFromMs;
    return counts === 'charged' ? this.#position.chargedMs : state.clockMs;
  }

  /** Charges units of a step that has `leftMs` left; returns the end of the last unit. */
  #charge(t: number, step: ReadyStep, index: number, state: WindowPosition, leftMs: number): number {
    if (step.border === 'carry' && !step.isBlock && step.partMs >= 0 && state.carryStep !== index) {
      state.carryStep = index;
      state.carryMs = 0;
      state.carryUnits = 0;
    }
    const spanMs = this.#spanOf(t, step, state, leftMs);
    const units = this.#unitsOf(spanMs, step, index, state);
    const endMs = t + spanMs;
    // Whole units first, so that the share of the last one stays exact.
    const whole = Math.floor(units);
    const amountFen =
      units === whole
        ? units * step.priceFen
        : whole * step.priceFen + (step.priceFen * (spanMs - whole * step.unitMs)) / step.unitMs;
    this.#sheet.charge(t, endMs, step.rule, units, step.priceFen, amountFen, step.text);
    if (amountFen > 0) this.#caps.admit(amountFen, t, endMs);
    this.#position.chargedMs += spanMs;
    state.clockMs += spanMs;
    if (step.partMs >= 0) {
      this.#position.units += units;
      state.units += units;
    }
    return endMs;
  }

  /** Returns the time of a step that can be charged at once. */
  #spanOf(t: number, step: ReadyStep, state: WindowPosition, leftMs: number): number {
    const { border, unitMs } = step;
    const leftToStopMs = this.#stopMs - t;
    const spanMs = Math.min(leftMs, this.#borderMs - t, leftToStopMs);
    if (step.isBlock) return border === 'start' && leftMs < Infinity ? Math.min(leftMs, leftToStopMs) : spanMs;
    // Units belong to the stretch of a cap in which they start.
    const startsMs = Math.min(spanMs, this.#caps.nextMs - t);
    if (step.partMs < 0) return startsMs;
    if (border === 'start') return Math.min(Math.ceil(startsMs / unitMs) * unitMs, leftToStopMs);
    if (startsMs >= spanMs) return spanMs;
    const begunMs = border === 'carry' ? state.carryMs % unitMs : 0;
    return Math.min(spanMs, Math.ceil((begunMs + startsMs) / unitMs) * unitMs - begunMs);
  }

  /** Returns the units that a span of a step adds. */
  #unitsOf(spanMs: number, step: ReadyStep, index: number, state: WindowPosition): number {
    const { border } = step;
    if (step.isBlock) {
      const key = border === 'carry' ? carriedBlock : this.#timeline.occurrenceKey();
      const isCharged = state.blockKey === key && state.blockStep === index;
      state.blockKey = key;
      state.blockStep = index;
      return isCharged ? 0 : 1;
    }
    if (step.partMs < 0) return spanMs / step.unitMs;
    if (border !== 'carry') return unitsIn(spanMs, step);
    state.carryMs += spanMs;
    const units = unitsIn(state.carryMs, step) - state.carryUnits;
    state.carryUnits += units;
    return units;
  }
}
