import { addMonths, dayKey, dayMs, dayOfKey, keyOfDay, weekdayOf, zoneClock } from './period.ts';

/** When something is repeated: at a time of day, every day, on a day of the week (0 Sunday), or on a day of the month (1 to 28). */
export type Rhythm =
  | { readonly kind: 'day'; readonly at: string }
  | { readonly kind: 'week'; readonly at: string; readonly weekDay: number }
  | { readonly kind: 'month'; readonly at: string; readonly monthDay: number };

/** A span of whole days, both included, as `2026-03-01`. */
export type DaySpan = { readonly from: string; readonly to: string };

/** A span of days named by its place before a day. */
export type DaySpanName = 'yesterday' | 'last-7-days' | 'last-week' | 'this-month' | 'last-month';

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isOn(rhythm: Rhythm, day: number): boolean {
  if (rhythm.kind === 'week') return weekdayOf(day) === rhythm.weekDay;
  return rhythm.kind === 'day' || Number(keyOfDay(day).slice(8)) === rhythm.monthDay;
}

/** Returns the first instant after another at which a rhythm is due, in the clock of a zone. */
export function nextOf(rhythm: Rhythm, afterMs: number, zone: string): number {
  const clock = zoneClock(zone);
  const minutes = minutesOf(rhythm.at);
  // A month has at most 31 days, and every rhythm is due once in it.
  for (let day = clock.dayOf(afterMs); ; day += 1) {
    const at = clock.instantOf(day * dayMs + minutes * 60_000);
    if (at > afterMs && isOn(rhythm, day)) return at;
  }
}

const monthStartOf = (day: number) => dayOfKey(`${keyOfDay(day).slice(0, 7)}-01`);

/** Returns the days that a name stands for on a day; weeks begin on Monday. */
export function daysNamed(name: DaySpanName, today: number): DaySpan {
  const span = (from: number, to: number) => ({ from: keyOfDay(from), to: keyOfDay(to) });
  const monday = today - ((weekdayOf(today) + 6) % 7);
  const first = monthStartOf(today);
  switch (name) {
    case 'yesterday':
      return span(today - 1, today - 1);
    case 'last-7-days':
      return span(today - 7, today - 1);
    case 'last-week':
      return span(monday - 7, monday - 1);
    case 'this-month':
      return span(first, today);
    case 'last-month':
      return span(monthStartOf(first - 1), first - 1);
  }
}

/** What a span of days is compared with: the one of the same length just before it, or the same days a year before. */
export type Comparison = 'before' | 'year-before';

/** A span that another one is compared with, and what moves its days beside those of the other. */
export interface ComparedSpan extends DaySpan {
  readonly shift: { readonly days: number; readonly months: number };
}

const monthsBack = (day: number, months: number) => dayOfKey(dayKey(addMonths(day * dayMs, -months, 'UTC'), 'UTC'));
const monthNumber = (day: number) => Number(keyOfDay(day).slice(0, 4)) * 12 + Number(keyOfDay(day).slice(5, 7));

/** Returns what a span is compared with; whole months are compared with as many whole months. */
export function comparedSpan({ from, to }: DaySpan, comparison: Comparison): ComparedSpan {
  const [first, next] = [dayOfKey(from), dayOfKey(to) + 1];
  const isWhole = first === monthStartOf(first) && next === monthStartOf(next);
  if (comparison === 'before' && !isWhole) {
    const days = next - first;
    return { from: keyOfDay(first - days), to: keyOfDay(first - 1), shift: { days, months: 0 } };
  }
  const months = comparison === 'before' ? monthNumber(next) - monthNumber(first) : 12;
  const last = isWhole ? monthsBack(next, months) - 1 : monthsBack(next - 1, months);
  return { from: keyOfDay(monthsBack(first, months)), to: keyOfDay(last), shift: { days: 0, months } };
}
