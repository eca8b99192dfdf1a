import { addDays, dayMs, zoneClock } from '@boyun/domain/period';

/** A stretch of time whose figures are wanted; both ends are epoch milliseconds, the end is outside. */
export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How a stretch is counted: full UTC hours from the statistics, the ends that are no full hour from the event log. */
export interface Cut {
  readonly hours: Range | null;
  readonly rest: readonly Range[];
}

const HOUR_MS = 3_600_000;

/** Cuts a stretch into full UTC hours and the rest before and after them. */
export function cutRange({ fromMs, toMs }: Range): Cut {
  if (fromMs >= toMs) return { hours: null, rest: [] };
  const first = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const last = Math.floor(toMs / HOUR_MS) * HOUR_MS;
  if (first > last) return { hours: null, rest: [{ fromMs, toMs }] };
  const ends = [
    { fromMs, toMs: first },
    { fromMs: last, toMs },
  ];
  return {
    hours: first < last ? { fromMs: first, toMs: last } : null,
    rest: ends.filter((one) => one.fromMs < one.toMs),
  };
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

/** Local days that end with the day `daysAgo` before today, oldest first. */
export function daysRanges(nowMs: number, zone: string, daysAgo: number): Range[] {
  const clock = zoneClock(zone);
  const last = clock.dayOf(nowMs) - daysAgo;
  return Array.from({ length: CURVE_DAYS }, (_, index) => {
    const day = last - CURVE_DAYS + 1 + index;
    return { fromMs: clock.dayStart(day), toMs: clock.dayStart(day + 1) };
  });
}
