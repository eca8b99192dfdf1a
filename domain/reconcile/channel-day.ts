import { beijingText } from './bill-line.ts';

const DAY_MS = 86_400_000;
/** UnionPay settles what it cleared up to 23:00 of Beijing. */
const CUTOFF_MS: Readonly<Record<string, number>> = { unionpay: -3_600_000 };

/** The number of milliseconds by which the day of a channel begins after midnight in Beijing. */
const cutoffOf = (channel: string) => CUTOFF_MS[channel] ?? 0;

/** The instants at which a day of a channel, as `2026-03-04`, begins and the next one does. */
export function channelDaySpan(channel: string, day: string): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = Date.parse(`${day}T00:00:00+08:00`) + cutoffOf(channel);
  return { fromMs, toMs: fromMs + DAY_MS };
}

/** The day of a channel that an instant belongs to. */
export const channelDayOf = (channel: string, ms: number): string => beijingText(ms - cutoffOf(channel)).slice(0, 10);

/** The day that is `count` days after another one. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The days from one to another, both included; at most `most`, the first ones. */
export function daysFrom(first: string, last: string, most = 400): string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < most; day = daysAfter(day, 1)) days.push(day);
  return days;
}
