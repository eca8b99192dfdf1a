import { dayOfKey, keyOfDay } from './period.ts';

/** A band of a tiered share: the part of a month's net from an amount on, up to the next band, is shared by a percentage. */
export interface ShareTier {
  readonly fromFen: number;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
}

/** What a sub-merchant gets: a percentage of the net, percentages by bands of a month's net, or a fixed rent a month. */
export type ShareTerms =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'tiers'; readonly tiers: readonly ShareTier[] }
  | { readonly kind: 'rent'; readonly rentFen: number };

/** What is shared of a lot on a day, in fen; below zero where more went back than came in. */
export interface LotDay {
  readonly lotId: string;
  readonly day: string;
  readonly netFen: number;
}

/** Amount of a share that belongs to something, by its key. */
export interface Part {
  readonly key: string;
  readonly fen: number;
}

const WHOLE = 10_000n;

/** Divides and rounds to the nearest whole, halves away from zero. */
function divideRounded(value: bigint, by: bigint): number {
  const half = by / 2n;
  return Number(value < 0n ? -((-value + half) / by) : (value + half) / by);
}

/** What a net of a month brings. Bands are in ascending order and the first begins at zero; it also applies below zero. */
function shareOfNet(tiers: readonly ShareTier[], netFen: number): number {
  let sum = 0n;
  for (const [index, { fromFen, basisPoints }] of tiers.entries()) {
    const next = tiers[index + 1]?.fromFen ?? Number.POSITIVE_INFINITY;
    const from = index === 0 ? Number.NEGATIVE_INFINITY : fromFen;
    if (netFen <= from) break;
    const inBand = Math.min(netFen, next) - (index === 0 ? 0 : fromFen);
    sum += BigInt(inBand) * BigInt(basisPoints);
  }
  return divideRounded(sum, WHOLE);
}

/** The days of a month that are settled, from the first of the month to be counted: 1 and 31 are all of January. */
interface MonthPart {
  readonly month: string;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly dayCount: number;
}

/** What a part of a month brings: what the month has brought up to its last day, less what it had brought before its first. */
function shareOfPart(terms: ShareTerms, part: MonthPart, net: { readonly beforeFen: number; readonly ownFen: number }) {
  if (terms.kind === 'rent') {
    const upTo = (day: number) => Number((BigInt(terms.rentFen) * BigInt(day)) / BigInt(part.dayCount));
    return upTo(part.lastDay) - upTo(part.firstDay - 1);
  }
  const tiers = terms.kind === 'percent' ? [{ fromFen: 0, basisPoints: terms.basisPoints }] : terms.tiers;
  return shareOfNet(tiers, net.beforeFen + net.ownFen) - shareOfNet(tiers, net.beforeFen);
}

/** The months that the days from one to another belong to, in order. */
function monthParts(from: string, to: string): MonthPart[] {
  const parts: MonthPart[] = [];
  for (let day = from; day <= to; ) {
    const month = day.slice(0, 7);
    const first = dayOfKey(`${month}-01`);
    const next = dayOfKey(`${keyOfDay(first + 31).slice(0, 7)}-01`);
    const last = Math.min(next - 1, dayOfKey(to));
    parts.push({
      month,
      firstDay: dayOfKey(day) - first + 1,
      lastDay: last - first + 1,
      dayCount: next - first,
    });
    day = keyOfDay(last + 1);
  }
  return parts;
}

/**
 * Splits an amount by weights to the fen: each gets its exact part rounded down, and what remains goes to the largest remainders, of equal
 * ones to the lower key. Where the weights add up to nothing, all count the same.
 */
export function splitByWeight(
  amountFen: number,
  weights: readonly { readonly key: string; readonly weight: number }[],
): Part[] {
  const total = weights.reduce((sum, one) => sum + BigInt(one.weight), 0n);
  const isEven = total === 0n;
  const sign = total < 0n ? -1n : 1n;
  const whole = isEven ? BigInt(weights.length) : total * sign;
  const parts = weights.map(({ key, weight }) => {
    const exact = BigInt(amountFen) * (isEven ? 1n : BigInt(weight) * sign);
    const remainder = ((exact % whole) + whole) % whole;
    return { key, fen: Number((exact - remainder) / whole), remainder };
  });
  const open = amountFen - parts.reduce((sum, one) => sum + one.fen, 0);
  const ranked = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? (a.key < b.key ? -1 : 1) : a.remainder > b.remainder ? -1 : 1,
  );
  const raised = new Set(ranked.slice(0, open).map((one) => one.key));
  return parts.map(({ key, fen }) => ({ key, fen: fen + (raised.has(key) ? 1 : 0) }));
}

/** Names a day of a lot. */
export const lotDayKey = ({ lotId, day }: Pick<LotDay, 'lotId' | 'day'>): string => `${day} ${lotId}`;

/**
 * Returns the share of the days from one to another, both included, and its parts by day and lot. `days` has every day of each lot.
 * `earlierFen` is the net of the first month's days that were settled before; bands go on where these ended, so that a month brings the
 * same in whatever pieces it is settled.
 */
export function settleShare(
  terms: ShareTerms,
  { from, to }: { readonly from: string; readonly to: string },
  days: readonly LotDay[],
  earlierFen: number,
): { readonly shareFen: number; readonly parts: readonly Part[] } {
  const parts: Part[] = [];
  for (const [index, part] of monthParts(from, to).entries()) {
    const own = days.filter(({ day }) => day.startsWith(part.month));
    const ownFen = own.reduce((sum, one) => sum + one.netFen, 0);
    const shareFen = shareOfPart(terms, part, { beforeFen: index === 0 ? earlierFen : 0, ownFen });
    // A rent has nothing to do with what the lots brought.
    const weightOf = ({ netFen }: LotDay) => (terms.kind === 'rent' ? 1 : netFen);
    parts.push(
      ...splitByWeight(
        shareFen,
        own.map((one) => ({ key: lotDayKey(one), weight: weightOf(one) })),
      ),
    );
  }
  return { shareFen: parts.reduce((sum, one) => sum + one.fen, 0), parts };
}
