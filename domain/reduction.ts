/**
 * What reduces a fee, as pure rules: offers go in, the lines that were applied come out, each with the party that bears it.
 * Sources apply in a fixed order: list, VIP group, activity, merchant, coupon, waiver. Within one source the order in which offers are
 * given does not matter. The sum is never below zero and never more than what is left of the fee.
 */
import { type DailyHours, isWithinHours, type Span } from './daily-hours.ts';
import type { Covered } from './fee/stay.ts';
import { zoneClock } from './period.ts';
import type { Words } from './words.ts';

/** Sources of a reduction, in the order in which they apply. */
export const reductionSources = {
  list: { zh: '名单与月卡', en: 'List or pack' },
  vip: { zh: 'VIP分组', en: 'VIP group' },
  activity: { zh: '优惠活动', en: 'Activity' },
  merchant: { zh: '商家优惠', en: 'Merchant discount' },
  coupon: { zh: '优惠券', en: 'Coupon' },
  waiver: { zh: '人工减免', en: 'Waiver' },
} as const satisfies Readonly<Record<string, Words>>;
export type ReductionSource = keyof typeof reductionSources;

/** Who bears the amount that is not collected. */
export const reductionPayers = {
  operator: { zh: '车场', en: 'Operator' },
  merchant: { zh: '商家', en: 'Merchant' },
} as const satisfies Readonly<Record<string, Words>>;
export type ReductionPayer = keyof typeof reductionPayers;

/**
 * The effect of an offer. `minutes` removes spans from the charged time, `tariff` prices the stay by another tariff, `cap` limits what the
 * spans of a window cost, `percent` is taken off the remainder, `fixed-price` limits the remaining amount.
 */
export type ReductionEffect =
  | { readonly kind: 'minutes'; readonly spans: readonly Covered[] }
  | { readonly kind: 'tariff'; readonly tariffId: string }
  | { readonly kind: 'cap'; readonly fen: number; readonly spans: readonly Covered[] }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly fen: number }
  | { readonly kind: 'fixed-price'; readonly fen: number }
  | { readonly kind: 'free' };

/** The kinds of reductions, in the order in which those of one source apply. */
export const reductionKinds = {
  minutes: { zh: '免费时长', en: 'Free time' },
  tariff: { zh: '另一资费', en: 'Another tariff' },
  cap: { zh: '时段封顶', en: 'Cap within a window' },
  percent: { zh: '折扣', en: 'Percentage' },
  amount: { zh: '减免金额', en: 'Amount' },
  'fixed-price': { zh: '一口价', en: 'Fixed price' },
  free: { zh: '全免', en: 'Free' },
} as const satisfies Readonly<Record<ReductionEffect['kind'], Words>>;
export type ReductionKind = ReductionEffect['kind'];

/** When an offer applies; an empty list or null sets no limit. */
export type ReductionRule = {
  readonly lotIds?: readonly string[];
  readonly vehicleKinds?: readonly string[];
  /** ISO days of the week, 1 is Monday. */
  readonly days?: readonly number[];
  readonly hours?: DailyHours | null;
  /** The smallest fee it applies to. */
  readonly minimumFeeFen?: number;
  /** Remaining uses for this stay, day or plate; null without a limit. */
  readonly usesLeft?: number | null;
  /** Remaining budget; null without one. */
  readonly budgetFen?: number | null;
  /** It does not combine with other offers of its source: the best one applies. */
  readonly isExclusive?: boolean;
};

/** A reduction offered to a stay. */
export type ReductionOffer = {
  readonly source: ReductionSource;
  /** The entry, activity, coupon or act it comes from. */
  readonly sourceId: string | null;
  readonly payer: ReductionPayer;
  /** The merchant that bears it; null or absent for the operator. */
  readonly payerId?: string | null;
  readonly effect: ReductionEffect;
  readonly words: Words;
  readonly rule?: ReductionRule;
};

/** One applied reduction. `value`: percent, fen or minutes by its kind; null where the kind has none. */
export type ReductionLine = {
  readonly source: ReductionSource;
  readonly sourceId: string | null;
  readonly payer: ReductionPayer;
  readonly payerId?: string | null;
  readonly kind: ReductionKind;
  readonly value: number | null;
  readonly amountFen: number;
  readonly zh: string;
  readonly en: string;
  /** It was part of a sum that the driver has paid: a later quote of the same stay keeps it. */
  readonly isPromised?: boolean;
};

/** Terms under which a stay is priced: spans that are not charged, and another tariff. */
export type ReductionTerms = { readonly covered: readonly Covered[]; readonly tariffId: string | null };

/** The stay whose fee is reduced. */
export type ReducedStay = {
  readonly lotId: string;
  readonly vehicleKind: string | null;
  /** The moment up to which it is priced, and the IANA zone of its lot. */
  readonly atMs: number;
  readonly zone: string;
};

/** The applied lines, their sum, and the terms with the fee under them (`chargedFen`). */
export type Reduced = {
  readonly lines: readonly ReductionLine[];
  readonly reducedFen: number;
  readonly terms: ReductionTerms;
  readonly chargedFen: number;
};

type State = {
  readonly restFen: number;
  readonly chargedFen: number;
  readonly terms: ReductionTerms;
  readonly lines: readonly ReductionLine[];
};

/** Prices the stay under other terms, in whole fen. */
type PriceUnder = (terms: ReductionTerms) => number;

const ranksOf = <K extends string>(table: Readonly<Record<K, unknown>>) =>
  Object.fromEntries(Object.keys(table).map((key, rank) => [key, rank])) as Readonly<Record<K, number>>;
const SOURCE_RANK = ranksOf(reductionSources);
const KIND_RANK = ranksOf(reductionKinds);

/**
 * Applies offers to a fee. `settledFen` of it was paid or written off already and cannot be reduced. `promised` are the lines of a
 * quote that was paid: they stay as they are, and an offer of the same source id adds only what it takes off beyond them. `price`
 * returns the fee of the same stay under other terms; it is called only for offers that need it.
 */
export function reduceFee(of: {
  readonly feeFen: number;
  readonly settledFen: number;
  readonly stay: ReducedStay;
  readonly offers: readonly ReductionOffer[];
  readonly promised?: readonly ReductionLine[];
  readonly price: PriceUnder;
}): Reduced {
  const { feeFen, stay, price } = of;
  const promised = of.promised?.length ? keptLines(of.promised, feeFen - of.settledFen) : [];
  const promisedFen = sumOf(promised);
  const kept = promised.length > 0 ? Map.groupBy(promised, (line) => line.sourceId) : null;
  const keptFen: KeptFen = ({ sourceId }) => (kept && sourceId ? sumOf(kept.get(sourceId) ?? []) : 0);
  let state: State = {
    restFen: Math.max(0, feeFen - of.settledFen - promisedFen),
    chargedFen: feeFen,
    terms: { covered: [], tariffId: null },
    lines: [],
  };
  const usable = of.offers.filter((one) => !one.rule || isUsable(one.rule, feeFen, stay)).sort(bySourceKindAndValue);
  for (let at = 0; at < usable.length; ) {
    const { source } = usable[at]!;
    const start = state;
    const alone: State[] = [];
    for (; usable[at]?.source === source; at += 1) {
      const offer = usable[at]!;
      if (offer.rule?.isExclusive) alone.push(apply(start, offer, price, keptFen(offer)));
      else state = apply(state, offer, price, keptFen(offer));
    }
    for (const one of alone) if (one.restFen < state.restFen) state = one;
  }
  const lines = promised.length > 0 ? [...promised, ...state.lines].sort(bySource) : state.lines;
  return { lines, reducedFen: sumOf(lines), terms: state.terms, chargedFen: state.chargedFen };
}

const bySource = (a: { readonly source: ReductionSource }, b: { readonly source: ReductionSource }) =>
  SOURCE_RANK[a.source] - SOURCE_RANK[b.source];

/** Returns what an offer took off in a quote that was paid, in fen. */
type KeptFen = (offer: ReductionOffer) => number;

function sumOf(lines: readonly ReductionLine[]): number {
  return lines.reduce((sum, line) => sum + line.amountFen, 0);
}

/** Returns the promised lines within what is left of the fee: a correction may have made the stay cheaper since. */
function keptLines(promised: readonly ReductionLine[], restFen: number): ReductionLine[] {
  let leftFen = Math.max(0, restFen);
  return promised.flatMap((line) => {
    const amountFen = Math.min(line.amountFen, leftFen);
    leftFen -= amountFen;
    return amountFen > 0 ? [{ ...line, amountFen, isPromised: true }] : [];
  });
}

const allows = <T>(list: readonly T[] | undefined, value: T) => !list?.length || list.includes(value);

function isUsable(rule: ReductionRule, feeFen: number, stay: ReducedStay): boolean {
  return (
    allows(rule.lotIds, stay.lotId) &&
    allows<string | null>(rule.vehicleKinds, stay.vehicleKind) &&
    (!rule.days?.length || rule.days.includes(isoDayOf(stay))) &&
    (!rule.hours || isWithinHours(rule.hours, stay.atMs, stay.zone)) &&
    feeFen >= (rule.minimumFeeFen ?? 0) &&
    (rule.usesLeft ?? 1) > 0
  );
}

/** The day of the week on the lot's calendar; 1970-01-01 was a Thursday. */
function isoDayOf({ atMs, zone }: ReducedStay): number {
  return ((((zoneClock(zone).dayOf(atMs) + 3) % 7) + 7) % 7) + 1;
}

/** A total order, so that the result does not depend on the order in which offers of one source are given. */
function bySourceKindAndValue(a: ReductionOffer, b: ReductionOffer): number {
  return (
    bySource(a, b) ||
    KIND_RANK[a.effect.kind] - KIND_RANK[b.effect.kind] ||
    (sizeOf(b.effect) ?? 0) - (sizeOf(a.effect) ?? 0) ||
    byText(textOf(a), textOf(b))
  );
}

const textOf = (one: ReductionOffer) => `${one.sourceId ?? ''} ${JSON.stringify([one.effect, one.payer, one.words])}`;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function apply(state: State, offer: ReductionOffer, price: PriceUnder, keptFen: number): State {
  const { source, sourceId, payer, payerId, effect, words, rule } = offer;
  const { wantedFen, terms } = wantedBy(effect, state, price);
  const newFen = wantedFen - alreadyFen(effect, keptFen);
  const amountFen = Math.max(0, Math.min(newFen, state.restFen, rule?.budgetFen ?? Number.POSITIVE_INFINITY));
  if (amountFen === 0 && terms === state.terms) return state;
  const payment = payerId ? { payer, payerId } : { payer };
  const line = { source, sourceId, ...payment, kind: effect.kind, value: sizeOf(effect), amountFen, ...words };
  return {
    restFen: state.restFen - amountFen,
    chargedFen: terms === state.terms ? state.chargedFen : state.chargedFen - wantedFen,
    terms,
    lines: amountFen === 0 ? state.lines : [...state.lines, line],
  };
}

/**
 * Returns the part of an effect that was granted before. Percentages and free stays apply to the new rest alone. A fixed price was
 * paid, so that nothing more is charged.
 */
function alreadyFen(effect: ReductionEffect, keptFen: number): number {
  if (effect.kind === 'percent' || effect.kind === 'free') return 0;
  if (effect.kind === 'fixed-price') return keptFen > 0 ? -effect.fen : 0;
  return keptFen;
}

/** Returns what an effect would take off without limits, and the terms after it. */
function wantedBy(
  effect: ReductionEffect,
  { restFen, chargedFen, terms }: State,
  price: PriceUnder,
): { wantedFen: number; terms: ReductionTerms } {
  // Rejects terms that make a stay more expensive, as when a free hour breaks up a flat rate.
  const under = (next: ReductionTerms) => {
    const wantedFen = chargedFen - price(next);
    return wantedFen > 0 ? { wantedFen, terms: next } : { wantedFen: 0, terms };
  };
  const covering = (spans: readonly Covered[]) => ({ ...terms, covered: [...terms.covered, ...spans] });
  switch (effect.kind) {
    case 'minutes':
      return effect.spans.length > 0 ? under(covering(effect.spans)) : { wantedFen: 0, terms };
    case 'tariff':
      return under({ ...terms, tariffId: effect.tariffId });
    case 'cap':
      return { wantedFen: chargedFen - price(covering(effect.spans)) - effect.fen, terms };
    case 'percent':
      return { wantedFen: Math.round((restFen * effect.percent) / 100), terms };
    case 'amount':
      return { wantedFen: effect.fen, terms };
    case 'fixed-price':
      return { wantedFen: restFen - effect.fen, terms };
    case 'free':
      return { wantedFen: restFen, terms };
  }
}

function sizeOf(effect: ReductionEffect): number | null {
  switch (effect.kind) {
    case 'minutes':
      return minutesOf(effect.spans);
    case 'percent':
      return effect.percent;
    case 'amount':
    case 'fixed-price':
    case 'cap':
      return effect.fen;
    default:
      return null;
  }
}

/** Whole minutes of stretches, those that overlap counted once. */
function minutesOf(spans: readonly Span[]): number {
  let sumMs = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const { fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    sumMs += Math.max(0, toMs - Math.max(fromMs, endMs));
    endMs = Math.max(endMs, toMs);
  }
  return Math.floor(sumMs / 60_000);
}
