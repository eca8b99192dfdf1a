import type { ZoneClock } from '../period.ts';
import { CapBook } from './cap.ts';
import type { ReadyPlan, ReadyStep } from './compile.ts';
import { Cycle } from './cycle.ts';
import { FreeBook } from './free.ts';
import type { LineSheet } from './line.ts';
import { Position } from './position.ts';
import { stretchOf } from './scope.ts';
import type { Calendar, Covered, EarlierStay } from './stay.ts';
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
};

/** Stays longer than this, in ms, are checked for repetition. */
const longMs = 62 * 86_400_000;

/** Returns the units in a span: the whole ones, plus the last one started once `partMs` of it is used. */
function unitsIn(spanMs: number, step: ReadyStep): number {
  const whole = Math.floor(spanMs / step.unitMs);
  const rest = spanMs - whole * step.unitMs;
  return rest > 0 && rest >= step.partMs ? whole + 1 : whole;
}

/** Charges the time from `fromMs` to `toMs` by a plan's windows, ladders, free time and caps, adding lines to the sheet. */
export function meter(plan: ReadyPlan, run: Run, fromMs: number, toMs: number, sheet: LineSheet): void {
  const { clock, covered } = run;
  const timeline = new Timeline(plan, clock, run.calendar);
  const caps = new CapBook(plan, clock, timeline, sheet, fromMs, run.linked);
  const free = new FreeBook(plan, clock, timeline, fromMs, toMs, run.linked, covered);
  const position = new Position(plan, fromMs);
  const cycle =
    toMs - fromMs > longMs ? new Cycle(plan, fromMs, toMs, { timeline, position, free, caps, sheet }) : undefined;
  const id = plan.plan.id;
  const restartsPerWindow = plan.restart.per === 'window';
  let occurrence = -1;
  let nextCovered = 0;
  if (!run.hasFree) free.endMs = Infinity;

  let t = fromMs;
  while (t < toMs) {
    timeline.seek(t, toMs);
    if (t >= position.restartMs) {
      const stretch = stretchOf(plan.restart, t, fromMs, clock, timeline);
      if (position.restartMs > -Infinity) position.restart(Math.max(fromMs, stretch.fromMs));
      position.restartMs = stretch.toMs;
    }
    if (timeline.occurrence !== occurrence) {
      if (restartsPerWindow && occurrence >= 0)
        position.restart(plan.border === 'start' ? t : Math.max(fromMs, timeline.startMs));
      if (occurrence >= 0) caps.leaveWindow();
      occurrence = timeline.occurrence;
    }
    if (t >= free.endMs) free.turn(t);
    if (t >= caps.nextMs) {
      caps.turn(t);
      // Later stays derive the stretch of a line from its beginning.
      if (plan.hasSharing) sheet.seal();
    }

    // A unit never extends beyond `stopMs`; `borderMs` ends it, unless units belong to the window in which they start.
    const stopMs = Math.min(toMs, position.restartMs);
    let borderMs = Math.min(timeline.endMs, free.endMs);
    while (nextCovered < covered.length && covered[nextCovered]!.toMs <= t) nextCovered++;
    const cover = covered[nextCovered];
    if (cycle !== undefined && t >= cycle.nextMs && (cover === undefined || cover.fromMs > t)) {
      const ahead = cycle.check(t, Math.min(toMs, cover?.fromMs ?? toMs), clock);
      if (ahead > t) {
        t = ahead;
        continue;
      }
    }
    if (cover !== undefined) {
      if (cover.fromMs <= t) {
        const end = Math.min(stopMs, borderMs, cover.toMs);
        sheet.note(t, end, `${id}.covered`, 0, cover.reason ?? coveredText);
        free.pass(end - t);
        cycle?.reset();
        t = end;
        continue;
      }
      borderMs = Math.min(borderMs, cover.fromMs);
    }

    const window = timeline.window;
    const steps = window < 0 ? undefined : plan.windows[window]!.steps;
    if (steps === undefined || steps.length === 0) {
      const end = Math.min(stopMs, borderMs);
      sheet.note(t, end, `${id}.closed`, 0, closedText);
      free.pass(end - t);
      t = end;
      continue;
    }
    if (free.isFree || free.leftMs > 0) {
      const end = free.isFree ? Math.min(stopMs, borderMs) : Math.min(stopMs, borderMs, t + free.leftMs);
      sheet.note(t, end, `${id}.free`, 0, freeText);
      if (!free.isFree) free.leftMs -= end - t;
      t = end;
      continue;
    }

    const state = position.windows[window]!;
    const clockMs =
      plan.counts === 'all' ? t - position.clockFromMs : plan.counts === 'charged' ? position.chargedMs : state.clockMs;
    let index = 0;
    while (index < steps.length && clockMs >= steps[index]!.endMs) index++;
    const step = steps[index];
    if (step === undefined) {
      const end = Math.min(stopMs, borderMs);
      sheet.note(t, end, `${id}.closed`, 0, closedText);
      t = end;
      continue;
    }

    const leftMs = step.endMs - clockMs;
    let spanMs = Math.min(leftMs, borderMs - t, stopMs - t);
    let units: number;
    if (step.isBlock) {
      if (plan.border === 'start' && leftMs < Infinity) spanMs = Math.min(leftMs, stopMs - t);
      const key = plan.border === 'carry' ? 0 : timeline.occurrenceKey();
      units = state.blockKey === key && state.blockStep === index ? 0 : 1;
      state.blockKey = key;
      state.blockStep = index;
    } else if (step.partMs < 0) {
      spanMs = Math.min(spanMs, caps.nextMs - t);
      units = spanMs / step.unitMs;
    } else {
      // Units belong to the stretch of a cap in which they start.
      const startsMs = Math.min(spanMs, caps.nextMs - t);
      if (plan.border === 'start') {
        spanMs = Math.min(Math.ceil(startsMs / step.unitMs) * step.unitMs, stopMs - t);
      } else if (plan.border === 'carry') {
        if (state.carryStep !== index) {
          state.carryStep = index;
          state.carryMs = 0;
          state.carryUnits = 0;
        }
        const before = state.carryMs % step.unitMs;
        if (startsMs < spanMs)
          spanMs = Math.min(spanMs, Math.ceil((before + startsMs) / step.unitMs) * step.unitMs - before);
      } else if (startsMs < spanMs) {
        spanMs = Math.min(spanMs, Math.ceil(startsMs / step.unitMs) * step.unitMs);
      }
      if (plan.border === 'carry') {
        state.carryMs += spanMs;
        units = unitsIn(state.carryMs, step) - state.carryUnits;
        state.carryUnits += units;
      } else {
        units = unitsIn(spanMs, step);
      }
    }

    const end = t + spanMs;
    // Whole units first, so that the share of the last one stays exact.
    const whole = Math.floor(units);
    const amountFen =
      units === whole
        ? units * step.priceFen
        : whole * step.priceFen + (step.priceFen * (spanMs - whole * step.unitMs)) / step.unitMs;
    sheet.charge(t, end, step.rule, units, step.priceFen, amountFen, step.text);
    if (amountFen > 0) caps.admit(amountFen, t, end);
    position.chargedMs += spanMs;
    state.clockMs += spanMs;
    t = end;
  }
  caps.close();
}
