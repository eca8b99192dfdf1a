import { dayMs, zoneClock } from './period.ts';

/** Hours of each day on the lot's wall clock, 'HH:MM' to 'HH:MM'; `to` not later than `from` means the next morning. */
export type DailyHours = { readonly from: string; readonly to: string };

/** A span of time in epoch milliseconds, end excluded. */
export type Span = { readonly fromMs: number; readonly toMs: number };

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns the parts of a span that lie within the hours of each day; without hours the whole span. */
export function spansWithin(hours: DailyHours | null, span: Span, zone: string): Span[] {
  if (span.toMs <= span.fromMs) return [];
  if (!hours) return [span];
  const clock = zoneClock(zone);
  const from = minutesOf(hours.from) * 60_000;
  const length = ((minutesOf(hours.to) - minutesOf(hours.from) + 1440 - 1) % 1440) + 1;
  const spans: Span[] = [];
  // The hours of the previous evening may extend into this day.
  for (let day = clock.dayOf(span.fromMs) - 1; clock.dayStart(day) < span.toMs; day += 1) {
    const opensMs = clock.instantOf(day * dayMs + from);
    const closesMs = clock.instantOf(day * dayMs + from + length * 60_000);
    const part = { fromMs: Math.max(opensMs, span.fromMs), toMs: Math.min(closesMs, span.toMs) };
    if (part.fromMs < part.toMs) spans.push(part);
  }
  return spans;
}

/** Whether an instant lies within the hours of its day. */
export function isWithinHours(hours: DailyHours | null, atMs: number, zone: string): boolean {
  return spansWithin(hours, { fromMs: atMs, toMs: atMs + 1 }, zone).length > 0;
}
