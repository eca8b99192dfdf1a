import { type ZoneClock, zoneClock } from '../period.ts';
import { spotKindWords, unknownSpot } from '../spot-kind.ts';
import { isChosenDay } from './choice.ts';
import { hourMs, minuteMs, minutesOf, type ReadyPlan } from './compile.ts';
import { instantOfMinute } from './day.ts';
import { LineSheet } from './line.ts';
import { meter, type Run } from './meter.ts';
import { Position } from './position.ts';
import { choosePlan, linkedStays } from './select.ts';
import type { Covered, PricedStay, Stay } from './stay.ts';
import type { Tally } from './tally.ts';
import type { Tariff } from './tariff.ts';
import { durationText } from './text.ts';

/** A longer stay indicates wrong times. */
const longestMs = 100 * 366 * 24 * hourMs;

const none: readonly never[] = [];

/** Rule of the line that says that a stay meets no plan. */
export const NO_PLAN = 'no-plan';

/** Sorts covered parts, clips them to the stay and joins adjacent ones. */
function tidyCovered(covered: readonly Covered[] | undefined, fromMs: number, toMs: number): readonly Covered[] {
  if (covered === undefined || covered.length === 0) return none;
  const parts: Covered[] = [];
  for (const part of [...covered].sort((a, b) => a.fromMs - b.fromMs)) {
    const from = Math.max(part.fromMs, fromMs, parts[parts.length - 1]?.toMs ?? fromMs);
    const to = Math.min(part.toMs, toMs);
    if (from < to) parts.push({ ...part, fromMs: from, toMs: to });
  }
  return parts;
}

/** Charges whole blocks of hours at their price and the rest by the meter; a partly covered block is metered too. */
function chargeBlocks(plan: ReadyPlan, run: Run, fromMs: number, toMs: number, sheet: LineSheet): void {
  const whole = plan.whole;
  if (!whole) {
    meter(plan, run, fromMs, toMs, sheet);
    return;
  }
  const lengthMs = whole.hours * hourMs;
  const length = durationText(whole.hours * 60);
  const text = { zh: `每满${length.zh}`, en: `Every full ${length.en}` };
  const continued = whole.rest === 'continue' ? { position: new Position(plan, fromMs), entryMs: fromMs } : undefined;
  let t = fromMs;
  while (t < toMs) {
    const cover = run.covered.find((c) => c.toMs > t);
    const blocks = Math.floor((Math.min(toMs, cover?.fromMs ?? toMs) - t) / lengthMs);
    if (blocks > 0) {
      sheet.charge(
        t,
        t + blocks * lengthMs,
        `${plan.plan.id}.whole`,
        blocks,
        whole.amountFen,
        blocks * whole.amountFen,
        text,
      );
      t += blocks * lengthMs;
      continued?.position.pass(blocks * lengthMs);
      continued?.position.endUnits();
      continue;
    }
    const end = Math.min(toMs, t + lengthMs);
    meter(plan, { ...run, hasFree: run.hasFree && t === fromMs, ...(continued ? { continued } : {}) }, t, end, sheet);
    t = end;
  }
}

/** Adds the amounts due at entry, and at the times of day the car sees inside; the part priced before, if any, ended at `afterMs`. */
function chargeMarks(
  plan: ReadyPlan,
  run: Run,
  [fromMs, toMs]: readonly [number, number],
  afterMs: number,
  sheet: LineSheet,
): void {
  for (const mark of plan.marks) {
    const rule = `${plan.plan.id}.mark.${mark.id}`;
    const text =
      mark.name ?? (mark.at === 'entry' ? { zh: '入场', en: 'Entry' } : { zh: `过${mark.at}`, en: `Past ${mark.at}` });
    if (mark.at === 'entry') {
      if (isChosenDay(run.clock.dayOf(fromMs), mark.days, run.calendar))
        sheet.charge(fromMs, fromMs, rule, 1, mark.amountFen, mark.amountFen, text);
      continue;
    }
    const { from = 1, to = Infinity } = mark.nth ?? {};
    const minute = minutesOf(mark.at);
    let seen = 0;
    let count = 0;
    let first = fromMs;
    let last = fromMs;
    for (let day = run.clock.dayOf(fromMs); seen < to; day++) {
      const at = instantOfMinute(run.clock, day, minute);
      if (at > toMs || (at === toMs && !mark.includesExit)) break;
      if (run.tally) run.tally.steps++;
      if (at < fromMs || !isChosenDay(day, mark.days, run.calendar)) continue;
      // As the exit of the part before, it is already charged.
      if (at === afterMs && mark.includesExit) continue;
      if (run.covered.some((c) => c.fromMs <= at && (at < c.toMs || c.toMs === toMs))) continue;
      seen++;
      if (seen < from) continue;
      if (count === 0) first = at;
      last = at;
      count++;
    }
    if (count > 0) sheet.charge(first, last, rule, count, mark.amountFen, count * mark.amountFen, text);
  }
}

/** Prices the time from `fromMs` to `toMs` as one stay; `afterMs` is the end of the part priced before, which had the free time. */
function charge(
  tariff: Tariff,
  stay: Stay,
  [fromMs, toMs]: readonly [number, number],
  afterMs: number | undefined,
  clock: ZoneClock,
  sheet: LineSheet,
): void {
  const plan = choosePlan(tariff, stay, fromMs, toMs, clock);
  if (toMs <= fromMs) return;
  if (!plan) {
    sheet.note(fromMs, toMs, NO_PLAN, 0, {
      zh: '没有适用的收费方案，未收费',
      en: 'No plan applies, so nothing is charged',
    });
    return;
  }
  const run: Run = {
    clock,
    calendar: stay.calendar,
    covered: tidyCovered(stay.covered, fromMs, toMs),
    linked: plan.hasSharing ? linkedStays(tariff.linking, stay, fromMs, clock) : none,
    hasFree: afterMs === undefined,
    tally: sheet.tally,
  };
  const before = sheet.total();
  if (plan.plan.when?.spotKinds) {
    const { zh, en } = spotKindWords(stay.spotKind ?? unknownSpot);
    sheet.note(fromMs, fromMs, `${plan.plan.id}.spot`, 0, { zh: `按${zh}计费`, en: `Price of: ${en}` });
  }
  chargeBlocks(plan, run, fromMs, toMs, sheet);
  if (plan.marks.length > 0 && toMs - fromMs > (afterMs === undefined ? plan.freeMs : 0))
    chargeMarks(plan, run, [fromMs, toMs], afterMs ?? Number.NaN, sheet);
  const { percent, minimumFen } = plan.plan;
  if (percent !== undefined && percent !== 100) {
    const amount = sheet.total() - before;
    const yuan = Math.floor(amount / 100);
    // Whole yuan apart, so that the product of the largest amounts stays exact.
    const cut = yuan * (percent - 100) + ((amount - yuan * 100) * (percent - 100)) / 100;
    if (cut !== 0)
      sheet.note(fromMs, toMs, `${plan.plan.id}.percent`, cut, {
        zh: `按${percent}%计`,
        en: `${percent} % of the amount`,
      });
  }
  if (minimumFen !== undefined) {
    const amount = sheet.total() - before;
    // A rounding residue is not an amount.
    if (amount > 1e-6 && amount < minimumFen) {
      sheet.note(fromMs, toMs, `${plan.plan.id}.minimum`, minimumFen - amount, {
        zh: '最低收费',
        en: 'Minimum charge',
      });
    }
  }
}

/** Rounds the total to the tariff's money unit, with a separate line. */
function roundTotal(tariff: Tariff, fromMs: number, toMs: number, sheet: LineSheet): void {
  const { rounding } = tariff;
  if (!rounding) return;
  const exact = sheet.total();
  const units = exact / rounding.toFen;
  const slack = 1e-6 / rounding.toFen;
  const whole =
    rounding.mode === 'up'
      ? Math.ceil(units - slack)
      : rounding.mode === 'down'
        ? Math.floor(units + slack)
        : Math.floor(units + 0.5 + slack);
  const rest = whole * rounding.toFen - exact;
  if (Math.abs(rest) > 1e-6) sheet.note(fromMs, toMs, 'rounding', rest, { zh: '取整', en: 'Rounding' });
}

/**
 * Prices a stay: the fee at exit, the fee so far, or what remains due after a pre-payment. The lines add up to `totalFen`. An exit before
 * the entry is priced as an empty stay. Throws RangeError for an unknown zone and for times that are invalid or over 100 years apart. The
 * tariff must not be changed afterwards. The work is added to `tally`, if one is given.
 */
export function priceStay(tariff: Tariff, stay: Stay, tally?: Tally): PricedStay {
  const clock = zoneClock(stay.zone);
  const isCut = tariff.seconds === 'drop';
  const fromMs = isCut ? Math.floor(stay.enteredAtMs / minuteMs) * minuteMs : stay.enteredAtMs;
  const toMs = Math.max(fromMs, isCut ? Math.floor(stay.exitAtMs / minuteMs) * minuteMs : stay.exitAtMs);
  if (!(toMs - fromMs <= longestMs)) throw new RangeError('A stay needs an entry and an exit at most 100 years apart.');
  const sheet = new LineSheet(tariff.version, tally);
  const paid = stay.paid;
  let paidFen = 0;
  if (paid === undefined || paid.length === 0) {
    charge(tariff, stay, [fromMs, toMs], undefined, clock, sheet);
  } else {
    for (const payment of paid) paidFen += payment.amountFen;
    chargePaid(tariff, stay, fromMs, toMs, clock, sheet);
  }
  roundTotal(tariff, fromMs, toMs, sheet);
  const { totalFen, lines } = sheet.settle();
  return { totalFen, paidFen, dueFen: Math.max(0, totalFen - paidFen), lines };
}

/** Prices a stay with payments before its end: the time to the last payment, the grace after it, and the rest. */
function chargePaid(
  tariff: Tariff,
  stay: Stay,
  fromMs: number,
  toMs: number,
  clock: ZoneClock,
  sheet: LineSheet,
): void {
  const grace = tariff.grace;
  const graceMs = (grace?.minutes ?? 0) * minuteMs;
  const beyond = grace?.beyond ?? 'difference';
  const times = stay.paid!.map((p) => p.atMs).filter((at) => at >= fromMs && at <= toMs);
  let startMs = fromMs;
  let afterMs: number | undefined;
  let settledMs = Number.NaN;
  for (const at of times.sort((a, b) => a - b)) {
    // A payment within the grace of another does not start a new one.
    if (at <= settledMs + graceMs) continue;
    if (beyond !== 'difference') {
      charge(tariff, stay, [startMs, at], afterMs, clock, sheet);
      startMs = beyond === 'from-payment' ? at : Math.min(toMs, at + graceMs);
      afterMs = startMs === fromMs ? undefined : at;
    }
    settledMs = at;
  }
  if (toMs <= settledMs + graceMs) {
    if (beyond === 'difference') charge(tariff, stay, [fromMs, settledMs], undefined, clock, sheet);
    if (toMs > settledMs)
      sheet.note(settledMs, toMs, 'grace', 0, { zh: '缴费后离场时间', en: 'Time to leave after payment' });
    return;
  }
  charge(tariff, stay, [startMs, toMs], afterMs, clock, sheet);
}
