import { requireLot, zoneOfLot } from '@boyun/facilities/server';
import { byPlate, coversLot, handle, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import { makeBooking, searchSpots } from './book.service.ts';
import { takeMoney } from './booking-bill.service.ts';
import { ruleWords } from './booking-rule.service.ts';
import { cancelBooking, helpTaken, refundNow } from './end-booking.service.ts';
import {
  bookSharedSpot,
  cancelSharedBooking,
  findSharedSpots,
  getSharedBooking,
  reportTaken,
  sharedBookingList,
} from './shared-booking.contract.ts';
import { type BookingRow, findBooking } from './shared-booking.queries.ts';

export const sharedBookingListServer = serveReport(sharedBookingList, {
  from: 'shared_booking',
  as: 'b',
  columnJoins: `left join spot_fact s on s.tenant_id = b.tenant_id and s.id = b.spot_id
    left join lot_fact l on l.tenant_id = b.tenant_id and l.id = b.lot_id
    left join spot_owner o on o.tenant_id = b.tenant_id and o.id = b.owner_id`,
  lot: 'b.lot_id',
  own: null,
  filters: { plate: byPlate('b.plate'), bookingNo: 'b.booking_no = ?' },
  period: 'b.from_at',
  columns: { lotName: 'l.name', spot: 's.number', ownerName: 'o.name', ownerFen: 'b.owner_fen + b.overstay_owner_fen' },
  order: 'b.from_at desc, b.id desc',
  totals: {
    amountFen: "case when b.state <> 'expired' then b.paid_fen end",
    refundFen: 'b.refund_fen',
    overstayFen: 'b.overstay_fen',
    ownerFen: 'b.owner_fen + b.overstay_owner_fen',
  },
});

/** A booking in the caller's lots. */
async function requireBooking(tx: TenantTx, id: string, isLocked = true): Promise<BookingRow> {
  const row = await findBooking(tx, 'id', id, isLocked);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, sharedBookingList.title);
  return row;
}

const subjectOf = ({ id, bookingNo, plate }: BookingRow) => ({
  subjectKind: sharedBookingList.name,
  subjectId: id,
  subject: `${bookingNo} ${plate}`,
});

/** Server handlers of bookings. */
export const sharedBookingServers = [
  handle(findSharedSpots, async (tx, { lotId, ...time }) => {
    if (lotId) await requireLot(tx, lotId);
    return { spots: await searchSpots(tx, lotId ? [lotId] : tx.who.lotIds, time) };
  }),
  handle(bookSharedSpot, async (tx, { method, ...given }, act) => {
    const row = await makeBooking(tx, given, (lotId) => coversLot(tx.who, lotId));
    if (!row) throw notFound(tx.who, { zh: '共享车位', en: 'Shared spot' });
    const taken = await takeMoney(tx, row, method as TakeMethod);
    act.describe({
      ...subjectOf(row),
      after: {
        spot: row.spot,
        fromAt: row.fromAt,
        untilAt: row.untilAt,
        amountFen: row.amountFen,
        method,
        paymentNo: taken.paymentNo,
      },
    });
    return { bookingId: row.id, bookingNo: row.bookingNo, ...taken };
  }),
  handle(getSharedBooking, async (tx, { bookingId }) => {
    const row = await requireBooking(tx, bookingId, false);
    return {
      ...row,
      timeZone: await zoneOfLot(tx, row.lotId),
      lines: row.lines.map(({ zh, en, amountFen }) => ({ zh, en, amountFen })),
      rules: ruleWords(row.terms),
      cancelRefundFen: refundNow(tx, row),
    };
  }),
  handle(cancelSharedBooking, async (tx, { bookingId, refundFen: seenFen, reason }, act) => {
    const row = await requireBooking(tx, bookingId);
    const refundFen = await cancelBooking(tx, row, seenFen, reason);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'cancelled', refundFen, reason } });
    return { refundFen };
  }),
  handle(reportTaken, async (tx, { bookingId, act: help, reason }, act) => {
    const row = await requireBooking(tx, bookingId);
    const { spot, refundFen } = await helpTaken(tx, row, help, reason);
    act.describe({ ...subjectOf(row), before: { spot: row.spot }, after: { spot, refundFen, reason } });
    return { spot, refundFen };
  }),
];
