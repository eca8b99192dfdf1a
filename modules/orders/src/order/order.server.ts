import { normalizePlate } from '@boyun/domain/plate';
import type { Filters, ReportRow } from '@boyun/kernel/contract';
import { byPlate, coversLot, joined, notFound, type Sql, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { inLotList } from './in-lot.contract.ts';
import { orderList } from './order.contract.ts';
import { lockOrder, type ParkingOrder } from './order.queries.ts';
import { findCoupons } from './order-coupon.service.ts';
import { type PricedOrder, priceOrders } from './price-order.service.ts';

/** An order the caller may see, locked; refuses with not-found otherwise. */
export async function requireOrder(tx: TenantTx, orderId: string): Promise<ParkingOrder> {
  const order = await lockOrder(tx, orderId);
  if (!order || !coversLot(tx.who, order.lotId)) throw notFound(tx.who, { zh: '订单', en: 'Order' });
  return order;
}

/** The stored amounts of a car inside are those of its last quote, if any, so they are left out of sums. */
const ended = (column: string) => `case when o.parking_state <> 'inside' then o.${column} end`;

/** What pricing an order takes besides its columns of the list. */
const PRICED = {
  listKind: 'o.list_kind',
  listEntryId: 'o.list_entry_id',
  settlements: 'o.settlements',
  chargeVersionId: 'o.charge_version_id',
  refundedFen: 'o.refunded_fen',
};

/** Orders that were voided or corrected after their end. */
const CORRECTED = sql`exists (select from order_change g where g.tenant_id = o.tenant_id and g.order_id = o.id and g.at > o.left_at
  and g.kind in ('void', 'restore', 'times', 'plate', 'waive'))`;

export const orderListServer = serveReport(orderList, ({ tx, filters }) => ({
  from: 'parking_order',
  as: 'o',
  lot: 'o.lot_id',
  own: null,
  filters: {
    plate: byPlate('o.plate'),
    presentFrom: null,
    presentTo: null,
    // In the words of the index `parking_order_overpaid`, so that it is read.
    isOverpaid: (isOverpaid) => (isOverpaid ? 'o.overpaid_fen > 0' : null),
    leftFrom: 'o.left_at >= ?',
    leftTo: 'o.left_at <= ?',
    minMinutes: 'o.left_at - o.entered_at >= make_interval(mins => ?)',
    underMinutes: 'o.left_at - o.entered_at < make_interval(mins => ?)',
    chargeRuleId: `o.charge_version_id in (select v.id from charge_rule_version_fact v
      where v.tenant_id = o.tenant_id and v.charge_rule_id = ?)`,
    isFree: '(o.fee_fen - o.reduced_fen <= 0) = ?',
    isEnded: "(o.parking_state in ('left', 'no-exit')) = ?",
    // What changes the figures of a day after it.
    isCorrected: (isCorrected) => (isCorrected ? CORRECTED : sql`not ${CORRECTED}`),
    // Debts that were paid later are settled.
    hasLeftOwing: "(o.pay_state in ('arrears', 'settled')) = ?",
    source: null,
    payer: null,
    reason: null,
  },
  where: [...reducedBy(filters), ...presentIn(filters)],
  period: 'o.entered_at',
  columns: {
    parkedMinutes: sql`floor(extract(epoch from (coalesce(o.left_at, ${tx.now}::timestamptz) - o.entered_at)) / 60)::int`,
    dueFen: 'greatest(o.due_fen, 0)',
    couponFen: null,
    couponMerchant: null,
  },
  extra: {
    ...PRICED,
    timeZone: '(select l.time_zone from lot_fact l where l.tenant_id = o.tenant_id and l.id = o.lot_id)',
  },
  order: 'o.entered_at desc, o.id desc',
  ...(filters.parkingState === 'inside'
    ? {}
    : {
        totals: {
          feeFen: ended('fee_fen'),
          reducedFen: ended('reduced_fen'),
          paidFen: ended('paid_fen'),
          dueFen: ended('due_fen'),
        },
      }),
  // The stored amounts of a car inside are those of its last quote, if any: the list shows the amount due now.
  async finish(rows: (ReportRow<typeof orderList> & PricedOrder)[]) {
    const inside = rows.filter((row) => row.parkingState === 'inside');
    const sums = await sumsNow(tx, inside);
    const coupons = await findCoupons(
      tx,
      rows.filter((row) => row.reducedFen > 0).map((row) => row.id),
    );
    return rows.map((row) => ({ ...row, ...(coupons.get(row.id) ?? NO_COUPON), ...sums.get(row.id) }));
  },
}));

/** Orders with one reduction that all these filters describe. */
function reducedBy({ source, payer, reason }: Filters<typeof orderList>): Sql[] {
  const given = [
    ...(source ? [sql`r.source = ${source}`] : []),
    ...(payer ? [sql`r.payer = ${payer}`] : []),
    ...(reason ? [sql`${reason} in (r.zh, r.en)`] : []),
  ];
  if (given.length === 0) return [];
  return [
    sql`exists (select from order_reduction r where r.tenant_id = o.tenant_id and r.order_id = o.id and ${joined(given, ' and ')})`,
  ];
}

/** A stay longer than this is one of few. */
const LONG = sql`interval '1 day'`;

/**
 * Stays that were in the lot at some moment of a period, or were paid in it. Each way to be is one that an index finds (`parking_order_entered`,
 * `parking_order_rare_state`, `parking_order_long`, `parking_order_paid_later`), however old the database is.
 */
function presentIn({ presentFrom, presentTo }: Filters<typeof orderList>): Sql[] {
  if (!presentFrom && !presentTo) return [];
  const from = sql`${presentFrom ?? '-infinity'}::timestamptz`;
  const to = sql`${presentTo ?? 'infinity'}::timestamptz`;
  return [
    sql`(o.entered_at >= ${from} - ${LONG} and o.entered_at <= ${to} and (o.entered_at >= ${from} or o.left_at >= ${from})
      or o.parking_state = 'inside' and o.entered_at <= ${to}
      or o.left_at >= ${from} and o.entered_at <= ${to} and o.left_at - o.entered_at > ${LONG}
      or o.paid_at >= ${from} and o.paid_at <= ${to} and o.paid_at > o.left_at)`,
  ];
}

const NO_COUPON = { couponFen: 0, couponMerchant: null };

const LONG_MS = 24 * 3_600_000;
/** The most cars for which the list shows sums of money: pricing more takes too long for a page. */
const PRICED_CARS = 2000;

export const inLotListServer = serveReport(inLotList, ({ tx }) => {
  const longSince = new Date(tx.now.getTime() - LONG_MS);
  return {
    from: 'car_inside',
    as: 'c',
    columnJoins: `join parking_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
      join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id`,
    lot: 'c.lot_id',
    own: null,
    filters: {
      plate: (text) => sql`position(${normalizePlate(text)}::text in c.plate) > 0`,
      standing:
        'exists (select from parking_order s where s.tenant_id = c.tenant_id and s.id = c.order_id and s.standing = ?)',
      minHours: (hours) => sql`c.entered_at <= ${new Date(tx.now.getTime() - hours * 3_600_000)}`,
    },
    period: 'c.entered_at',
    columns: {
      id: 'o.id',
      orderNo: 'o.order_no',
      plate: 'o.plate',
      plateColor: 'o.plate_color',
      lotId: 'o.lot_id',
      standing: 'o.standing',
      enteredAt: 'c.entered_at',
      parkedMinutes: sql`greatest(0, floor(extract(epoch from ${tx.now}::timestamptz - o.entered_at) / 60))::int`,
      feeFen: null,
      reducedFen: 'o.reduced_fen',
      paidFen: 'o.paid_fen',
      dueFen: null,
      entryPicture: 'o.entry_picture',
    },
    extra: { ...PRICED, vehicleKind: 'o.vehicle_kind', spotKind: 'o.spot_kind', timeZone: 'l.time_zone' },
    order: 'c.entered_at desc, c.order_id',
    aggregates: {
      of: { longCount: sql`count(*) filter (where c.entered_at < ${longSince})` },
    },
    async finish(rows: (ReportRow<typeof inLotList> & PricedOrder)[]) {
      const sums = await sumsNow(tx, rows);
      return rows.map((row) => ({ ...row, ...sums.get(row.id)! }));
    },
    moreTotals: async (total, read) =>
      total > PRICED_CARS ? {} : totalsNow(tx, (await read()) as unknown as PricedOrder[]),
  };
});

/** The fees of all these cars so far, and their amounts due now. */
async function totalsNow(tx: TenantTx, cars: readonly PricedOrder[]) {
  const sums = await sumsNow(tx, cars);
  const totals = { feeFen: 0, reducedFen: 0, paidFen: 0, dueFen: 0 };
  for (const car of cars) {
    const { feeFen, reducedFen, dueFen } = sums.get(car.id)!;
    totals.feeFen += feeFen;
    totals.reducedFen += reducedFen;
    totals.paidFen += car.paidFen;
    totals.dueFen += dueFen;
  }
  return totals;
}

/** The fee of a car inside so far, its reductions, and its amount due now. */
interface Sums {
  readonly feeFen: number;
  readonly reducedFen: number;
  readonly dueFen: number;
}

/** The sums of cars inside, by the ids of their orders. */
async function sumsNow(tx: TenantTx, cars: readonly PricedOrder[]): Promise<Map<string, Sums>> {
  const quotes = await priceOrders(tx, cars, tx.now);
  return new Map(
    quotes.map(({ feeFen, reducedFen, dueFen }, index) => [cars[index]!.id, { feeFen, reducedFen, dueFen }]),
  );
}
