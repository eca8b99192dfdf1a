import { type Quote, quoteStays } from '@boyun/charging/server';
import type { TenantTx } from '@boyun/kernel/server';
import { coversOf } from '@boyun/vehicle-lists/server';
import type { ParkingOrder } from './order.queries.ts';
import { findEarlierStays, findInnerStays } from './price-order.queries.ts';

/** What the price of an order depends on. */
export type PricedOrder = Pick<
  ParkingOrder,
  | 'id'
  | 'lotId'
  | 'plate'
  | 'plateColor'
  | 'vehicleKind'
  | 'standing'
  | 'listKind'
  | 'listEntryId'
  | 'enteredAt'
  | 'reducedFen'
  | 'paidFen'
  | 'settlements'
  | 'chargeVersionId'
> & {
  /** The time zone of its lot. */
  readonly timeZone: string;
};

/** A price with what is taken off it. */
export type OrderQuote = Quote & { readonly reducedFen: number };

/**
 * What orders cost up to a moment, in their order, after what was paid and without what their list entries cover; cars on the
 * white list have all of it taken off. The number of queries does not grow with that of the orders.
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
  const requests = orders.map((order, index) => ({
    covered: [...(coverAt.get(index)?.covered ?? []), ...inner[index]!],
    spotKind: coverAt.get(index)?.spotKind ?? null,
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
  return quotes.map((quote, index) => reduce(orders[index]!, quote));
}

function reduce(order: PricedOrder, quote: Quote): OrderQuote {
  if (order.standing !== 'white') return { ...quote, reducedFen: order.reducedFen };
  return { ...quote, reducedFen: Math.max(0, quote.feeFen - order.paidFen), dueFen: 0 };
}

/** What one order costs up to a moment, as `priceOrders` prices several. */
export async function priceOrder(tx: TenantTx, order: ParkingOrder, at: Date, zone: string): Promise<OrderQuote> {
  const [quote] = await priceOrders(tx, [{ ...order, timeZone: zone }], at);
  return quote!;
}
