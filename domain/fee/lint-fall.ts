import { dayMs, dayOfKey } from '../period.ts';
import { isChosenDay, isInSeason } from './choice.ts';
import { minuteMs, minutesOf } from './compile.ts';
import type { Plan, Scope, Tariff } from './tariff.ts';
import { moneyText } from './text.ts';
import { calendar, exampleDays, exampleOf, type LintFinding, trialStay, type Work, yearDays } from './trial.ts';

/** Returns the sample days: one of each kind, plus one for each season and choice of entry days without one. */
function fallDays({ plans }: Tariff): number[] {
  const choices = plans.flatMap(({ when, windows, marks }) => [
    { days: when?.entryDays, season: when?.season },
    ...windows.map(({ days, season }) => ({ days, season })),
    ...(marks ?? []).map(({ days }) => ({ days, season: undefined })),
  ]);
  const bound = new Map(choices.filter((one) => one.days || one.season).map((one) => [JSON.stringify(one), one]));
  // If all days are equal, one of them is enough.
  if (bound.size === 0) return [dayOfKey(exampleDays.workday)];
  const found = Object.values(exampleDays).map(dayOfKey);
  for (const { days, season } of bound.values()) {
    const holds = (day: number) => isInSeason(day, season) && isChosenDay(day, days, calendar);
    if (found.some(holds)) continue;
    const day = yearDays.find(holds);
    if (day !== undefined) found.push(day);
  }
  return found;
}

/** Returns the minutes of the day at which something in a tariff changes. */
function boundaries({ plans }: Tariff): Set<number> {
  const starts = (scope: Scope | undefined) => (scope?.per === 'day' ? scope.startsAt : undefined);
  const times = plans.flatMap(({ when, windows, marks, caps, clock, free }) => [
    when?.enteredBetween?.from,
    when?.enteredBetween?.to,
    when?.leftBy?.at,
    ...windows.flatMap(({ from, to }) => [from, to]),
    ...(marks ?? []).map(({ at }) => (at === 'entry' ? undefined : at)),
    ...(caps ?? []).map(({ scope }) => starts(scope)),
    starts(clock?.restart),
    starts(free?.scope),
  ]);
  return new Set(times.filter((time) => time !== undefined).map((time) => minutesOf(time) % 1440));
}

/** Returns the sample entries: every two hours, and just before, at and after each boundary, in an order that spreads them. */
function* trialEntries(tariff: Tariff): Generator<number> {
  const minutes = new Set(Array.from({ length: 12 }, (_, i) => i * 120 + 10));
  for (const minute of boundaries(tariff)) {
    for (const shift of [-1, 0, 1]) minutes.add((minute + shift + 1440) % 1440);
  }
  const days = fallDays(tariff);
  const times = [...minutes];
  const count = times.length * days.length;
  // Steps of a golden section cover days and times evenly, however few of them are tried.
  let step = Math.max(1, Math.round(count * 0.618034));
  while (commonDivisor(step, count) > 1) step++;
  for (let i = 0, place = 0; i < count; i++, place = (place + step) % count) {
    yield days[place % days.length]! * dayMs + times[Math.floor(place / days.length)]! * minuteMs;
  }
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** Returns the lengths in minutes at which the price may change after an entry, beyond the days that are sampled throughout. */
function turningMinutes({ plans }: Tariff, entryMs: number): number[] {
  const entryMinute = (entryMs / minuteMs) % 1440;
  return plans.flatMap(({ when, whole, caps }) => {
    const { at, nth = 1 } = when?.leftBy ?? {};
    const clock = at === undefined ? undefined : (minutesOf(at) - entryMinute + 1440) % 1440;
    return [
      whole ? whole.hours * 60 : undefined,
      when?.atMostMinutes,
      clock === undefined ? undefined : (clock === 0 ? 1440 : clock) + (nth - 1) * 1440,
      ...(caps ?? []).map(({ scope }) => (scope.per === 'hours' ? scope.hours * 60 : undefined)),
    ].filter((minutes) => minutes !== undefined);
  });
}

/** Whether a longer stay can cost less at all: whole blocks are cheaper than their parts, or the length decides the plan. */
function canFall({ plans }: Tariff, plan: Plan): boolean {
  return (
    plan.whole !== undefined ||
    plans.some(({ when }) => when?.atMostMinutes !== undefined || when?.leftBy !== undefined)
  );
}

/**
 * Finds fees that fall as time passes: samples quarter hours up to three days and later price changes; one finding per plan. Stops when the
 * work is spent.
 */
export function lintFalls(tariff: Tariff, plan: Plan, path: string, work: Work): LintFinding[] {
  if (!canFall(tariff, plan)) return [];
  const quarters = Array.from({ length: 3 * 96 + 1 }, (_, i) => (i + 1) * 15);
  for (const entry of trialEntries(tariff)) {
    const later = turningMinutes(tariff, entry).filter((minutes) => minutes > quarters.at(-1)!);
    const finding = fallAfter(tariff, plan, path, entry, [...quarters, ...later.sort((a, b) => a - b)], work);
    if (finding) return [finding];
    if (work.isCut) break;
  }
  return [];
}

/** Returns the first fall among stays from one entry. */
function fallAfter(
  tariff: Tariff,
  plan: Plan,
  path: string,
  entry: number,
  turns: readonly number[],
  work: Work,
): LintFinding | undefined {
  let last = 0;
  let lastMinutes = 0;
  for (const turn of turns) {
    // Units and blocks change one minute after a full hour, cheaper blocks begin at the full hour.
    for (const minutes of [turn - 1, turn, turn + 1]) {
      const fee = work.price(tariff, trialStay(plan, entry, minutes))?.totalFen;
      if (fee === undefined) return undefined;
      if (fee >= last) {
        last = fee;
        lastMinutes = minutes;
        continue;
      }
      const [before, after] = [moneyText(last, tariff.currency), moneyText(fee, tariff.currency)];
      const shorter = exampleOf(trialStay(plan, entry, lastMinutes));
      const longer = exampleOf(trialStay(plan, entry, minutes));
      const [from, to, then] = [shorter.entry, shorter.exit, longer.exit].map((time) => time.replace('T', ' '));
      return {
        severity: 'warning',
        code: 'fee-falls',
        path,
        zh: `停得更久反而更便宜：${from}入场，${to}离场${before.zh}，${then}离场${after.zh}`,
        en: `A longer stay costs less: entered ${from}, ${before.en} at ${to}, ${after.en} at ${then}`,
        example: longer,
      };
    }
  }
  return undefined;
}
