import { dayMs, wallTime } from './period.ts';

/** When a playlist is shown, by the wall clock of the lot. */
export interface LcdTimes {
  /** Days of the week, 0 Sunday to 6 Saturday; empty for every day. */
  readonly days: readonly number[];
  /** 'HH:MM'; null for all day. `dailyTo` not later than `dailyFrom` means the next morning, which belongs to the day before. */
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  /** First and last day, 'YYYY-MM-DD'. */
  readonly validFrom: string;
  readonly validUntil: string | null;
  /** While it is shown, others are not. */
  readonly isAlone: boolean;
}

/** Whether a day is one of the playlist's. */
function hasDay(times: LcdTimes, day: string): boolean {
  if (day < times.validFrom || (times.validUntil !== null && day > times.validUntil)) return false;
  return times.days.length === 0 || times.days.includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Whether a playlist is shown at an instant. */
export function isShownAt(times: LcdTimes, atMs: number, zone: string): boolean {
  const local = wallTime(atMs, zone);
  const [day, clock] = [local.slice(0, 10), local.slice(11, 16)];
  const from = times.dailyFrom ?? '00:00';
  const to = times.dailyTo ?? '24:00';
  if (from < to) return clock >= from && clock < to && hasDay(times, day);
  const dayBefore = new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
  return (clock >= from && hasDay(times, day)) || (clock < to && hasDay(times, dayBefore));
}

/** The playlists shown at an instant, in their order: those that are shown alone, else all whose time it is. */
export function playlistsAt<T extends LcdTimes>(all: readonly T[], atMs: number, zone: string): T[] {
  const shown = all.filter((one) => isShownAt(one, atMs, zone));
  const alone = shown.filter((one) => one.isAlone);
  return alone.length > 0 ? alone : shown;
}
