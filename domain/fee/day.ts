import { dayMs, keyOfDay, type ZoneClock } from '../period.ts';
import { bitsOfDay, isDateInSeason, kindOfDay } from './choice.ts';
import type { DayLayout, ReadyPlan, ReadyWindow } from './compile.ts';
import type { Calendar } from './stay.ts';

/** Returns the bit mask of the windows that open on a day with these bits. */
export function openMask(ready: ReadyPlan, day: number, bits: number): number {
  let mask = 0;
  let date = '';
  for (let i = 0; i < ready.windows.length; i++) {
    const { dayBits, season } = ready.windows[i]!;
    if ((dayBits & bits) === 0) continue;
    if (season) date ||= keyOfDay(day).slice(5);
    if (!season || isDateInSeason(date, season)) mask |= 1 << i;
  }
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

/** Returns the layout of a day: how the windows of a plan divide it. */
export function layoutOf(ready: ReadyPlan, day: number, calendar: Calendar | undefined): DayLayout {
  let today = -1;
  let yesterday = -1;
  if (ready.isDayBound) {
    const kind = kindOfDay(day, calendar);
    today = openMask(ready, day, bitsOfDay(day, kind, kindOfDay(day + 1, calendar)));
    yesterday = openMask(ready, day - 1, bitsOfDay(day - 1, kindOfDay(day - 1, calendar), kind));
  }
  // Plans have at most 20 windows, so both masks fit one exact number.
  const key = today * 2 ** 21 + yesterday;
  let layout = ready.layouts.get(key);
  if (!layout) {
    layout = makeLayout(ready, today, yesterday);
    ready.layouts.set(key, layout);
  }
  return layout;
}

/** Returns the instant at which the wall clock shows `minute` minutes after the midnight that begins a day. */
export function instantOfMinute(clock: ZoneClock, day: number, minute: number): number {
  return clock.instantOf(day * dayMs + minute * 60_000);
}
