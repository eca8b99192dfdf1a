import { quoteStays, tariffsInForce } from '@boyun/charging/server';
import type { ReductionLine, ReductionOffer } from '@boyun/domain/reduction';
import { offersOfLists, type ReducedQuote, reduceQuote } from '@boyun/domain/stay-quote';
import type { TenantTx } from '@boyun/kernel/server';
import { isFreeStanding, Standing } from '@boyun/lists/contract';
import { type Cover, coversOf } from '@boyun/lists/server';
import type { ParkingOrder } from './order.queries.ts';
import { findEarlierStays, findInnerStays } from './price-order.queries.ts';
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

/** A quote of an order, with the version of the tariff that prices it. */
export type OrderQuote = ReducedQuote & { readonly versionId: string | null };

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
      ...offersOfLists({
        freeAs: isFreeStanding(order.standing) ? Standing[order.standing]! : null,
        listEntryId: order.listEntryId,
        entries: (coverAt.get(index) ?? NO_COVER).entries,
      }),
      ...given[index]!.filter((one) => one.effect.kind !== 'tariff' || tariffs.has(one.effect.tariffId)),
      ...kept.flatMap(offerAgain),
    ];
    const promised = kept.filter((line) => line.isPromised);
    const { lotId, vehicleKind, timeZone: zone, paidFen, refundedFen } = order;
    const stay = { lotId, vehicleKind, zone, enteredAtMs: order.enteredAt.getTime(), atMs: at.getTime() };
    const reduced = reduceQuote({ stay, quote, settledFen: paidFen + refundedFen, offers, promised, tariffs });
    return { ...reduced, versionId: quote.versionId };
  });
}

/** A reduction that was granted for good, as an offer; those of lists follow from the lists each time. */
function offerAgain({ source, sourceId, payer, value, zh, en }: ReductionLine): ReductionOffer[] {
  if (source !== 'waiver') return [];
  return [{ source, sourceId, payer, effect: { kind: 'amount', fen: value! }, words: { zh, en } }];
}

/** The rule whose tariff an offer applies. */
const tariffOf = ({ effect }: ReductionOffer) => (effect.kind === 'tariff' ? [effect.tariffId] : []);

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
