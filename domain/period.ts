/**
 * Calendar of a zone: instants are epoch milliseconds, wall-clock times are milliseconds too ("local ms": the wall clock read as if it were
 * UTC), days are numbers counted from 1970-01-01. Built on Intl only; offsets are looked up once per week and cached.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Milliseconds of a day without a clock change. */
export const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

/** A span of time with a constant offset from UTC. */
type Stretch = { from: number; to: number; offset: number };

/** The clock and calendar of one IANA zone. */
export type ZoneClock = {
  /** Wall clock minus UTC at an instant, in ms. */
  offsetAt(instantMs: number): number;
  /** Wall-clock reading of an instant, as local ms. */
  localOf(instantMs: number): number;
  /**
   * Instant at which the wall clock shows a local ms. A time that occurs twice means the first; a skipped time means the instant of the
   * change, so that later readings never give earlier instants.
   */
  instantOf(localMs: number): number;
  /** Number of the day an instant falls in. */
  dayOf(instantMs: number): number;
  /** First instant of a day. */
  dayStart(day: number): number;
  /** Instant up to which, at most `limitMs`, the offset is the same as at `atMs`. */
  steadyUntil(atMs: number, limitMs: number): number;
  /** Whether the day has no clock change. */
  isPlainDay(day: number): boolean;
};

/** Returns a function that reads the offset of a zone from UTC at an instant; throws RangeError for an unknown zone. */
function offsetReader(zone: string): (instantMs: number) => number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    throw new RangeError(`'${zone}' is not a time zone such as Asia/Shanghai.`);
  }
  return (instantMs) => {
    const second = Math.floor(instantMs / 1000) * 1000;
    const [month, day, year, hour, minute, seconds] = format.format(second).match(/\d+/g)!.map(Number) as number[];
    return Date.UTC(year!, month! - 1, day!, hour!, minute!, seconds!) - second;
  };
}

/** Returns the stretches of a week. */
function stretchesOf(week: number, readOffset: (instantMs: number) => number): readonly Stretch[] {
  const from = week * weekMs;
  const to = from + weekMs;
  const first = readOffset(from);
  const last = readOffset(to);
  if (first === last) return [{ from, to, offset: first }];
  // No zone changes twice in a week: bisect to the second of the change.
  let before = from;
  let after = to;
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000;
    if (readOffset(middle) === first) before = middle;
    else after = middle;
  }
  return [
    { from, to: after, offset: first },
    { from: after, to, offset: last },
  ];
}

class CachedClock implements ZoneClock {
  readonly #readOffset: (instantMs: number) => number;
  readonly #weeks = new Map<number, readonly Stretch[]>();
  /** The stretch looked up last. */
  #near: Stretch = { from: 0, to: 0, offset: 0 };
  #nearDay = 0;
  #nearDayFrom = 0;
  #nearDayTo = 0;

  constructor(zone: string) {
    this.#readOffset = offsetReader(zone);
  }

  offsetAt(instantMs: number): number {
    return this.#stretchAt(instantMs).offset;
  }

  localOf(instantMs: number): number {
    return instantMs + this.#stretchAt(instantMs).offset;
  }

  instantOf(localMs: number): number {
    const near = this.#near;
    const guess = localMs - near.offset;
    // Far from any change the current offset is right.
    if (guess - dayMs >= near.from && guess + dayMs < near.to) return guess;
    const before = this.offsetAt(localMs - dayMs);
    const early = localMs - before;
    const found = this.#stretchAt(early);
    if (found.offset === before) return early;
    const after = this.offsetAt(localMs + dayMs);
    const late = localMs - after;
    return this.offsetAt(late) === after ? late : found.from;
  }

  dayOf(instantMs: number): number {
    if (instantMs >= this.#nearDayFrom && instantMs < this.#nearDayTo) return this.#nearDay;
    let day = Math.floor(this.localOf(instantMs) / dayMs);
    // Where clocks go back over midnight, the day that has begun continues.
    while (instantMs >= this.instantOf((day + 1) * dayMs)) day++;
    this.#nearDay = day;
    this.#nearDayFrom = this.instantOf(day * dayMs);
    this.#nearDayTo = this.instantOf((day + 1) * dayMs);
    return day;
  }

  dayStart(day: number): number {
    return this.instantOf(day * dayMs);
  }

  steadyUntil(atMs: number, limitMs: number): number {
    let stretch = this.#stretchAt(atMs);
    const { offset } = stretch;
    while (stretch.to < limitMs) {
      const end = stretch.to;
      stretch = this.#stretchAt(end);
      if (stretch.offset !== offset) return end;
    }
    return limitMs;
  }

  isPlainDay(day: number): boolean {
    const from = this.dayStart(day);
    const to = this.dayStart(day + 1);
    return to - from === dayMs && this.offsetAt(from) === this.offsetAt(to - 1);
  }

  #stretchAt(instantMs: number): Stretch {
    const near = this.#near;
    if (instantMs >= near.from && instantMs < near.to) return near;
    const week = Math.floor(instantMs / weekMs);
    let found = this.#weeks.get(week);
    if (!found) {
      found = stretchesOf(week, this.#readOffset);
      this.#weeks.set(week, found);
    }
    this.#near = found.length === 1 || instantMs < found[0]!.to ? found[0]! : found[1]!;
    return this.#near;
  }
}

const clocks = new Map<string, ZoneClock>();

/** Returns the cached clock of an IANA zone; throws RangeError for an unknown zone. */
export function zoneClock(zone: string): ZoneClock {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new CachedClock(zone);
    clocks.set(zone, clock);
  }
  return clock;
}

const dayKeys = new Map<number, string>();

/** 'YYYY-MM-DD' of a day number. */
export function keyOfDay(day: number): string {
  let key = dayKeys.get(day);
  if (key === undefined) {
    key = new Date(day * dayMs).toISOString().slice(0, 10);
    // Enough for keys of some hundred years.
    if (dayKeys.size > 100_000) dayKeys.clear();
    dayKeys.set(day, key);
  }
  return key;
}

/** Returns the day number of 'YYYY-MM-DD'; throws RangeError when there is no such day. */
export function dayOfKey(key: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(key) ? Date.parse(`${key}T00:00:00Z`) : Number.NaN;
  // Date.parse rolls 02-30 over into March.
  if (Number.isNaN(ms) || keyOfDay(ms / dayMs) !== key)
    throw new RangeError(`'${key}' is not a day such as 2026-02-28.`);
  return ms / dayMs;
}

/** Weekday of a day number, 0 Sunday to 6 Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** ISO day of a weekday that begins with 0 for Sunday: 1 Monday to 7 Sunday. */
export const isoDay = (weekday: number): number => weekday || 7;

/** Local day of an instant in a zone, 'YYYY-MM-DD'. */
export function dayKey(instantMs: number, zone: string): string {
  return keyOfDay(zoneClock(zone).dayOf(instantMs));
}

/** Local month of an instant in a zone, 'YYYY-MM'. */
export function monthKey(instantMs: number, zone: string): string {
  return dayKey(instantMs, zone).slice(0, 7);
}

/** First instant of the local day an instant falls in. */
export function dayStart(instantMs: number, zone: string): number {
  const clock = zoneClock(zone);
  return clock.dayStart(clock.dayOf(instantMs));
}

/** First instant of the local month an instant falls in. */
export function monthStart(instantMs: number, zone: string): number {
  return zoneClock(zone).dayStart(dayOfKey(`${monthKey(instantMs, zone)}-01`));
}

/** Returns the same wall-clock time a number of days later (or earlier), across clock changes. */
export function addDays(instantMs: number, days: number, zone: string): number {
  const clock = zoneClock(zone);
  return clock.instantOf(clock.localOf(instantMs) + days * dayMs);
}

/** Returns the same day of the month and wall-clock time a number of months later; the last day where the month is shorter. */
export function addMonths(instantMs: number, months: number, zone: string): number {
  const clock = zoneClock(zone);
  const local = clock.localOf(instantMs);
  const date = new Date(local);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), length);
  const time = local - Math.floor(local / dayMs) * dayMs;
  return clock.instantOf(first + (day - 1) * dayMs + time);
}

/** Wall-clock text of an instant, 'YYYY-MM-DDTHH:MM:SS'. */
export function wallTime(instantMs: number, zone: string): string {
  return new Date(zoneClock(zone).localOf(instantMs)).toISOString().slice(0, 19);
}

/** Instant of a wall-clock text 'YYYY-MM-DD[T ]HH:MM[:SS]'; throws RangeError on anything else. */
export function instantOfWall(text: string, zone: string): number {
  const match = /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (!match) throw new RangeError(`'${text}' is not a time such as 2026-02-28T09:30:00.`);
  const [, key = '', hour, minute, second = '0'] = match;
  const local = dayOfKey(key) * dayMs + Number(hour) * hourMs + Number(minute) * minuteMs + Number(second) * 1000;
  return zoneClock(zone).instantOf(local);
}

/** Reads a time of day in the notations people type (8, 8:00, 0800, 8：00) as `08:00`; null where it is none. */
export function readClock(typed: string): string | null {
  const match = /^(\d{1,2})(?:[:：.]?([0-5]\d))?$/.exec(typed.trim());
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), match[2] ?? '00'];
  if (hours > 24 || (hours === 24 && minutes !== '00')) return null;
  return `${String(hours).padStart(2, '0')}:${minutes}`;
}
