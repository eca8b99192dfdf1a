import { dayOfKey, keyOfDay } from '@boyun/domain/period';
import { clockText, minuteOf } from './day-row.view.ts';

/** Formats and parses the value of a box, and steps it with the arrow keys. */
export interface BoxKind<T> {
  write(value: T): string;
  /** Parses a text; null if it is invalid. */
  read(text: string): T | null;
  /** Returns the next value for an arrow key; with Shift in fine steps. */
  step(value: T | undefined, by: 1 | -1, isFine: boolean): T;
}

/** Replaces full-width digits and colons, as typed on Chinese keyboards. */
function plain(text: string): string {
  return text.normalize('NFKC').trim();
}

/** Whole numbers within bounds. */
export function wholeKind(min: number, max: number, stride = 1): BoxKind<number> {
  const within = (value: number) => Math.min(max, Math.max(min, value));
  return {
    write: String,
    read: (text) => {
      const value = /^\d{1,9}$/.test(plain(text)) ? Number(plain(text)) : Number.NaN;
      return value >= min && value <= max ? value : null;
    },
    step: (value, by, isFine) => within((value ?? min) + by * (isFine ? 1 : stride)),
  };
}

/** An amount: yuan in the box, fen in the tariff. */
export const moneyKind: BoxKind<number> = {
  write: (fen) => (fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2)),
  read: (text) =>
    /^(\d{1,7}(\.\d{0,2})?|\.\d{1,2})$/.test(plain(text)) ? Math.round(Number(plain(text)) * 100) : null,
  step: (fen, by, isFine) => Math.max(0, (fen ?? 0) + by * (isFine ? 10 : 100)),
};

const HOURS = String.raw`(\d{1,5})\s*(?:小时|时|h)`;
const MINUTES = String.raw`(\d{1,7})\s*(?:分钟|分|min|m)?`;
const LONGEST = 5_256_000;

/** A duration: '90', '1.5h', '3小时', '1h30'; whole hours are written as hours from two hours on. */
export function spanKind(hourWord: string): BoxKind<number> {
  return {
    write: (minutes) => (minutes % 60 === 0 && minutes > 60 ? `${minutes / 60}${hourWord}` : String(minutes)),
    read: (text) => {
      const given = plain(text).toLowerCase();
      const parts = new RegExp(`^(?:${HOURS})?\\s*(?:${MINUTES})?$`).exec(given);
      const halves = /^(\d{1,4}\.\d{1,2})\s*(?:小时|时|h)$/.exec(given);
      const minutes = halves
        ? Math.round(Number(halves[1]) * 60)
        : parts && given !== ''
          ? Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0)
          : 0;
      return minutes >= 1 && minutes <= LONGEST ? minutes : null;
    },
    step: (minutes, by, isFine) => {
      const stride = isFine ? 1 : 15;
      const now = minutes ?? 0;
      const next = isFine ? now + by : (Math.floor(now / stride) + (by > 0 || now % stride === 0 ? by : 0)) * stride;
      return Math.min(LONGEST, Math.max(1, next));
    },
  };
}

/** A time of day; accepts '8', '0830', '8:30' and '08:30'. */
export const clockKind: BoxKind<string> = {
  write: (time) => time,
  read: (text) => {
    const found = /^(\d{1,2})(?:[:.]?([0-5]\d))?$/.exec(plain(text));
    if (!found) return null;
    const minute = Number(found[1]) * 60 + Number(found[2] ?? 0);
    return minute <= 1440 ? clockText(minute) : null;
  },
  step: (time, by, isFine) => {
    const stride = isFine ? 1 : 15;
    const now = time === undefined ? 0 : minuteOf(time);
    const next = (Math.floor(now / stride) + (by > 0 || now % stride === 0 ? by : 0)) * stride;
    return clockText(((next % 1440) + 1440) % 1440);
  },
};

/** A day of the year; accepts '6-1', '06-01' and '0601'. */
export const yearDayKind: BoxKind<string> = {
  write: (day) => day,
  read: (text) => {
    const found = /^(\d{1,2})[-/.月]?(\d{1,2})日?$/.exec(plain(text));
    if (!found) return null;
    const [month, day] = [Number(found[1]), Number(found[2])];
    const last = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
    return day >= 1 && day <= last ? `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : null;
  },
  // Any leap year works, because only its days matter.
  step: (day, by) => keyOfDay(dayOfKey(`2024-${day ?? '01-01'}`) + by).slice(5),
};

/** A short text. */
export function textKind(pattern: RegExp): BoxKind<string> {
  return { write: (text) => text, read: (text) => (pattern.test(text) ? text : null), step: (text) => text ?? '' };
}
