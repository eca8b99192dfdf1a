const formats = new Map<string, Intl.DateTimeFormat>();
const DAY_MS = 86_400_000;

/** The wall time of a place: days since a Monday, minute of the day, and whether people are off work. */
export type WallTime = { dayIndex: number; minuteOfDay: number; isWeekend: boolean; isHoliday: boolean };

// Days off that fall on the same date every year; the others move with the moon and are left out.
const holidays = new Set(['1-1', '5-1', '10-1', '10-2', '10-3']);

let last: { zone: string; atMs: number; wall: WallTime } | undefined;

/** Reads the wall time at an instant in an IANA zone, Asia/Shanghai when none is given. */
export function wallTimeAt(zone: string | undefined, atMs: number): WallTime {
  const name = zone ?? 'Asia/Shanghai';
  if (last && last.zone === name && last.atMs === atMs) return last.wall;
  const { year, month, day, hour, minute, second } = wallPartsAt(name, atMs);
  const days = Date.UTC(year, month - 1, day) / DAY_MS;
  // Day 0 of the epoch was a Thursday, three days after a Monday.
  const dayIndex = days + 3;
  const wall = {
    dayIndex,
    minuteOfDay: hour * 60 + minute + second / 60,
    isWeekend: dayIndex % 7 >= 5,
    isHoliday: holidays.has(`${month}-${day}`),
  };
  last = { zone: name, atMs, wall };
  return wall;
}

/** The calendar date and clock of an instant in an IANA zone; months count from 1. */
export function wallPartsAt(
  zone: string,
  atMs: number,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number> {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts: Record<string, number> = {};
  for (const part of format.formatToParts(atMs)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}
