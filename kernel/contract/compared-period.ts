import { addDays, addMonths, dayKey, dayMs, dayOfKey, instantOfWall, wallTime } from '@boyun/domain/period';
import { type ComparedSpan, type Comparison, comparedSpan } from '@boyun/domain/rhythm';

/** The ends of a compared period, as the filters hold them, and its days. */
export interface OtherPeriod {
  readonly from: unknown;
  readonly to: unknown;
  readonly days: string;
  /** What moves its days to those it is compared with. */
  readonly shift: ComparedSpan['shift'];
}

/**
 * Returns the period that the one among filters is compared with, at the same times of day; null where it has no two ends. Of a period that
 * is not over, as much of the other one as has passed of it: this month until today is compared with last month until the same day. Rows `by`
 * month or year are of whole ones.
 */
export function otherPeriod(
  filters: Readonly<Record<string, unknown>>,
  comparison: Comparison,
  at: Date,
  zone: string,
): OtherPeriod | null {
  const { from, to, isWhole } = wholePeriods(filters);
  if (!from || !to) return null;
  const dayOf = (value: unknown) => (value instanceof Date ? dayKey(value.getTime(), zone) : String(value));
  const startOf = (day: string) => instantOfWall(`${day}T00:00`, zone);
  const [first, last, today] = [dayOf(from), dayOf(to), dayKey(at.getTime(), zone)];
  const span = comparedSpan({ from: first, to: last }, comparison);
  const isRunning = !isWhole && first <= today && today <= last;
  const passed = Math.round((startOf(today) - startOf(first)) / dayMs);
  const until = isRunning ? dayKey(addDays(startOf(span.from), passed, zone), zone) : span.to;
  const end = until < span.to ? until : span.to;
  const timeOf = (moment: Date) => wallTime(moment.getTime(), zone).slice(11, 19);
  const moved = (value: unknown, day: string, time: (value: Date) => string) =>
    value instanceof Date ? new Date(instantOfWall(`${day}T${time(value)}`, zone)) : day;
  const endTime = isRunning && to instanceof Date && to > at ? () => timeOf(at) : timeOf;
  return {
    from: moved(from, span.from, timeOf),
    to: moved(to, end, endTime),
    days: `${span.from} ~ ${end}`,
    shift: span.shift,
  };
}

/** Days of statements by month or year are those of whole ones. */
function wholePeriods({ by, from, to }: Readonly<Record<string, unknown>>) {
  if (typeof from !== 'string' || typeof to !== 'string' || (by !== 'month' && by !== 'year'))
    return { from, to, isWhole: false };
  const length = by === 'month' ? 7 : 4;
  const startOf = (day: string) => `${day.slice(0, length)}-01-01`.slice(0, 10);
  const next = addMonths(dayOfKey(startOf(to)) * dayMs, by === 'month' ? 1 : 12, 'UTC');
  return { from: startOf(from), to: dayKey(next - dayMs, 'UTC'), isWhole: true };
}
