import { type EventRow, type Query, reaction, type TenantTx } from '@boyun/kernel/server';
import { paymentRefunded, paymentSucceeded } from '@boyun/money/contract';
import { stayClosed, stayLeft } from '@boyun/orders/contract';
import { emitBooking } from './booking-bill.service.ts';
import { findBooking, updateBooking } from './shared-booking.queries.ts';
import { bookingLeft } from './shared-booking-event.contract.ts';
import { shareOverstay, splitBooking } from './split.service.ts';

/** Those of the events that are about the stay of a booking. */
async function ofBookings(query: Query, events: readonly EventRow[]): Promise<readonly EventRow[]> {
  const found = await query<{ orderId: string }>(
    `select b.order_id from unnest($1::int[], $2::uuid[]) as of_order(tenant_id, id)
     join shared_booking b on b.tenant_id = of_order.tenant_id and b.order_id = of_order.id`,
    [events.map((one) => one.tenantId), events.map((one) => one.subjectId)],
  );
  const wanted = new Set(found.map((one) => one.orderId));
  return events.filter((one) => one.subjectId !== null && wanted.has(one.subjectId));
}

/** Ends the booking of a stay that has ended: its overstay is noted, its money is split. */
async function endStay(tx: TenantTx, orderId: string, at: Date, feeFen: number): Promise<void> {
  const row = await findBooking(tx, 'order_id', orderId, true);
  if (row?.state !== 'arrived') return;
  const overMs = at.getTime() - row.untilAt.getTime();
  const isOver = overMs > row.terms.graceMinutes * 60_000;
  const overstayMinutes = isOver ? Math.ceil(overMs / 60_000) : 0;
  const overstayFen = isOver ? feeFen : 0;
  await updateBooking(tx, row.id, { state: 'left', leftAt: at, overstayMinutes, overstayFen });
  const left = { ...row, state: 'left' as const, overstayFen };
  await splitBooking(tx, left, row.paidFen);
  emitBooking(tx, bookingLeft, left, overstayFen);
  await shareOverstay(tx, left);
}

/** A booking ends when its car leaves. */
export const bookingsLeft = reaction('shared-bookings-left', [stayLeft, stayClosed], {
  pick: ofBookings,
  react: (tx, { data: { orderId, feeFen }, at }) => endStay(tx, orderId, at, feeFen),
});

/** The owner's part of an overstay follows what its order receives and gives back, also long after the car has left. */
export const overstaysShared = reaction('shared-overstays-paid', [paymentSucceeded, paymentRefunded], {
  wants: ({ data }) => Boolean(data.orderId),
  pick: ofBookings,
  async react(tx, { subjectId }) {
    const row = subjectId && (await findBooking(tx, 'order_id', subjectId, true));
    if (row && row.state === 'left') await shareOverstay(tx, row);
  },
});
