import { dayMs, weekdayOf, zoneClock } from './period.ts';

/**
 * A stretch of the week in which a lane goes one way. Days are 0 Sunday to 6 Saturday; times are `HH:MM` on the lot's wall
 * clock. A stretch whose end is not later than its start ends on the next day.
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

/** The stretches of a window in minutes of the week that begins on Sunday; one may reach into the next week. */
function stretchesOf(window: TidalWindow): { from: number; to: number }[] {
  const from = minuteOf(window.from);
  const to = minuteOf(window.to);
  return window.days.map((day) => ({
    from: day * DAY_MINUTES + from,
    to: day * DAY_MINUTES + (to > from ? to : to + DAY_MINUTES),
  }));
}

/** Which way a lane goes at an instant: as its plan says, else as it goes usually. */
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

/** The first two windows of a plan that claim the same minute of the week, by their places; null where none do. */
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
