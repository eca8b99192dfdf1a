import type { Figures, LotDayFigures } from './settlement.queries.ts';

type Shared = Figures & { readonly shareFen: number };

const KEYS = [
  'grossFen',
  'operatorFen',
  'merchantFen',
  'owingFen',
  'receivedFen',
  'refundedFen',
  'feeFen',
  'netFen',
] as const;

/** Adds the figures of days up. */
export function sumFigures(days: readonly LotDayFigures[]): Figures {
  const sums = Object.fromEntries(KEYS.map((key) => [key, days.reduce((sum, one) => sum + one[key], 0)]));
  return sums as Record<(typeof KEYS)[number], number>;
}

const withShare = (days: readonly LotDayFigures[]): Shared => ({
  ...sumFigures(days),
  shareFen: days.reduce((sum, one) => sum + (one.shareFen ?? 0), 0),
});

/** The figures of each lot. */
export function byLot(lotIds: readonly string[], days: readonly LotDayFigures[]): (Shared & { lotId: string })[] {
  return lotIds.map((lotId) => ({ lotId, ...withShare(days.filter((one) => one.lotId === lotId)) }));
}

/** The figures of each day, in order. */
export function byDay(days: readonly LotDayFigures[]): (Shared & { day: string })[] {
  return [...Map.groupBy(days, (one) => one.day)].map(([day, own]) => ({ day, ...withShare(own) }));
}
