/**
 * Spots that their owners share: when a spot is offered, what a booking and an overstay cost, what a cancellation returns, and who gets
 * which part. Instants are epoch milliseconds, amounts whole fen.
 */
import { type DailyHours, type Span, spansWithin } from './daily-hours.ts';
import { formatYuan } from './money.ts';
import { wallTime, weekdayOf, zoneClock } from './period.ts';
import type { Words } from './words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Hours of some days of the week, 0 Sunday to 6 Saturday; hours after midnight belong to the day they began on. */
export type WeeklyWindow = DailyHours & { readonly days: readonly number[] };

/** A span that differs from the weekly windows: `closed` takes time out of them and decides, `open` adds to them. */
export type OfferException = Span & { readonly kind: 'open' | 'closed' };

/** When a spot is offered. */
export type Offered = { readonly windows: readonly WeeklyWindow[]; readonly exceptions: readonly OfferException[] };

/** Merges spans that touch or overlap, in their order. */
function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.filter((one) => one.fromMs < one.toMs).toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = all.at(-1);
    if (last && span.fromMs <= last.toMs) all[all.length - 1] = { ...last, toMs: Math.max(last.toMs, span.toMs) };
    else all.push({ fromMs: span.fromMs, toMs: span.toMs });
  }
  return all;
}

/** Takes spans out of merged spans. */
function without(spans: readonly Span[], gone: readonly Span[]): Span[] {
  return merged(gone).reduce<Span[]>(
    (left, { fromMs, toMs }) =>
      left.flatMap((one) => [
        ...(one.fromMs < Math.min(one.toMs, fromMs) ? [{ fromMs: one.fromMs, toMs: Math.min(one.toMs, fromMs) }] : []),
        ...(Math.max(one.fromMs, toMs) < one.toMs ? [{ fromMs: Math.max(one.fromMs, toMs), toMs: one.toMs }] : []),
      ]),
    [...spans],
  );
}

function weekly({ days, ...hours }: WeeklyWindow, span: Span, zone: string): Span[] {
  const clock = zoneClock(zone);
  // The hours of a window as a whole, so that each is of the day it began on.
  const wide = { fromMs: span.fromMs - 2 * DAY_MS, toMs: span.toMs + 2 * DAY_MS };
  return spansWithin(hours, wide, zone).flatMap((one) => {
    const part = { fromMs: Math.max(one.fromMs, span.fromMs), toMs: Math.min(one.toMs, span.toMs) };
    return part.fromMs < part.toMs && days.includes(weekdayOf(clock.dayOf(one.fromMs))) ? [part] : [];
  });
}

/** Returns the parts of a span in which a spot is offered, merged and in order. */
export function offeredWithin({ windows, exceptions }: Offered, span: Span, zone: string): Span[] {
  const within = ({ fromMs, toMs }: Span) => ({
    fromMs: Math.max(fromMs, span.fromMs),
    toMs: Math.min(toMs, span.toMs),
  });
  const of = (kind: OfferException['kind']) => exceptions.filter((one) => one.kind === kind).map(within);
  const open = merged([...windows.flatMap((one) => weekly(one, span, zone)), ...of('open')]);
  return without(open, of('closed'));
}

/** Whether a spot is offered for the whole of a span. */
export function isOffered(offered: Offered, span: Span, zone: string): boolean {
  const [first] = offeredWithin(offered, span, zone);
  return first !== undefined && first.fromMs === span.fromMs && first.toMs === span.toMs;
}

/** What a spot costs and how a booking ends; fixed when it is booked. */
export type ShareTerms = {
  /** The price of each started hour. */
  readonly hourFen: number;
  /** The most that 24 hours from the start cost; null without a limit. */
  readonly dayCapFen: number | null;
  /** The car is let in so many minutes before its time. */
  readonly earlyMinutes: number;
  /** Leaving so many minutes late costs nothing. */
  readonly graceMinutes: number;
  /** The price of a started hour of overstay, in percent of the price of an hour. */
  readonly overstayPercent: number;
  /** Cancelled so many minutes before its start, a booking is refunded in full. */
  readonly freeCancelMinutes: number;
  /** Percentage refunded for a later cancellation before the start. */
  readonly lateRefundPercent: number;
  /** Percentages of what is received; the rest is the lot's. */
  readonly ownerPercent: number;
  readonly platformPercent: number;
};

/** A line of the price of a booking. */
export type ShareLine = Words & Span & { readonly units: number; readonly unitFen: number; readonly amountFen: number };

const whole = (ms: number, unitMs: number) => Math.ceil(ms / unitMs);

/** The price of a booking: a line for each 24 hours from its start, at most the cap each. */
export function bookingLines(
  { hourFen, dayCapFen }: Pick<ShareTerms, 'hourFen' | 'dayCapFen'>,
  { fromMs, toMs }: Span,
  zone: string,
): ShareLine[] {
  const lines: ShareLine[] = [];
  for (let at = fromMs; at < toMs; at += DAY_MS) {
    const end = Math.min(at + DAY_MS, toMs);
    const units = whole(end - at, HOUR_MS);
    const isCapped = dayCapFen !== null && units * hourFen > dayCapFen;
    const span = `${time(at, zone)}–${time(end, zone)}`;
    const price = formatYuan(hourFen);
    const cap = isCapped ? formatYuan(dayCapFen) : null;
    lines.push({
      fromMs: at,
      toMs: end,
      units,
      unitFen: hourFen,
      amountFen: isCapped ? dayCapFen : units * hourFen,
      zh: `${span} ${units}小时 × ${price}元${cap ? `，封顶${cap}元` : ''}`,
      en: `${span} ${units} h × ${price}${cap ? `, at most ${cap}` : ''}`,
    });
  }
  return lines;
}

const time = (ms: number, zone: string) => wallTime(ms, zone).slice(5, 16).replace('T', ' ');

/** The price of a booking, in fen. */
export function bookingFen(terms: Pick<ShareTerms, 'hourFen' | 'dayCapFen'>, span: Span): number {
  return bookingLines(terms, span, 'UTC').reduce((sum, one) => sum + one.amountFen, 0);
}

/** The price of a started hour of overstay, rounded up to a whole fen. */
export function overstayHourFen({ hourFen, overstayPercent }: Pick<ShareTerms, 'hourFen' | 'overstayPercent'>): number {
  return Math.ceil((hourFen * overstayPercent) / 100);
}

/** The time of a stay that its booking has paid for: all of it, unless the car left after the grace; then up to the end of the booking. */
export function paidUntil(
  { graceMinutes }: Pick<ShareTerms, 'graceMinutes'>,
  untilMs: number,
  leftAtMs: number,
): number {
  return leftAtMs <= untilMs + graceMinutes * MINUTE_MS ? Math.max(leftAtMs, untilMs) : untilMs;
}

/** What an overstay costs: each started hour after the booking, nothing within the grace. */
export function overstayFen(terms: ShareTerms, untilMs: number, leftAtMs: number): number {
  const overMs = leftAtMs - paidUntil(terms, untilMs, leftAtMs);
  return overMs <= 0 ? 0 : whole(overMs, HOUR_MS) * overstayHourFen(terms);
}

/** What a cancellation returns of what was paid: all in time, a percentage before the start, nothing after it. */
export function cancelRefundFen(
  { freeCancelMinutes, lateRefundPercent }: Pick<ShareTerms, 'freeCancelMinutes' | 'lateRefundPercent'>,
  { paidFen, fromMs, atMs }: { readonly paidFen: number; readonly fromMs: number; readonly atMs: number },
): number {
  if (atMs <= fromMs - freeCancelMinutes * MINUTE_MS) return paidFen;
  return atMs < fromMs ? Math.floor((paidFen * lateRefundPercent) / 100) : 0;
}

/** Who gets which part of an amount. */
export type ShareSplit = { readonly ownerFen: number; readonly lotFen: number; readonly platformFen: number };

/** Splits an amount: owner and platform get their percentages without fractions of a fen, the lot gets the rest. */
export function splitShare(
  fen: number,
  { ownerPercent, platformPercent }: Pick<ShareTerms, 'ownerPercent' | 'platformPercent'>,
): ShareSplit {
  const ownerFen = Math.floor((fen * ownerPercent) / 100);
  const platformFen = Math.floor((fen * platformPercent) / 100);
  return { ownerFen, lotFen: fen - ownerFen - platformFen, platformFen };
}
