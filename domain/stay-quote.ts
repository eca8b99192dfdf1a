/** The price of a stay: its fee by a tariff, what lists and others take off, and what is left to pay. */
import {
  type Calendar,
  type Covered,
  type EarlierStay,
  type FeeLine,
  type Paid,
  priceStay,
  type Tariff,
} from './fee/fee.ts';
import { type ReductionLine, type ReductionOffer, type ReductionTerms, reduceFee } from './reduction.ts';
import type { Words } from './words.ts';

/** A fee before reductions; the lines add up to `feeFen`. */
export interface StayQuote {
  readonly feeFen: number;
  readonly lines: readonly FeeLine[];
  readonly graceMinutes: number;
  /** Returns the fee and its lines if further periods of the same stay were not charged, and by another tariff where one is given. */
  readonly priceWithout: (covered: readonly Covered[], other?: Tariff | null) => Pick<StayQuote, 'feeFen' | 'lines'>;
}

/** A stay up to a moment. */
export interface QuotedStay {
  readonly enteredAtMs: number;
  readonly atMs: number;
  /** IANA zone of its lot. */
  readonly zone: string;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
  readonly spotKind: string | null;
  readonly settlements: readonly Paid[];
  /** Parts that are not charged. */
  readonly covered: readonly Covered[];
  readonly calendar: Calendar;
  /** Other stays of the plate, where the tariff links them. */
  readonly earlier?: readonly EarlierStay[] | undefined;
}

/** Prices a stay by a tariff; without one it is free, and its line says so. */
export function quoteStay(tariff: Tariff | null | undefined, quoted: QuotedStay): StayQuote {
  if (!tariff) return freeOfRule(quoted);
  const { vehicleKind, plateColor, enteredAtMs, zone, calendar, earlier } = quoted;
  const stay = {
    enteredAtMs,
    exitAtMs: Math.max(enteredAtMs, quoted.atMs),
    zone,
    calendar,
    plateColor,
    ...(vehicleKind ? { vehicleKind } : {}),
    ...(quoted.spotKind ? { spotKind: quoted.spotKind } : {}),
    ...(quoted.covered.length > 0 ? { covered: quoted.covered } : {}),
    ...(quoted.settlements.length > 0 ? { paid: quoted.settlements } : {}),
    ...(earlier ? { earlier } : {}),
  };
  const priced = priceStay(tariff, stay);
  return {
    feeFen: priced.totalFen,
    lines: priced.lines,
    graceMinutes: tariff.grace?.minutes ?? 0,
    priceWithout: (covered, other) => {
      const { totalFen, lines } = priceStay(other ?? tariff, { ...stay, covered: [...covered, ...quoted.covered] });
      return { feeFen: totalFen, lines };
    },
  };
}

function freeOfRule({ enteredAtMs, atMs }: QuotedStay): StayQuote {
  const line: FeeLine = {
    fromMs: enteredAtMs,
    toMs: atMs,
    rule: 'none',
    ruleVersion: 0,
    units: 0,
    unitPriceFen: 0,
    amountFen: 0,
    zh: '车场未绑定收费规则，不收费',
    en: 'The lot has no charge rule, so nothing is charged',
  };
  const free = { feeFen: 0, lines: [line] };
  return { ...free, graceMinutes: 0, priceWithout: () => free };
}

/** The list entry a car came in by, and the spans of the stay its entries cover. */
export interface ListedCover {
  /** The name of its standing where cars of that pay nothing; null for others. */
  readonly freeAs: Words | null;
  readonly listEntryId: string | null;
  readonly entries: readonly {
    readonly entryId: string;
    readonly words: Words;
    readonly spans: readonly Covered[];
  }[];
}

/** The reductions granted by the list entry a car came in by. */
export function offersOfLists({ freeAs, listEntryId, entries }: ListedCover): ReductionOffer[] {
  const common = { source: 'list', payer: 'operator' } as const;
  if (freeAs) {
    const words = { zh: `${freeAs.zh}免费`, en: `Free: ${freeAs.en}` };
    return [{ ...common, sourceId: listEntryId, effect: { kind: 'free' }, words }];
  }
  return entries.map(({ entryId, words, spans }) => ({
    ...common,
    sourceId: entryId,
    effect: { kind: 'minutes', spans },
    words,
  }));
}

/** The rule of the line that carries the fee of the time lists cover. */
export const COVERED_FEE = 'covered-fee';

/** A fee with what reduces it and what is left to pay, which is never below zero. */
export interface ReducedQuote {
  readonly feeFen: number;
  readonly lines: readonly FeeLine[];
  readonly graceMinutes: number;
  readonly reductions: readonly ReductionLine[];
  /** The sum of the reductions. */
  readonly reducedFen: number;
  /** The fee of the time that no list covers. */
  readonly chargedFen: number;
  readonly dueFen: number;
}

/** Applies offers to the fee of a stay of which `settledFen` is paid; `promised` reductions were part of a sum that was paid. */
export function reduceQuote(of: {
  readonly stay: Pick<QuotedStay, 'enteredAtMs' | 'atMs' | 'zone' | 'vehicleKind'> & { readonly lotId: string };
  readonly quote: StayQuote;
  readonly settledFen: number;
  readonly offers: readonly ReductionOffer[];
  readonly promised: readonly ReductionLine[];
  readonly tariffs: ReadonlyMap<string, Tariff>;
}): ReducedQuote {
  const { stay, quote, settledFen, offers, promised, tariffs } = of;
  const { feeFen, graceMinutes } = quote;
  const { lotId, vehicleKind, zone, atMs } = stay;
  const priced = new Map<string, ReturnType<StayQuote['priceWithout']>>();
  const keyOf = ({ covered, tariffId }: ReductionTerms) => JSON.stringify([tariffId, covered]);
  const priceWithout = (terms: ReductionTerms) => {
    const found = quote.priceWithout(terms.covered, terms.tariffId ? tariffs.get(terms.tariffId) : null);
    priced.set(keyOf(terms), found);
    return found.feeFen;
  };
  const reduced = reduceFee({
    feeFen,
    settledFen,
    stay: { lotId, vehicleKind, atMs, zone },
    offers,
    promised,
    price: priceWithout,
  });
  const { lines: reductions, reducedFen, chargedFen } = reduced;
  const dueFen = Math.max(0, feeFen - reducedFen - settledFen);
  const charged = priced.get(keyOf(reduced.terms));
  const isByLists =
    reductions.every((line) => line.source === 'list' || line.kind !== 'minutes') && !reduced.terms.tariffId;
  const lines = charged ? [...charged.lines, coveredFee(stay, feeFen - chargedFen, isByLists)] : quote.lines;
  return { feeFen, dueFen, lines, graceMinutes, reductions, reducedFen, chargedFen };
}

/** The line that says what the time that is not charged would cost; the lines before it show that time without a price. */
function coveredFee(
  { enteredAtMs, atMs }: Pick<QuotedStay, 'enteredAtMs' | 'atMs'>,
  amountFen: number,
  isByLists: boolean,
): FeeLine {
  return {
    fromMs: enteredAtMs,
    toMs: atMs,
    rule: COVERED_FEE,
    ruleVersion: 0,
    units: 1,
    unitPriceFen: amountFen,
    amountFen,
    ...(isByLists
      ? { zh: '名单覆盖时段的停车费', en: 'Fee of the time covered by a list' }
      : { zh: '优惠前的差额', en: 'Difference to the fee without reductions' }),
  };
}
