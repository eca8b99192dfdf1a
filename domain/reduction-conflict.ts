/**
 * Finds reductions of a tenant that conflict: it applies each one alone, and each pair, to example stays. Pure, like `reduction.ts`.
 */
import {
  type ReducedStay,
  type ReductionLine,
  type ReductionOffer,
  type ReductionSource,
  type ReductionTerms,
  reduceFee,
} from './reduction.ts';
import type { Words } from './words.ts';

/** What is odd about a reduction, or about two. */
export const reductionConflicts = {
  never: { zh: '从不生效', en: 'Never applies' },
  'free-for-all': { zh: '所有停车免费', en: 'Every stay is free' },
  'free-together': { zh: '叠加后免费', en: 'Free together' },
  displaced: { zh: '被另一优惠取代', en: 'Displaced by another' },
} as const satisfies Readonly<Record<string, Words>>;
export type ReductionConflictKind = keyof typeof reductionConflicts;

/** A stay that reductions are tried on, with the offers it could have. `of` is what the caller knows it by. */
export interface TriedStay<T> {
  readonly of: T;
  readonly stay: ReducedStay;
  readonly feeFen: number;
  readonly offers: readonly ReductionOffer[];
  readonly price: (terms: ReductionTerms) => number;
}

/** A reduction, by what offers it. */
export interface ConflictParty {
  readonly source: ReductionSource;
  readonly sourceId: string;
  readonly words: Words;
}

/** An oddity with an example: what the parties do to a stay together. */
export interface ReductionConflict<T> {
  readonly kind: ReductionConflictKind;
  readonly parties: readonly ConflictParty[];
  /** In how many of the tried stays it is so. */
  readonly stayCount: number;
  readonly example: {
    readonly of: T;
    readonly feeFen: number;
    readonly lines: readonly ReductionLine[];
    readonly dueFen: number;
  };
}

/** What became of one offer, or of two together, over all tried stays. */
interface Tally<T> {
  readonly parties: readonly ConflictParty[];
  tried: number;
  odd: number;
  /** The odd stay with the largest fee. */
  example: ReductionConflict<T>['example'] | null;
}

type Tallies<T> = Map<string, Tally<T>>;

/** Collects what offers do to stays, one stay after the other; stays without a fee say nothing. */
export interface ConflictFinder<T> {
  take(tried: TriedStay<T>): void;
  /** What is odd, by kind; the most frequent come first. */
  found(): ReductionConflict<T>[];
}

/** Returns a finder that has seen no stay yet. */
export function conflictFinder<T>(): ConflictFinder<T> {
  const never: Tallies<T> = new Map();
  const always: Tallies<T> = new Map();
  const free: Tallies<T> = new Map();
  const displaced: Tallies<T> = new Map();
  const takePair = (one: TriedStay<T>, [first, second]: Pair, [own, other]: readonly [Outcome<T>, Outcome<T>]) => {
    if (own.lines.length === 0 || other.lines.length === 0) return;
    const both = outcomeOf(one, [first, second]);
    note(free, [first, second], both.dueFen === 0 && own.dueFen > 0 && other.dueFen > 0, both);
    // That nothing is left to take off a free stay is no oddity.
    if (other.dueFen > 0) note(displaced, [first, second], !has(both.lines, first), both);
    if (own.dueFen > 0) note(displaced, [second, first], !has(both.lines, second), both);
  };
  return {
    take(one) {
      if (one.feeFen === 0) return;
      const offers = one.offers.filter(({ sourceId }) => sourceId !== null);
      const alone = offers.map((offer) => outcomeOf(one, [offer]));
      for (const [index, offer] of offers.entries()) {
        const own = alone[index]!;
        note(never, [offer], own.lines.length === 0, own);
        note(always, [offer], own.dueFen === 0 && isUnlimited(offer), own);
        for (let other = index + 1; other < offers.length; other += 1)
          takePair(one, [offer, offers[other]!], [own, alone[other]!]);
      }
    },
    found: () => [
      ...oddOf('never', never, (one) => one.odd === one.tried),
      ...oddOf('free-for-all', always, (one) => one.odd === one.tried),
      ...oddOf('displaced', displaced, (one) => one.odd === one.tried),
      ...oddOf('free-together', free, (one) => one.odd > 0),
    ],
  };
}

type Pair = readonly [ReductionOffer, ReductionOffer];
type Outcome<T> = ReductionConflict<T>['example'];

const has = (lines: readonly ReductionLine[], { sourceId }: ReductionOffer) =>
  lines.some((line) => line.sourceId === sourceId);

/** Whether every car gets it, without a budget: what a car must be given first is not for all. */
const isUnlimited = ({ source, rule }: ReductionOffer) => source === 'activity' && (rule?.budgetFen ?? null) === null;

function outcomeOf<T>({ of, stay, feeFen, price }: TriedStay<T>, offers: readonly ReductionOffer[]): Outcome<T> {
  const { lines, reducedFen } = reduceFee({ feeFen, settledFen: 0, stay, offers, price });
  return { of, feeFen, lines, dueFen: feeFen - reducedFen };
}

function note<T>(
  tallies: Tallies<T>,
  offers: readonly ReductionOffer[],
  isOdd: boolean,
  example: ReductionConflict<T>['example'],
): void {
  const key = offers.map((one) => one.sourceId).join(' ');
  const parties = offers.map(({ source, sourceId, words }) => ({ source, sourceId: sourceId!, words }));
  const tally = tallies.get(key) ?? { parties, tried: 0, odd: 0, example: null };
  tallies.set(key, tally);
  tally.tried += 1;
  if (!isOdd) return;
  tally.odd += 1;
  if (!tally.example || example.feeFen > tally.example.feeFen) tally.example = example;
}

function oddOf<T>(
  kind: ReductionConflictKind,
  tallies: Tallies<T>,
  isMeant: (tally: Tally<T>) => boolean,
): ReductionConflict<T>[] {
  return [...tallies.values()]
    .filter((one) => one.example !== null && isMeant(one))
    .map(({ parties, odd, example }) => ({ kind, parties, stayCount: odd, example: example! }))
    .sort((a, b) => b.stayCount - a.stayCount);
}
