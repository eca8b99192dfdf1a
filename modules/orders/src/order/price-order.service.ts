import { type Quote, quoteStays, tariffsInForce } from '@boyun/charging/server';
import type { FeeLine, Tariff } from '@boyun/domain/fee';
import { type ReductionLine, type ReductionOffer, type ReductionTerms, reduceFee } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import { isFreeStanding, Standing } from '@boyun/lists/contract';
import { type Cover, coversOf } from '@boyun/lists/server';
import type { ParkingOrder } from './order.queries.ts';
import { COVERED_FEE, findEarlierStays, findInnerStays } from './price-order.queries.ts';
import { findReductions } from './reduction.queries.ts';
import { offersOfGivers } from './reduction-giver.service.ts';

/** The fields of an order that determine its price. */
export type PricedOrder = Pick<
  ParkingOrder,
  | 'id'
  | 'lotId'
  | 'plate'
  | 'plateColor'
  | 'vehicleKind'
  | 'spotKind'
  | 'standing'
  | 'listKind'
  | 'listEntryId'
  | 'enteredAt'
  | 'reducedFen'
  | 'paidFen'
  | 'refundedFen'
  | 'settlements'
  | 'chargeVersionId'
> & {
  /** The time zone of its lot. */
  readonly timeZone: string;
};

/** A fee with what reduces it and what is left to pay, which is never below zero. */
export type OrderQuote = Omit<Quote, 'priceWithout'> & {
  readonly reductions: readonly ReductionLine[];
  /** The sum of the reductions. */
  readonly reducedFen: number;
  /** The fee of the time that no list covers. */
  readonly chargedFen: number;
  readonly dueFen: number;
};

const NO_COVER: Cover = { entries: [], spotKind: null };

/**
 * Prices orders up to a moment and returns the quotes in the order given: fee by the tariff, then reductions. The number of
 * queries does not depend on the number of orders.
 */
export async function priceOrders(tx: TenantTx, orders: readonly PricedOrder[], at: Date): Promise<OrderQuote[]> {
  if (orders.length === 0) return [];
  const listed = orders.flatMap((order, index) => {
    const { listKind: kind, listEntryId: entryId, plate, lotId, enteredAt, timeZone: zone } = order;
    return kind && entryId ? [{ index, stay: { kind, entryId, plate, lotId, enteredAt, at, zone } }] : [];
  });
  const covers = await coversOf(
    tx,
    listed.map((one) => one.stay),
  );
  const coverAt = new Map(listed.map(({ index }, place) => [index, covers[place]!]));
  const inner = await findInnerStays(tx, orders, at);
  const granted = await findReductions(
    tx,
    orders.filter((one) => one.reducedFen > 0).map((one) => one.id),
  );
  const given = await offersOfGivers(
    tx,
    orders.map((order) => ({ ...order, orderId: order.id, at, zone: order.timeZone })),
  );
  const tariffs = await tariffsInForce(tx, given.flat().flatMap(tariffOf), at);
  const requests = orders.map((order, index) => ({
    covered: [...inner[index]!, ...(coverAt.get(index)?.terms?.covered ?? [])],
    tariff: coverAt.get(index)?.terms?.tariff,
    spotKind: order.spotKind ?? coverAt.get(index)?.spotKind ?? null,
    lotId: order.lotId,
    zone: order.timeZone,
    enteredAt: order.enteredAt,
    at,
    plateColor: order.plateColor,
    vehicleKind: order.vehicleKind,
    settlements: order.settlements,
    versionId: order.chargeVersionId,
  }));
  const quotes = await quoteStays(tx, requests, (linked) =>
    findEarlierStays(
      tx,
      linked.map(({ index, linking }) => ({ stay: orders[index]!, linking })),
    ),
  );
  return quotes.map((quote, index) => {
    const order = orders[index]!;
    const kept = granted.get(order.id) ?? [];
    const offers = [
      ...offersOfLists(order, coverAt.get(index) ?? NO_COVER),
      ...given[index]!.filter((one) => one.effect.kind !== 'tariff' || tariffs.has(one.effect.tariffId)),
      ...kept.flatMap(offerAgain),
    ];
    const promised = kept.filter((line) => line.isPromised);
    return reduceQuote({ order, quote, offers, promised, tariffs, at });
  });
}

/** The reductions granted by the list entry a car came in by. */
function offersOfLists(order: PricedOrder, cover: Cover): ReductionOffer[] {
  const common = { source: 'list', payer: 'operator' } as const;
  if (isFreeStanding(order.standing)) {
    const { zh, en } = Standing[order.standing]!;
    const words = { zh: `${zh}免费`, en: `Free: ${en}` };
    return [{ ...common, sourceId: order.listEntryId, effect: { kind: 'free' }, words }];
  }
  return cover.entries.map(({ entryId, words, spans }) => ({
    ...common,
    sourceId: entryId,
    effect: { kind: 'minutes', spans },
    words,
  }));
}

/** A reduction that was granted for good, as an offer; those of lists follow from the lists each time. */
function offerAgain({ source, sourceId, payer, value, zh, en }: ReductionLine): ReductionOffer[] {
  if (source !== 'waiver') return [];
  return [{ source, sourceId, payer, effect: { kind: 'amount', fen: value! }, words: { zh, en } }];
}

/** The rule whose tariff an offer applies. */
const tariffOf = ({ effect }: ReductionOffer) => (effect.kind === 'tariff' ? [effect.tariffId] : []);

function reduceQuote(of: {
  readonly order: PricedOrder;
  readonly quote: Quote;
  readonly offers: readonly ReductionOffer[];
  readonly promised: readonly ReductionLine[];
  readonly tariffs: ReadonlyMap<string, Tariff>;
  readonly at: Date;
}): OrderQuote {
  const { order, quote, offers, promised, tariffs, at } = of;
  const { feeFen, versionId, graceMinutes } = quote;
  const { lotId, vehicleKind, timeZone: zone, paidFen, refundedFen } = order;
  const settledFen = paidFen + refundedFen;
  const priced = new Map<string, ReturnType<Quote['priceWithout']>>();
  const keyOf = ({ covered, tariffId }: ReductionTerms) => JSON.stringify([tariffId, covered]);
  const priceWithout = (terms: ReductionTerms) => {
    const found = quote.priceWithout(terms.covered, terms.tariffId ? tariffs.get(terms.tariffId) : null);
    priced.set(keyOf(terms), found);
    return found.feeFen;
  };
  const reduced = reduceFee({
    feeFen,
    settledFen,
    stay: { lotId, vehicleKind, atMs: at.getTime(), zone },
    offers,
    promised,
    price: priceWithout,
  });
  const { lines: reductions, reducedFen, chargedFen } = reduced;
  const dueFen = Math.max(0, feeFen - reducedFen - settledFen);
  const charged = priced.get(keyOf(reduced.terms));
  const isByLists =
    reductions.every((line) => line.source === 'list' || line.kind !== 'minutes') && !reduced.terms.tariffId;
  const lines = charged ? [...charged.lines, coveredFee(order, feeFen - chargedFen, at, isByLists)] : quote.lines;
  return { feeFen, dueFen, lines, versionId, graceMinutes, reductions, reducedFen, chargedFen };
}

/** The line that says what the time that is not charged would cost; the lines before it show that time without a price. */
function coveredFee(order: PricedOrder, amountFen: number, at: Date, isByLists: boolean): FeeLine {
  return {
    fromMs: order.enteredAt.getTime(),
    toMs: at.getTime(),
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

/** Prices one order up to a moment, as `priceOrders` does for several. */
export async function priceOrder(
  tx: TenantTx,
  order: Omit<PricedOrder, 'timeZone'>,
  at: Date,
  zone: string,
): Promise<OrderQuote> {
  const [quote] = await priceOrders(tx, [{ ...order, timeZone: zone }], at);
  return quote!;
}

/** The label of a waiver on a quote. */
export const WAIVED = { zh: '人工减免', en: 'Waived by staff' };

/** A quote with everything that is due waived; `sourceId` is the act that waives it. */
export function waiveDue(quote: OrderQuote, sourceId: string): OrderQuote {
  const { dueFen, reductions, reducedFen } = quote;
  if (dueFen === 0) return quote;
  return {
    ...quote,
    dueFen: 0,
    reducedFen: reducedFen + dueFen,
    reductions: [...reductions, waiverLine(dueFen, sourceId, { zh: '人工免费放行', en: 'Let out free by staff' })],
  };
}

/** Returns the reduction for a waived amount. */
export function waiverLine(amountFen: number, sourceId: string, words = WAIVED): ReductionLine {
  return { source: 'waiver', sourceId, payer: 'operator', kind: 'amount', value: amountFen, amountFen, ...words };
}
