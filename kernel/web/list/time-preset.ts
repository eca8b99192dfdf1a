import { addDays, dayKey, dayStart, instantOfWall } from '@boyun/domain/period';
import { type Fields, type Label, type PeriodKeys, periodKeys } from '@boyun/kernel/contract';
import { dayText } from '../format.ts';
import { now } from '../now.ts';
import { tenantZone } from '../session.ts';

/** Periods that move with the day; an address and a saved view keep their name. */
export const timePresets = {
  today: { zh: '今天', en: 'Today' },
  yesterday: { zh: '昨天', en: 'Yesterday' },
  last7: { zh: '近7天', en: 'Last 7 days' },
  last30: { zh: '近30天', en: 'Last 30 days' },
  month: { zh: '本月', en: 'This month' },
} as const satisfies Readonly<Record<string, Label>>;
/** Name of such a period. */
export type TimePreset = keyof typeof timePresets;
/** Their names, in the order in which they are offered. */
export const presetNames = Object.keys(timePresets) as TimePreset[];

/** Returns the first and the last second of a period as of now. */
export function presetSpan(preset: TimePreset, zone = tenantZone()): { readonly from: Date; readonly to: Date } {
  const today = dayStart(now().getTime(), zone);
  const back = { today: 0, yesterday: 1, last7: 6, last30: 29 };
  const from =
    preset === 'month'
      ? instantOfWall(`${dayKey(today, zone).slice(0, 7)}-01T00:00`, zone)
      : addDays(today, -back[preset], zone);
  const end = preset === 'yesterday' ? today : addDays(today, 1, zone);
  return { from: new Date(from), to: new Date(end - 1000) };
}

/** The period last chosen or opened: on the first of a month it has the same ends as today, on the seventh as the last seven days. */
let lastNamed: TimePreset | null = null;

/**
 * Returns the period that two ends (instants or days) are, as of now; null if they are none. Of several with the same ends it is
 * the one last chosen or opened, so that "this month", saved on the first, remains the month.
 */
export function presetOf(from: unknown, to: unknown): TimePreset | null {
  const isSame = (value: unknown, end: Date) =>
    value instanceof Date ? value.getTime() === end.getTime() : value === dayText(end);
  const found = presetNames.filter((one) => {
    const span = presetSpan(one);
    return isSame(from, span.from) && isSame(to, span.to);
  });
  return found.find((one) => one === lastNamed) ?? found[0] ?? null;
}

/** Filters that bound the time of most lists. */
const USUAL_KEYS: PeriodKeys = ['from', 'to'];

/** Returns the filters of a list that its period sets (`periodKeys`). */
export function keysOfPeriod(fields: Fields): PeriodKeys {
  return periodKeys(fields) ?? USUAL_KEYS;
}

/** Returns a period as the filters of a list that bound its time, which are instants or days. */
export function presetFilters(preset: TimePreset, fields: Fields): Readonly<Record<string, unknown>> {
  const [from, to] = keysOfPeriod(fields);
  const kind = fields[from]?.kind === 'day' ? 'day' : 'instant';
  lastNamed = preset;
  return { [from]: presetEnd(preset, 'from', kind), [to]: presetEnd(preset, 'to', kind) };
}

/** Returns an end of a period by its name, as a field of that kind holds it; undefined for any other text. */
export function presetEnd(text: string, end: 'from' | 'to', kind: 'instant' | 'day'): Date | string | undefined {
  if (!(text in timePresets)) return undefined;
  lastNamed = text as TimePreset;
  const moment = presetSpan(lastNamed)[end];
  return kind === 'instant' ? moment : dayText(moment);
}
