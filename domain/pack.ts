/** Terms of monthly packs: how long they run, and the value of a returned pack. */
import { addDays, addMonths, zoneClock } from './period.ts';

/** Billing period of a pack. */
export type PackPeriod = 'month' | 'quarter' | 'year' | 'custom';

/** Returns the end of a term of `count` periods; `days` is the length of a custom period. */
export function endOfTerm(
  fromMs: number,
  term: { readonly period: PackPeriod; readonly days: number | null; readonly count: number },
  zone: string,
): number {
  if (term.period === 'custom') return addDays(fromMs, (term.days ?? 1) * term.count, zone);
  return addMonths(fromMs, MONTHS[term.period] * term.count, zone);
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
/** A pack renewed for longer than this is counted from its end. */
const MAX_MONTHS = 240;

/**
 * Returns the new end of a pack renewed at its end. Months are counted from the day on which a term began, so that a term shortened by a
 * short month regains its day in the next, as if both had been sold together.
 */
export function endOfRenewal(
  terms: readonly PaidTerm[],
  endMs: number,
  term: Parameters<typeof endOfTerm>[1],
  zone: string,
): number {
  if (term.period === 'custom') return endOfTerm(endMs, term, zone);
  for (const { fromMs } of terms)
    for (let months = 1; months <= MAX_MONTHS; months += 1) {
      const at = addMonths(fromMs, months, zone);
      if (at === endMs) return addMonths(fromMs, months + MONTHS[term.period] * term.count, zone);
      if (at > endMs) break;
    }
  return endOfTerm(endMs, term, zone);
}

/** A term of a pack that was sold and paid. */
export type PaidTerm = { readonly fromMs: number; readonly toMs: number; readonly paidFen: number };

/** Returns the latest end of terms; `otherwiseMs` where there are none. */
export function endOfTerms(terms: readonly PaidTerm[], otherwiseMs: number): number {
  return terms.reduce((end, one) => Math.max(end, one.toMs), otherwiseMs);
}

/**
 * Returns the terms of a pack that resumes after a pause: the time left at the pause runs from the moment it resumes, and later terms move
 * by as much. The time left is days and hours of the zone's clock, so an end at midnight stays one over a clock change. A term in progress
 * is split in two, its price by time.
 */
export function resumeTerms(
  terms: readonly PaidTerm[],
  pausedAtMs: number,
  resumedAtMs: number,
  zone: string,
): PaidTerm[] {
  if (resumedAtMs <= pausedAtMs) return [...terms];
  const clock = zoneClock(zone);
  const wallMs = clock.localOf(resumedAtMs) - clock.localOf(pausedAtMs);
  const move = (ms: number) => Math.max(resumedAtMs, clock.instantOf(clock.localOf(ms) + wallMs));
  return terms.flatMap((one) => {
    if (one.toMs <= pausedAtMs) return [one];
    const moved = { ...one, fromMs: move(one.fromMs), toMs: move(one.toMs) };
    if (one.fromMs >= pausedAtMs) return [moved];
    const usedFen = Math.round((one.paidFen * (pausedAtMs - one.fromMs)) / (one.toMs - one.fromMs));
    return [
      { fromMs: one.fromMs, toMs: pausedAtMs, paidFen: usedFen },
      { fromMs: resumedAtMs, toMs: moved.toMs, paidFen: one.paidFen - usedFen },
    ];
  });
}

/** A paid term with its unused time and the value of that time. */
export type TermWorth = PaidTerm & { readonly leftMs: number; readonly worthFen: number };

/**
 * Returns the value of a pack returned at a moment: for each term the share of its unused time, in full for terms not yet begun; fractions
 * of a fen stay with the operator. The time of a paused pack stops at `pausedAtMs`.
 */
export function refundOf(
  terms: readonly PaidTerm[],
  atMs: number,
  pausedAtMs: number | null = null,
): { readonly paidFen: number; readonly refundFen: number; readonly unusedDays: number; readonly terms: TermWorth[] } {
  const nowMs = Math.min(atMs, pausedAtMs ?? atMs);
  const worth = terms.map((one) => {
    const length = one.toMs - one.fromMs;
    const leftMs = Math.max(0, one.toMs - Math.max(one.fromMs, nowMs));
    return { ...one, leftMs, worthFen: length > 0 ? Math.floor((one.paidFen * leftMs) / length) : 0 };
  });
  const sum = (key: 'paidFen' | 'worthFen' | 'leftMs') => worth.reduce((total, one) => total + one[key], 0);
  return {
    paidFen: sum('paidFen'),
    refundFen: sum('worthFen'),
    unusedDays: Math.ceil(sum('leftMs') / 86_400_000),
    terms: worth,
  };
}
