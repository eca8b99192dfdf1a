/** The terms of monthly packs: how long they run, and what a pack given back is worth. */
import { addDays, addMonths, zoneClock } from './period.ts';

/** What a pack is sold for. */
export type PackPeriod = 'month' | 'quarter' | 'year' | 'custom';

/** Where a term of so many periods that begins at a moment ends; `days` is the length of a custom period. */
export function endOfTerm(
  fromMs: number,
  term: { readonly period: PackPeriod; readonly days: number | null; readonly count: number },
  zone: string,
): number {
  if (term.period === 'custom') return addDays(fromMs, (term.days ?? 1) * term.count, zone);
  return addMonths(fromMs, MONTHS[term.period] * term.count, zone);
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
/** A pack that was renewed for longer than this is counted from its end. */
const MOST_MONTHS = 240;

/**
 * Where a pack ends that is renewed at its end. Months go on from the day on which a term began: one that was shortened by a
 * short month gets its day back in the next, as it would have had it been sold for both at once.
 */
export function endOfRenewal(
  terms: readonly PaidTerm[],
  endMs: number,
  term: Parameters<typeof endOfTerm>[1],
  zone: string,
): number {
  if (term.period === 'custom') return endOfTerm(endMs, term, zone);
  for (const { fromMs } of terms)
    for (let months = 1; months <= MOST_MONTHS; months += 1) {
      const at = addMonths(fromMs, months, zone);
      if (at === endMs) return addMonths(fromMs, months + MONTHS[term.period] * term.count, zone);
      if (at > endMs) break;
    }
  return endOfTerm(endMs, term, zone);
}

/** A stretch of a pack that was sold and paid. */
export type PaidTerm = { readonly fromMs: number; readonly toMs: number; readonly paidFen: number };

/** The latest end of terms; the moment given where there are none. */
export function endOfTerms(terms: readonly PaidTerm[], otherwiseMs: number): number {
  return terms.reduce((end, one) => Math.max(end, one.toMs), otherwiseMs);
}

/**
 * The terms of a pack that goes on after a pause: what was left when it was paused runs from the moment it goes on, and
 * later terms move by as much. What is left is days and hours of the zone's clock: over a change of the clock an end at
 * midnight stays one. A term that was under way is cut in two, its price by time.
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

/** A paid stretch with the part of its time that has not run, and what that is worth. */
export type TermWorth = PaidTerm & { readonly leftMs: number; readonly worthFen: number };

/**
 * What a pack given back at a moment is worth: of each term the share of its time that has not run, terms that have not
 * begun in full; fractions of a fen stay with the operator. A pack that is paused stands still since `pausedAtMs`.
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
