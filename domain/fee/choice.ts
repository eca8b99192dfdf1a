import { keyOfDay, weekdayOf } from '../period.ts';
import type { Calendar } from './stay.ts';
import type { DayChoice, DayKind, Season } from './tariff.ts';

/** Returns the kind of a day: that of the calendar, else workday from Monday to Friday and weekend otherwise. */
export function kindOfDay(day: number, calendar: Calendar | undefined): DayKind {
  if (calendar) {
    const key = keyOfDay(day);
    const kind = typeof calendar === 'function' ? calendar(key) : calendar[key];
    if (kind) return kind;
  }
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6 ? 'weekend' : 'workday';
}

// Each choice of days is one bit, so that a day and a choice are compared in one operation.
const choiceBits: Record<DayChoice, number> = {
  workday: 1,
  weekend: 2,
  holiday: 4,
  'before-workday': 8,
  'before-weekend': 16,
  'before-holiday': 32,
  sun: 64,
  mon: 128,
  tue: 256,
  wed: 512,
  thu: 1024,
  fri: 2048,
  sat: 4096,
};

const allKinds = 7;
const allWeekdays = 127 << 6;

/** Returns the chosen days as bits; -1 for every day: no choice, all kinds of days or all weekdays. */
export function bitsOfChoice(days: readonly DayChoice[] | undefined): number {
  const bits = days ? days.reduce((sum, choice) => sum | choiceBits[choice], 0) : -1;
  return (bits & allKinds) === allKinds || (bits & allWeekdays) === allWeekdays ? -1 : bits;
}

/** Returns all choices a day belongs to, as bits. */
export function bitsOfDay(day: number, kind: DayKind, nextKind: DayKind): number {
  return choiceBits[kind] | (choiceBits[nextKind] << 3) | (64 << weekdayOf(day));
}

/** Whether a day is among the chosen ones. */
export function isChosenDay(
  day: number,
  days: readonly DayChoice[] | undefined,
  calendar: Calendar | undefined,
): boolean {
  return !days || (bitsOfChoice(days) & bitsOfDay(day, kindOfDay(day, calendar), kindOfDay(day + 1, calendar))) !== 0;
}

/** Whether a day lies in a season; no season means all year. */
export function isInSeason(day: number, season: Season | undefined): boolean {
  return season === undefined || isDateInSeason(keyOfDay(day).slice(5), season);
}

/** Whether a day of the year 'MM-DD' lies in a season. */
export function isDateInSeason(date: string, season: Season): boolean {
  return season.from <= season.to ? date >= season.from && date <= season.to : date >= season.from || date <= season.to;
}
