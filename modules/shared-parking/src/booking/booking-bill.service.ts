import { formatYuan } from '@boyun/domain/money';
import { wallTime } from '@boyun/domain/period';
import { zoneOfLot } from '@boyun/facilities/server';
import type { EventType } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import { type BillValues, type PurchaseWords, purchasesOf, type Taken } from '@boyun/money/server';
import { mayBook } from './shared-booking.contract.ts';
import { type BookingRow, findBooking, updateBooking } from './shared-booking.queries.ts';
import { bookingExpired, type bookingMade, bookingPaid, bookingRefundFailed } from './shared-booking-event.contract.ts';
import { SHARED_STAY } from './split.service.ts';

/** The fields that all events of a booking have; the amount is that of the booking unless it is about another one. */
export function factsOf(row: BookingRow, amountFen = row.amountFen) {
  const { id: bookingId, bookingNo, plate, spot, mobile, fromAt, untilAt, state, lotId } = row;
  return {
    lotId,
    subjectId: bookingId,
    data: { bookingId, bookingNo, plate, spot, mobile, fromAt, untilAt, state, amountFen },
  };
}

/** Emits an event of a booking. */
export function emitBooking(
  tx: TenantTx,
  type: EventType<(typeof bookingMade)['fields'], string>,
  row: BookingRow,
  amountFen?: number,
): void {
  tx.emit(type, factsOf(row, amountFen));
}

/** The bill of a paid booking. */
export const billOf = ({ id: subjectId, lotId, plate, amountFen }: BookingRow): BillValues => ({
  kind: SHARED_STAY,
  subjectId,
  number: 1,
  lotId,
  plate,
  grossFen: amountFen,
  reducedFen: 0,
});

/** A booking is a purchase: it holds its spot until its money arrives, or until the time to pay has ended. What is paid is held until it ends. */
export const bookingPurchases = purchasesOf<BookingRow, Record<string, never>>({
  kind: SHARED_STAY,
  takenBy: mayBook,
  credit: () => ({ account: 'share-held', party: '' }),
  lock: (tx, id) => findBooking(tx, 'id', id, true),
  isPossible: async (_tx, { state }) => state === 'unpaid',
  async paid(tx, row) {
    const paid = { ...row, state: 'booked' as const };
    await updateBooking(tx, row.id, { state: 'booked', paidFen: row.amountFen });
    return { type: bookingPaid, ...factsOf(paid) };
  },
  async closed(tx, row) {
    if (row.state !== 'unpaid') return;
    await updateBooking(tx, row.id, { state: 'expired' });
    emitBooking(tx, bookingExpired, { ...row, state: 'expired' });
  },
  async refundFailed(tx, row, { amountFen }) {
    await updateBooking(tx, row.id, { failedFen: row.failedFen + amountFen });
    emitBooking(tx, bookingRefundFailed, row, amountFen);
  },
});

const both = (text: string) => ({ zh: text, en: text });

/** Takes the money of a booking, or begins a payment by phone. */
export async function takeMoney(tx: TenantTx, row: BookingRow, method: TakeMethod): Promise<Taken> {
  const zone = await zoneOfLot(tx, row.lotId);
  const time = (at: Date) => wallTime(at.getTime(), zone).slice(5, 16).replace('T', ' ');
  const words: PurchaseWords = {
    title: { zh: `共享车位 ${row.spot}`, en: `Shared spot ${row.spot}` },
    lines: [
      { label: { zh: '时间', en: 'Time' }, text: both(`${time(row.fromAt)} – ${time(row.untilAt)}`) },
      {
        label: { zh: '单价', en: 'Price' },
        text: { zh: `${formatYuan(row.terms.hourFen)}元/小时`, en: `${formatYuan(row.terms.hourFen)} an hour` },
      },
    ],
  };
  const { id: subjectId, plate, lotId, amountFen } = row;
  return bookingPurchases.take(tx, row, { subjectId, plate, lotId, amountFen, method, words, payload: {} });
}
