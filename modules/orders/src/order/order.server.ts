import { normalizePlate } from '@boyun/domain/plate';
import type { Paging } from '@boyun/kernel/contract';
import { coversLot, handleReport, lotCondition, notFound, orderBy, sizeOf, type TenantTx } from '@boyun/kernel/server';
import { inLotList, orderList } from './order.contract.ts';
import { lockOrder, type ParkingOrder } from './order.queries.ts';
import { type PricedOrder, priceOrders } from './price-order.service.ts';

/** An order the caller may see, locked; refuses with not-found otherwise. */
export async function requireOrder(tx: TenantTx, orderId: string): Promise<ParkingOrder> {
  const order = await lockOrder(tx, orderId);
  if (!order || !coversLot(tx.who, order.lotId)) throw notFound(tx.who, { zh: '订单', en: 'Order' });
  return order;
}

const SORTS = { enteredAt: 'entered_at not null', leftAt: 'left_at', feeFen: 'fee_fen not null' };

/** What is stored of a car inside is its last quote, if there was one: it adds up to nothing true. */
const ended = (column: string) => `case when parking_state <> 'inside' then ${column} end`;

export const orderListServer = handleReport(orderList, async (tx, filters, paging) => {
  const conditions = lotCondition(tx.who, 'parking_order')
    .add('lot_id = ?', filters.lotId)
    .plate('plate', filters.plate)
    .add('order_no = ?', filters.orderNo)
    .add('parking_state = ?', filters.parkingState)
    .add('pay_state = ?', filters.payState)
    // In the words of the index `parking_order_overpaid`, so that it is read.
    .add('overpaid_fen > 0 and ?::boolean', filters.isOverpaid || null)
    .add('standing = ?', filters.standing)
    .add('entered_at >= ?', filters.from)
    .add('entered_at <= ?', filters.to)
    .add('left_at >= ?', filters.leftFrom)
    .add('left_at <= ?', filters.leftTo)
    .add('left_at - entered_at >= make_interval(mins => ?)', filters.minMinutes)
    .add('left_at - entered_at < make_interval(mins => ?)', filters.underMinutes);
  const size = await sizeOf(
    tx,
    'parking_order',
    conditions,
    filters.parkingState === 'inside'
      ? {}
      : { feeFen: ended('fee_fen'), reducedFen: ended('reduced_fen'), paidFen: ended('paid_fen') },
  );
  const nowPlace = conditions.place(tx.now);
  const rows = await tx.query<ParkingOrder & { timeZone: string }>(
    `select id, order_no as "orderNo", plate, plate_color as "plateColor", lot_id as "lotId", standing,
       list_kind as "listKind", list_entry_id as "listEntryId", spot_number as "spotNumber", entered_at as "enteredAt", left_at as "leftAt",
       floor(extract(epoch from (coalesce(left_at, ${nowPlace}::timestamptz) - entered_at)) / 60)::int as "parkedMinutes",
       parking_state as "parkingState", pay_state as "payState", fee_fen as "feeFen", reduced_fen as "reducedFen",
       paid_fen as "paidFen", greatest(due_fen, 0) as "dueFen", overpaid_fen as "overpaidFen", refunded_fen as "refundedFen", pay_method as "payMethod", paid_at as "paidAt",
       vehicle_kind as "vehicleKind", settlements, charge_version_id as "chargeVersionId",
       (select time_zone from lot where lot.tenant_id = parking_order.tenant_id and lot.id = lot_id) as "timeZone"
     from parking_order where ${conditions.sql} order by ${orderBy(paging, SORTS, 'entered_at desc, id desc')}`,
    conditions.values,
    paging,
  );
  // What is stored of a car inside is the last quote, if there was one: the list shows what it would pay now.
  const sums = await sumsNow(
    tx,
    rows.filter((row) => row.parkingState === 'inside'),
  );
  return { rows: rows.map((row) => ({ ...row, ...sums.get(row.id) })), ...size };
});

const LONG_MS = 24 * 3_600_000;
/** The list of more cars than these has no sums of money: pricing them all takes too long for a page. */
const PRICED_CARS = 2000;

const INSIDE = `
  select o.id, o.order_no as "orderNo", o.plate, o.plate_color as "plateColor", o.vehicle_kind as "vehicleKind",
    o.lot_id as "lotId", o.standing, o.list_kind as "listKind", o.list_entry_id as "listEntryId", o.entered_at as "enteredAt", o.settlements, o.paid_fen as "paidFen", o.refunded_fen as "refundedFen",
    o.reduced_fen as "reducedFen", o.charge_version_id as "chargeVersionId", o.entry_picture as "entryPicture",
    lot.time_zone as "timeZone"
  from car_inside c
  join parking_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
  join lot on lot.tenant_id = o.tenant_id and lot.id = o.lot_id`;

export const inLotListServer = handleReport(inLotList, async (tx, filters, paging) => {
  const since = filters.minHours === null ? null : new Date(tx.now.getTime() - filters.minHours * 3_600_000);
  const conditions = lotCondition(tx.who, 'c')
    .add('c.lot_id = ?', filters.lotId)
    .add('position(? in c.plate) > 0', normalizePlate(filters.plate ?? '') || null)
    .add('c.entered_at <= ?', since);
  const values = [...conditions.values, new Date(tx.now.getTime() - LONG_MS)];
  const [count] = await tx.query<{ total: number; longCount: number }>(
    `select count(*) as total, count(*) filter (where c.entered_at < $${values.length}) as "longCount"
     from car_inside c where ${conditions.sql}`,
    values,
  );
  const { total, longCount } = count!;
  const order = orderBy(paging, { enteredAt: 'c.entered_at not null' }, 'c.entered_at desc, c.order_id');
  const find = (page?: Paging) =>
    tx.query<PricedOrder>(`${INSIDE} where ${conditions.sql} order by ${order}`, conditions.values, page);
  const page = await find(paging);
  const cars = total > PRICED_CARS ? null : await find();
  // A car that came in between the two queries is on the page alone.
  const known = new Set(cars?.map((car) => car.id));
  const sums = await sumsNow(tx, [...(cars ?? []), ...page.filter((row) => !known.has(row.id))]);
  const rows = page.map((row) => ({
    ...row,
    ...sums.get(row.id)!,
    parkedMinutes: Math.max(0, Math.floor((tx.now.getTime() - row.enteredAt.getTime()) / 60_000)),
  }));
  if (!cars) return { rows, total, totals: { longCount } };
  const totals = { feeFen: 0, reducedFen: 0, paidFen: 0, dueFen: 0, longCount };
  for (const car of cars) {
    const { feeFen, reducedFen, dueFen } = sums.get(car.id)!;
    totals.feeFen += feeFen;
    totals.reducedFen += reducedFen;
    totals.paidFen += car.paidFen;
    totals.dueFen += dueFen;
  }
  return { rows, total, totals };
});

/** What a car inside has run up, what is taken off, and what it would pay to leave now. */
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
