import { dayOfKey, wallTime, weekdayOf } from '@boyun/domain/period';
import { type Language, parseWireTime } from '@boyun/kernel/contract';
import { currentLanguage } from './language.ts';
import { now } from './now.ts';
import { tenantZone } from './session.ts';

const LOCALES: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB' };

/** Returns a number formatter; it is created once per language, which is slow, and shared by all cells. */
function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  const formats: Partial<Record<Language, Intl.NumberFormat>> = {};
  return (value) => {
    const language = currentLanguage();
    formats[language] ??= new Intl.NumberFormat(LOCALES[language], options);
    return formats[language].format(value);
  };
}

/** Groups digits in threes, as both languages do. The browser's own formatters are slow to create, and every list needs this one. */
function grouped(value: number, decimals: number): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? text : `${text}.${rest}`;
}

const twoDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const sixDecimals = numberFormat({ maximumFractionDigits: 6 });

/** Formats a number with grouping and two decimals (spec §3): 1234.5 → `1,234.50`. */
export function twoDecimalText(value: number): string {
  return twoDecimals(value);
}

/** Formats fen as yuan with grouping and two decimals: 123456 → `1,234.56`; null → `—`. */
export function moneyText(amountFen: number | null | undefined): string {
  return amountFen === null || amountFen === undefined ? '—' : grouped(amountFen / 100, 2);
}

/** Formats a whole number with grouping; null → `—`. */
export function countText(value: number | null | undefined): string {
  return value === null || value === undefined ? '—' : grouped(value, 0);
}

/** Returns the number of rows of a list, marked as approximate where it is an estimate; null → `—`. */
export function sizeText(listing: { readonly total: number; readonly isEstimate: boolean } | null | undefined): string {
  const text = countText(listing?.total);
  if (!listing?.isEstimate) return text;
  return currentLanguage() === 'zh' ? `约 ${text}` : `about ${text}`;
}

/** Formats a number with at most six decimals; null → `—`. */
export function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '—' : sixDecimals(value);
}

/** Formats a share 0…1 as a percentage with one decimal: 0.5 → `50.0%`. */
export function shareText(share: number | null | undefined): string {
  if (share === null || share === undefined) return '—';
  return `${grouped(Math.round(share * 1000) / 10, 1)}%`;
}

const LEAST_BASE = 20;
const LARGEST_GROWTH = 9.99;

/**
 * Formats how much a figure has risen or fallen, as a share of the earlier one: 0.5 → `50.0%`, more than ten times → `>999%`. Returns null
 * where the earlier one is below `least`, of which a share says nothing.
 */
export function growthText(now: number, then: number, least = LEAST_BASE): string | null {
  if (then < least) return null;
  const share = Math.abs(now - then) / then;
  return share > LARGEST_GROWTH ? '>999%' : shareText(share);
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

/** Precision with which an instant is shown. */
export type TimeStyle = keyof typeof TIME_FORMATS;

/** Formats an instant, `2026-11-20 08:05:09` in both languages; in the tenant's zone by default. */
export function timeText(instant: Date | null | undefined, style: TimeStyle = 'second', zone = tenantZone()): string {
  if (!instant) return '—';
  return formatTime(instant, TIME_FORMATS[style], zone);
}

/** Formats an instant in a zone, with the placeholders {y}{m}{d}{h}{i}{s} and {a} for the day of the week (spec §3). */
export function formatTime(instant: Date, format: string, zone = tenantZone()): string {
  const wall = wallTime(instant.getTime(), zone);
  const [y, m, d, h, i, s] = wall.split(/\D/);
  const parts: Record<string, string | undefined> = { y, m, d, h, i, s };
  const weekday = () => WEEKDAYS[currentLanguage()][weekdayOf(dayOfKey(wall.slice(0, 10)))]!;
  return format.replace(/\{([ymdhisa])\}/g, (_, place: string) => parts[place] ?? weekday());
}

/** Returns today from 00:00:00 to 23:59:59 in a zone (spec §3). */
export function todayRange(zone = tenantZone()): { from: Date; to: Date } {
  const day = timeText(now(), 'day', zone);
  return { from: parseWireTime(`${day} 00:00:00`, zone), to: parseWireTime(`${day} 23:59:59`, zone) };
}

/** Formats a duration in its two largest units: `3小时05分` / `3 h 05 min`. */
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

/** Formats a duration as days and the time to the second, for sums that must multiply out: `29天23:57:29` / `29 d 23:57:29`. */
export function daysText(seconds: number): string {
  const isChinese = currentLanguage() === 'zh';
  const days = isChinese ? `${Math.floor(seconds / 86_400)}天` : `${Math.floor(seconds / 86_400)} d`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = seconds % 86_400;
  if (rest === 0) return days;
  return `${days}${isChinese ? '' : ' '}${two(rest / 3600)}:${two((rest % 3600) / 60)}:${two(rest % 60)}`;
}

/** Formats minutes as hours with one decimal: `112.0小时` / `112.0 h`. */
export function hoursText(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return '—';
  return `${(minutes / 60).toFixed(1)}${currentLanguage() === 'zh' ? '小时' : ' h'}`;
}

/** Returns the calendar day of an instant in a zone, as `YYYY-MM-DD`. */
export function dayText(instant: Date, zone = tenantZone()): string {
  return timeText(instant, 'day', zone);
}
