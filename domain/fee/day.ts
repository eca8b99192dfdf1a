import { keyOfDay, weekdayOf, type ZoneClock } from '../period.ts';
import type { DayLayout, ReadyPlan, ReadyWindow } from './compile.ts';
import type { Calendar } from './stay.ts';
import type { DayChoice, DayKind, Season } from './tariff.ts';

const weekdays: readonly DayChoice[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Kind of a day number: what the calendar says, else workday Monday to Friday and weekend otherwise. */
export function kindOfDay(day: number, calendar: Calendar | undefined): DayKind {
  if (calendar) {
    const key = keyOfDay(day);
    const kind = typeof calendar === 'function' ? calendar(key) : calendar[key];
    if (kind) return kind;
  }
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6 ? 'weekend' : 'workday';
}

/** Whether a day is among those chosen; no choice means every day. */
export function isChosenDay(day: number, days: DayChoice[] | undefined, calendar: Calendar | undefined): boolean {
  if (!days) return true;
  for (const choice of days) {
    if (choice === weekdays[weekdayOf(day)]) return true;
    if (choice.startsWith('before-')) {
      if (choice === `before-${kindOfDay(day + 1, calendar)}`) return true;
    } else if (choice === kindOfDay(day, calendar)) return true;
  }
  return false;
}

/** Whether a day lies in a season; no season means all year. */
export function isInSeason(day: number, season: Season | undefined): boolean {
  if (!season) return true;
  const date = keyOfDay(day).slice(5);
  return season.from <= season.to ? date >= season.from && date <= season.to : date >= season.from || date <= season.to;
}

/** Bit mask of the windows that open on a day. */
function openMask(ready: ReadyPlan, day: number, calendar: Calendar | undefined): number {
  if (!ready.isDayBound) return -1;
  let mask = 0;
  ready.windows.forEach((w, i) => {
    if (isChosenDay(day, w.days, calendar) && isInSeason(day, w.season)) mask |= 1 << i;
  });
  return mask;
}

function windowAt(
  windows: ReadyWindow[],
  minute: number,
  today: number,
  yesterday: number,
): [window: number, openedDays: number] {
  for (const [i, w] of windows.entries()) {
    const isToday = (today & (1 << i)) !== 0;
    if (w.fromMinute < 0) {
      if (isToday) return [i, 0];
      continue;
    }
    if (isToday && minute >= w.fromMinute && minute < w.fromMinute + w.lengthMinutes) return [i, 0];
    if ((yesterday & (1 << i)) !== 0 && minute + 1440 < w.fromMinute + w.lengthMinutes) return [i, 1];
  }
  return [-1, 0];
}

function makeLayout(ready: ReadyPlan, today: number, yesterday: number): DayLayout {
  const borders = new Set([1440]);
  for (const w of ready.windows) {
    if (w.fromMinute > 0) borders.add(w.fromMinute);
    const end = w.fromMinute + w.lengthMinutes;
    if (w.fromMinute >= 0) borders.add(end > 1440 ? end - 1440 : end);
  }
  const layout: DayLayout = { endMinute: [], window: [], openedDays: [] };
  let start = 0;
  for (const end of [...borders].sort((a, b) => a - b)) {
    const [window, openedDays] = windowAt(ready.windows, start, today, yesterday);
    const last = layout.endMinute.length - 1;
    if (last >= 0 && layout.window[last] === window && layout.openedDays[last] === openedDays) {
      layout.endMinute[last] = end;
    } else {
      layout.endMinute.push(end);
      layout.window.push(window);
      layout.openedDays.push(openedDays);
    }
    start = end;
  }
  return layout;
}

/** How a day is cut by the windows of a plan. */
export function layoutOf(ready: ReadyPlan, day: number, calendar: Calendar | undefined): DayLayout {
  const today = openMask(ready, day, calendar);
  const yesterday = openMask(ready, day - 1, calendar);
  // Plans have at most 20 windows, so both masks fit one exact number.
  const key = today * 2 ** 21 + yesterday;
  let layout = ready.layouts.get(key);
  if (!layout) {
    layout = makeLayout(ready, today, yesterday);
    ready.layouts.set(key, layout);
  }
  return layout;
}

/** Instant at which the wall clock shows so many minutes after the midnight that begins a day. */
export function instantOfMinute(clock: ZoneClock, day: number, minute: number): number {
  return clock.instantOf(day * 86_400_000 + minute * 60_000);
}
