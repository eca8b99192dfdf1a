import { addDays, addMonths, dayMs, monthStart, zoneClock } from '@boyun/domain/period';

/** A stretch of time whose figures are wanted; both ends are epoch milliseconds, the end is outside. */
export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How a stretch is counted: full UTC days, thirds of them and hours from the statistics, the ends that are no full hour from the event log. */
export interface Cut {
  readonly days: Range | null;
  readonly thirds: readonly Range[];
  readonly hours: readonly Range[];
  readonly rest: readonly Range[];
}

const HOUR_MS = 3_600_000;
const THIRD_MS = 8 * HOUR_MS;

/** Cuts a stretch into full UTC days, the thirds of days before and after them, the full hours around those, and the rest. */
export function cutRange(range: Range): Cut {
  const { whole, ends: rest } = cutAt(range, HOUR_MS);
  if (!whole) return { days: null, thirds: [], hours: [], rest };
  const { whole: middle, ends: hours } = cutAt(whole, THIRD_MS);
  if (!middle) return { days: null, thirds: [], hours, rest };
  const { whole: days, ends: thirds } = cutAt(middle, dayMs);
  return { days, thirds, hours, rest };
}

/** The multiples of a unit within a stretch, and what is left at its ends. */
function cutAt({ fromMs, toMs }: Range, unitMs: number): { whole: Range | null; ends: Range[] } {
  if (fromMs >= toMs) return { whole: null, ends: [] };
  const first = Math.ceil(fromMs / unitMs) * unitMs;
  const last = Math.floor(toMs / unitMs) * unitMs;
  if (first >= last) return { whole: null, ends: [{ fromMs, toMs }] };
  const ends = [
    { fromMs, toMs: first },
    { fromMs: last, toMs },
  ];
  return { whole: { fromMs: first, toMs: last }, ends: ends.filter((one) => one.fromMs < one.toMs) };
}

/** Today in a zone: the whole day, and the same stretch until now of days before. */
export function dayRanges(nowMs: number, zone: string): { today: Range; yesterday: Range; lastWeek: Range } {
  const clock = zoneClock(zone);
  const day = clock.dayOf(nowMs);
  const until = (days: number): Range => ({
    fromMs: clock.dayStart(day - days),
    toMs: Math.min(addDays(nowMs, -days, zone), clock.dayStart(day - days + 1)),
  });
  return {
    today: { fromMs: clock.dayStart(day), toMs: clock.dayStart(day + 1) },
    yesterday: until(1),
    lastWeek: until(7),
  };
}

/** Hours a day has on a curve. A repeated hour of a clock change counts with the first, a skipped one stays empty. */
export const HOURS_OF_DAY = 24;

/** The local hours of a day, `daysAgo` before today. */
export function hourRanges(nowMs: number, zone: string, daysAgo: number): Range[] {
  const clock = zoneClock(zone);
  const day = clock.dayOf(nowMs) - daysAgo;
  const start = (hour: number) =>
    hour === 0
      ? clock.dayStart(day)
      : hour === HOURS_OF_DAY
        ? clock.dayStart(day + 1)
        : clock.instantOf(day * dayMs + hour * HOUR_MS);
  return Array.from({ length: HOURS_OF_DAY }, (_, hour) => ({ fromMs: start(hour), toMs: start(hour + 1) }));
}

/** Number of days of the daily curve. */
export const CURVE_DAYS = 14;

/** Number of months of the monthly curve. */
export const CURVE_MONTHS = 12;

/** Local months that end with the month `monthsAgo` before this one, oldest first. */
export function monthsRanges(nowMs: number, zone: string, monthsAgo: number): Range[] {
  const first = monthStart(nowMs, zone);
  const start = (months: number) => monthStart(addMonths(first, months, zone), zone);
  return Array.from({ length: CURVE_MONTHS }, (_, index) => {
    const month = index + 1 - CURVE_MONTHS - monthsAgo;
    return { fromMs: start(month), toMs: start(month + 1) };
  });
}

/** Local days that end with the day `daysAgo` before today, oldest first. */
export function daysRanges(nowMs: number, zone: string, daysAgo: number): Range[] {
  const clock = zoneClock(zone);
  const last = clock.dayOf(nowMs) - daysAgo;
  return Array.from({ length: CURVE_DAYS }, (_, index) => {
    const day = last - CURVE_DAYS + 1 + index;
    return { fromMs: clock.dayStart(day), toMs: clock.dayStart(day + 1) };
  });
}
