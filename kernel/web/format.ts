import { dayOfKey, wallTime, weekdayOf } from '@boyun/domain/period';
import { type Language, parseWireTime } from '@boyun/kernel/contract';
import { currentLanguage } from './language.ts';
import { now } from './now.ts';
import { tenantZone } from './session.ts';

const LOCALES: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB' };

/** A way to write numbers; made once for each language, which is slow, and used by every cell. */
function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  const formats: Partial<Record<Language, Intl.NumberFormat>> = {};
  return (value) => {
    const language = currentLanguage();
    formats[language] ??= new Intl.NumberFormat(LOCALES[language], options);
    return formats[language].format(value);
  };
}

/** Digits in threes, as both languages group them. The browser's own ways to write numbers take long to make, and every list needs these. */
function grouped(value: number, decimals: number): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? text : `${text}.${rest}`;
}

const twoDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const sixDecimals = numberFormat({ maximumFractionDigits: 6 });

/** A number with grouping and two decimals (spec §3): 1234.5 → `1,234.50`. */
export function twoDecimalText(value: number): string {
  return twoDecimals(value);
}

/** Money in yuan with grouping and two decimals: 123456 fen → `1,234.56`; null → `—`. */
export function moneyText(amountFen: number | null | undefined): string {
  return amountFen === null || amountFen === undefined ? '—' : grouped(amountFen / 100, 2);
}

/** A whole number with grouping; null → `—`. */
export function countText(value: number | null | undefined): string {
  return value === null || value === undefined ? '—' : grouped(value, 0);
}

/** How many rows a list has, said as about right where it is an estimate; null → `—`. */
export function sizeText(listing: { readonly total: number; readonly isEstimate: boolean } | null | undefined): string {
  const text = countText(listing?.total);
  if (!listing?.isEstimate) return text;
  return currentLanguage() === 'zh' ? `约 ${text}` : `about ${text}`;
}

/** A number as it is, at most six decimals; null → `—`. */
export function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '—' : sixDecimals(value);
}

/** A share 0…1 as per cent with one decimal: 0.5 → `50.0%`. */
export function shareText(share: number | null | undefined): string {
  if (share === null || share === undefined) return '—';
  return `${grouped(Math.round(share * 1000) / 10, 1)}%`;
}

const TIME_FORMATS = {
  minute: '{y}-{m}-{d} {h}:{i}',
  second: '{y}-{m}-{d} {h}:{i}:{s}',
  day: '{y}-{m}-{d}',
  clock: '{h}:{i}:{s}',
} as const;
const WEEKDAYS: Record<Language, readonly string[]> = {
  zh: ['日', '一', '二', '三', '四', '五', '六'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
};

/** How much of an instant is shown. */
export type TimeStyle = keyof typeof TIME_FORMATS;

/** An instant as the operator reads it, `2026-11-20 08:05:09` in both languages; the zone is the tenant's unless given. */
export function timeText(instant: Date | null | undefined, style: TimeStyle = 'second', zone = tenantZone()): string {
  if (!instant) return '—';
  return formatTime(instant, TIME_FORMATS[style], zone);
}

/** An instant by the places {y}{m}{d}{h}{i}{s} and {a}, the day of the week, on the wall clock of a zone (spec §3). */
export function formatTime(instant: Date, format: string, zone = tenantZone()): string {
  const wall = wallTime(instant.getTime(), zone);
  const [y, m, d, h, i, s] = wall.split(/\D/);
  const parts: Record<string, string | undefined> = { y, m, d, h, i, s };
  const weekday = () => WEEKDAYS[currentLanguage()][weekdayOf(dayOfKey(wall.slice(0, 10)))]!;
  return format.replace(/\{([ymdhisa])\}/g, (_, place: string) => parts[place] ?? weekday());
}

/** Today from 00:00:00 to 23:59:59 on the wall clock of a zone (spec §3). */
export function todayRange(zone = tenantZone()): { from: Date; to: Date } {
  const day = timeText(now(), 'day', zone);
  return { from: parseWireTime(`${day} 00:00:00`, zone), to: parseWireTime(`${day} 23:59:59`, zone) };
}

/** A length of time in the two largest units that matter: `3小时05分` / `3 h 05 min`. */
export function durationText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '—';
  const isChinese = currentLanguage() === 'zh';
  const total = Math.max(0, Math.floor(seconds));
  const days = Math.floor(total / 86_400);
  const hours = Math.floor((total % 86_400) / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  if (days > 0) return isChinese ? `${days}天${two(hours)}小时` : `${days} d ${two(hours)} h`;
  if (hours > 0) return isChinese ? `${hours}小时${two(minutes)}分` : `${hours} h ${two(minutes)} min`;
  if (minutes > 0) return isChinese ? `${minutes}分${two(total % 60)}秒` : `${minutes} min ${two(total % 60)} s`;
  return isChinese ? `${total}秒` : `${total} s`;
}

/** Start of today's day or of a day before it, in a zone, as `YYYY-MM-DD`. */
export function dayText(instant: Date, zone = tenantZone()): string {
  return timeText(instant, 'day', zone);
}
