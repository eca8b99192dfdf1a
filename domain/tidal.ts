import { dayMs, weekdayOf, zoneClock } from './period.ts';

/**
 * A time of the week in which a lane has one direction. Days are 0 Sunday to 6 Saturday; times are `HH:MM` on the lot's wall clock. A
 * window whose end is not later than its start ends on the next day.
 */
export interface TidalWindow {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly direction: 'entry' | 'exit';
}

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

function minuteOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

/** Returns the spans of a window in minutes of the week from Sunday; one may extend into the next week. */
function stretchesOf(window: TidalWindow): { from: number; to: number }[] {
  const from = minuteOf(window.from);
  const to = minuteOf(window.to);
  return window.days.map((day) => ({
    from: day * DAY_MINUTES + from,
    to: day * DAY_MINUTES + (to > from ? to : to + DAY_MINUTES),
  }));
}

/** Returns the direction of a lane at an instant: that of its plan, else its usual one. */
export function tidalDirection(
  plan: readonly TidalWindow[],
  usually: 'entry' | 'exit',
  instantMs: number,
  zone: string,
): 'entry' | 'exit' {
  if (plan.length === 0) return usually;
  const local = zoneClock(zone).localOf(instantMs);
  const day = Math.floor(local / dayMs);
  const minute = weekdayOf(day) * DAY_MINUTES + Math.floor((local - day * dayMs) / 60_000);
  const holds = (window: TidalWindow) =>
    stretchesOf(window).some(
      ({ from, to }) =>
        (minute >= from && minute < to) || (minute + WEEK_MINUTES >= from && minute + WEEK_MINUTES < to),
    );
  return plan.find(holds)?.direction ?? usually;
}

/** Returns the positions of the first two windows of a plan that overlap; null where none do. */
export function tidalClash(plan: readonly TidalWindow[]): [number, number] | null {
  const all = plan.flatMap((window, index) =>
    stretchesOf(window).flatMap(({ from, to }) => [
      { from, to, index },
      { from: from - WEEK_MINUTES, to: to - WEEK_MINUTES, index },
    ]),
  );
  all.sort((one, other) => one.from - other.from);
  for (const [place, one] of all.entries()) {
    const next = all[place + 1];
    if (next && next.from < one.to) return [Math.min(one.index, next.index), Math.max(one.index, next.index)];
  }
  return null;
}
