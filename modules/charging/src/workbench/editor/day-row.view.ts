import type { DayChoice, DayKind, Plan, Season, Text, Window } from '@boyun/domain/fee';
import { freeId, put, withoutWindow, withWindow } from './edit-tariff.view.ts';

/** Minutes per day. */
export const DAY_MINUTES = 1440;

/** Days with equal prices: a row of the band. `kinds` lists their kinds; empty where weekdays distinguish the rows. */
export type DayRow = { key: string; label: Text; kinds: DayKind[]; holds: DayChoice[] };

/** A part of a row's day: minutes from midnight, and the window open then (-1 for none, which is free of charge). */
export type Piece = { from: number; to: number; window: number };

/** The kinds of days in display order. */
export const dayKinds: readonly DayKind[] = ['workday', 'weekend', 'holiday'];
const weekdays: readonly DayChoice[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Labels of the choices of days. */
export const dayNames: Readonly<Record<DayChoice, Text>> = {
  workday: { zh: '工作日', en: 'Working days' },
  weekend: { zh: '周末', en: 'Weekends' },
  holiday: { zh: '节假日', en: 'Holidays' },
  'before-workday': { zh: '工作日前一天', en: 'Eve of a working day' },
  'before-weekend': { zh: '周末前一天', en: 'Eve of a weekend' },
  'before-holiday': { zh: '节假日前一天', en: 'Eve of a holiday' },
  mon: { zh: '周一', en: 'Mon' },
  tue: { zh: '周二', en: 'Tue' },
  wed: { zh: '周三', en: 'Wed' },
  thu: { zh: '周四', en: 'Thu' },
  fri: { zh: '周五', en: 'Fri' },
  sat: { zh: '周六', en: 'Sat' },
  sun: { zh: '周日', en: 'Sun' },
};

/** Returns the minutes from midnight of 'HH:MM'. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns 'HH:MM' for minutes from midnight; 1440 is 24:00. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Returns the seasons that a plan's windows distinguish. */
export function seasonsOf(plan: Plan): Season[] {
  const found = new Map<string, Season>();
  for (const { season } of plan.windows) if (season) found.set(`${season.from}/${season.to}`, season);
  return [...found.values()];
}

/** Returns the rows of a plan's band: as few as distinguish its days. */
export function dayRows(plan: Plan): DayRow[] {
  const used = new Set(plan.windows.flatMap((one) => one.days ?? []));
  const rows = new Map<string, DayRow>();
  for (const day of sampleDays(used)) {
    const key = plan.windows.flatMap((one, i) => (isOpenOn(one, day.holds) ? [i] : [])).join();
    const row = rows.get(key);
    if (!row) {
      rows.set(key, { ...day, key: day.holds.join('+') });
      continue;
    }
    row.label = { zh: `${row.label.zh}、${day.label.zh}`, en: `${row.label.en}, ${day.label.en.toLowerCase()}` };
    row.kinds = [...row.kinds, ...day.kinds];
  }
  const list = [...rows.values()];
  if (list.length === 1) return [{ ...list[0]!, label: { zh: '每天', en: 'Every day' }, kinds: [...dayKinds] }];
  return list;
}

function sampleDays(used: ReadonlySet<DayChoice>): Omit<DayRow, 'key'>[] {
  const ofWeek = weekdays.filter((day) => used.has(day));
  const eves = [...used].filter((day) => day.startsWith('before-'));
  const isByKind = eves.length > 0 || dayKinds.some((kind) => used.has(kind));
  const sample = (kinds: DayKind[], ...holds: DayChoice[]) => ({ label: dayNames[holds.at(-1)!], kinds, holds });
  if (ofWeek.length > 0 && !isByKind) return weekdays.map((day) => sample([], day));
  const working = weekdays.slice(0, 5);
  const hasRest = (days: readonly DayChoice[]) => days.some((day) => !ofWeek.includes(day));
  return [
    ...working.filter((day) => ofWeek.includes(day)).map((day) => sample([], 'workday', day)),
    ...(hasRest(working) ? [sample(['workday'], 'workday')] : []),
    ...eves.map((eve) => sample([], 'workday', eve)),
    ...weekdays.slice(5).flatMap((day) => (ofWeek.includes(day) ? [sample([], 'weekend', day)] : [])),
    ...(hasRest(weekdays.slice(5)) ? [sample(['weekend'], 'weekend')] : []),
    sample(['holiday'], 'holiday'),
  ];
}

function isOpenOn(window: Window, holds: readonly DayChoice[]): boolean {
  return !window.days || window.days.some((day) => holds.includes(day));
}

function isInSeason(window: Window, season: Season | undefined): boolean {
  return (
    !window.season || (season !== undefined && window.season.from === season.from && window.season.to === season.to)
  );
}

function covers(window: Window, minute: number): boolean {
  if (window.from === undefined || window.to === undefined) return true;
  const [from, to] = [minuteOf(window.from), minuteOf(window.to)];
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Returns the open windows over a row's day; a window across midnight appears at both ends. */
export function piecesOf(plan: Plan, row: DayRow, season?: Season): Piece[] {
  const open = plan.windows
    .map((window, index) => ({ window, index }))
    .filter(({ window }) => isOpenOn(window, row.holds) && isInSeason(window, season));
  const cuts = new Set([0]);
  for (const { window } of open)
    for (const time of [window.from, window.to]) if (time !== undefined) cuts.add(minuteOf(time) % DAY_MINUTES);
  const starts = [...cuts].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (const [i, from] of starts.entries()) {
    const to = starts[i + 1] ?? DAY_MINUTES;
    const window = open.find((one) => covers(one.window, from))?.index ?? -1;
    const last = pieces.at(-1);
    if (last && last.window === window) last.to = to;
    else pieces.push({ from, to, window });
  }
  return pieces;
}

/** Moves the border between two pieces of a row, within the neighbouring borders. */
export function moveBorder(plan: Plan, row: DayRow, minute: number, to: number, season?: Season): Plan {
  const pieces = piecesOf(plan, row, season);
  const right = pieces.findIndex((piece) => piece.from === minute);
  const [left, after] = [pieces[right - 1], pieces[right]];
  if (!left || !after) return plan;
  const time = clockText(Math.min(after.to - 1, Math.max(left.from + 1, to)));
  const before = clockText(minute);
  const windows = plan.windows.map((window, i) => {
    if (i === left.window && window.to === before) return { ...window, to: time };
    if (i === after.window && window.from === before) return { ...window, from: time };
    return window;
  });
  return { ...plan, windows };
}

/** Splits the piece at a minute into two with the same prices; a window around the clock becomes day and night. */
export function splitAt(plan: Plan, row: DayRow, minute: number, season?: Season): Plan {
  const piece = piecesOf(plan, row, season).find((one) => minute > one.from && minute < one.to);
  if (!piece) return plan;
  const time = clockText(minute);
  const index = piece.window;
  const window = plan.windows[index];
  if (!window) {
    const days = row.kinds.length > 0 && row.kinds.length < dayKinds.length ? { days: row.kinds } : {};
    const made = { id: freeId('period', plan.windows), from: time, to: clockText(piece.to), ...days, steps: [] };
    return withWindow(plan, plan.windows.length, { ...made, ...(season ? { season } : {}) });
  }
  const copy = (from: string, to: string): Window => {
    const { name: _, ...rest } = window;
    return { ...rest, id: freeId(window.id === 'always' ? 'night' : window.id, plan.windows), from, to };
  };
  if (window.from !== undefined && window.to !== undefined) {
    const cut = { ...plan, windows: plan.windows.map((one, i) => (i === index ? { ...one, to: time } : one)) };
    return withWindow(cut, index + 1, copy(time, window.to), window.id);
  }
  const isWholeDay = piece.from === 0 && piece.to === DAY_MINUTES;
  // A window around the clock has no border to split at: the second border is placed half a day later and can be moved.
  if (!isWholeDay) return withWindow(plan, index, copy(time, clockText(piece.to)), window.id);
  const later = clockText((minute + DAY_MINUTES / 2) % DAY_MINUTES);
  const day = { ...window, from: time, to: later };
  const night = copy(later, time);
  if (window.name) return withWindow(put(plan, `windows.${index}`, day), index + 1, night, window.id);
  const isKnown = window.id !== 'always' || plan.caps?.some((cap) => cap.windows?.includes(window.id));
  const named = { ...day, ...(isKnown ? {} : { id: freeId('day', plan.windows) }), name: { zh: '白天', en: 'Day' } };
  const cut = put(plan, `windows.${index}`, named);
  return withWindow(cut, index + 1, { ...night, name: { zh: '夜间', en: 'Night' } }, window.id);
}

/** Removes a border: the window before it extends over the one after it. */
export function joinAt(plan: Plan, row: DayRow, minute: number, season?: Season): Plan {
  const pieces = piecesOf(plan, row, season);
  const index = pieces.findIndex((piece) => piece.from === minute);
  const [left, right] = [pieces[index - 1], pieces[index]];
  if (!left || !right) return plan;
  const [before, after] = [plan.windows[left.window], plan.windows[right.window]];
  const isTimed = (window: Window | undefined) => window?.from !== undefined;
  // A free period before it cannot extend: the window after it begins earlier instead.
  if (!before) return put(plan, `windows.${right.window}.from`, clockText(left.from));
  if (!isTimed(before)) return after && isTimed(after) ? withoutWindow(plan, right.window) : plan;
  const to = after && isTimed(after) && after.from === clockText(minute) ? after.to! : clockText(right.to);
  const isAround = to === before.from || (to === '24:00' && before.from === '00:00');
  const grown = isAround ? put(put(before, 'from', undefined), 'to', undefined) : { ...before, to };
  const joined = put(plan, `windows.${left.window}`, grown);
  return after && isTimed(after) ? withoutWindow(joined, right.window) : joined;
}

/** Gives some kinds of days their own windows, initially with the same times and prices. */
export function splitDays(plan: Plan, kinds: readonly DayKind[]): Plan {
  let next = plan;
  for (let i = plan.windows.length - 1; i >= 0; i--) {
    const window = plan.windows[i]!;
    const days = window.days ?? dayKinds;
    const own = days.filter((day) => kinds.includes(day as DayKind));
    const rest = days.filter((day) => !kinds.includes(day as DayKind));
    if (own.length === 0 || rest.length === 0) continue;
    const copy = { ...window, id: freeId(window.id, next.windows), days: own };
    next = withWindow(put(next, `windows.${i}.days`, rest), i + 1, copy, window.id);
  }
  return next;
}

/** Makes some kinds of days follow another row: their own windows are removed and those of the other row cover them. */
export function followDays(plan: Plan, kinds: readonly DayKind[], model: readonly DayKind[]): Plan {
  let next = plan;
  for (let i = plan.windows.length - 1; i >= 0; i--) {
    const window = plan.windows[i]!;
    if (!window.days) continue;
    const isModel = model.some((kind) => window.days!.includes(kind));
    const rest = window.days.filter((day) => !kinds.includes(day as DayKind));
    const days = isModel ? [...rest, ...kinds] : rest;
    if (days.length === 0) next = withoutWindow(next, i);
    else next = put(next, `windows.${i}.days`, dayKinds.every((kind) => days.includes(kind)) ? undefined : days);
  }
  return next;
}
