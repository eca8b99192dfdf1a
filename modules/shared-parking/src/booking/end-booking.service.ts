import { formatYuan } from '@boyun/domain/money';
import { cancelRefundFen } from '@boyun/domain/shared-parking';
import { disabledReason, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { expirePurchase, findOpen, lockPurchase, refundMoney } from '@boyun/money/server';
import { lockOffer } from '../offer/shared-offer.queries.ts';
import { freeOffers } from './book.service.ts';
import { billOf, bookingPurchases, emitBooking } from './booking-bill.service.ts';
import { bookingTransitions, sharedBookingRefusal, type TakenAct } from './shared-booking.contract.ts';
import { type BookingRow, findBooking, moveBooking, updateBooking } from './shared-booking.queries.ts';
import { bookingCancelled, bookingMoved } from './shared-booking-event.contract.ts';
import { SHARED_STAY, splitBooking } from './split.service.ts';

/** What a cancellation now would return. */
export function refundNow(tx: TenantTx, { paidFen, fromAt, terms, state }: BookingRow): number {
  if (state !== 'booked') return 0;
  return cancelRefundFen(terms, { paidFen, fromMs: fromAt.getTime(), atMs: tx.now.getTime() });
}

/** Refuses an act that the state of a booking does not allow. */
export function requireAct(tx: TenantTx, row: BookingRow, act: keyof typeof bookingTransitions): void {
  const impossible = disabledReason(bookingTransitions, act, row.state);
  if (impossible) throw new Refusal(sharedBookingRefusal['not-possible'], { reason: impossible[tx.who.language] });
}

/** Ends a locked booking: returns a part of its money as it was paid, and splits the rest. */
async function endWithRefund(tx: TenantTx, row: BookingRow, refundFen: number, reason: string): Promise<void> {
  await updateBooking(tx, row.id, { state: 'cancelled', refundFen, reason });
  const ended = { ...row, state: 'cancelled' as const, refundFen };
  if (refundFen > 0) {
    const { userId, name } = tx.who;
    await refundMoney(tx, bookingPurchases.locked(ended, billOf(row)), {
      amountFen: refundFen,
      way: 'origin',
      reason,
      reviewId: null,
      actor: { id: userId, name },
    });
  }
  await splitBooking(tx, ended, row.paidFen - refundFen);
  emitBooking(tx, bookingCancelled, ended, refundFen);
}

/** Cancels a locked booking by the rules it was made under; one that is not paid is given up. Returns the refund. */
export async function cancelBooking(tx: TenantTx, row: BookingRow, seenFen: number, reason: string): Promise<number> {
  requireAct(tx, row, 'cancel');
  if (row.state === 'unpaid') {
    for (const purchase of await findOpen(tx, SHARED_STAY, row.id)) {
      const locked = await lockPurchase(tx, purchase);
      if (locked) await expirePurchase(tx, locked);
    }
    return 0;
  }
  const refundFen = refundNow(tx, row);
  if (refundFen !== seenFen)
    throw new Refusal(sharedBookingRefusal['refund-changed'], { refund: formatYuan(refundFen) });
  await endWithRefund(tx, row, refundFen, reason);
  return refundFen;
}

/** Another free spot of the lot for the rest of a booking: the cheapest. */
async function moveAway(tx: TenantTx, row: BookingRow): Promise<BookingRow> {
  const fromAt = new Date(Math.max(row.fromAt.getTime(), tx.now.getTime()));
  const others = (await freeOffers(tx, [row.lotId], { fromAt, untilAt: row.untilAt })).filter(
    (one) => one.id !== row.offerId,
  );
  for (const one of others) {
    // Its owner may be taking time back.
    if ((await lockOffer(tx, one.id, 'share'))?.state !== 'open') continue;
    const isMoved = await tx
      .savepoint(() => moveBooking(tx, row.id, one, row.spot))
      .then(() => true)
      .catch((error: { code?: string }) => {
        // Another booking was faster.
        if (error.code !== '23P01') throw error;
        return false;
      });
    if (isMoved) return (await findBooking(tx, 'id', row.id))!;
  }
  throw new Refusal(sharedBookingRefusal['none-free']);
}

/** Helps a driver whose spot a stranger has taken; the booking is locked. Returns the new spot, or what goes back. */
export async function helpTaken(
  tx: TenantTx,
  row: BookingRow,
  act: TakenAct,
  reason: string,
): Promise<{ spot: string | null; refundFen: number }> {
  requireAct(tx, row, 'taken');
  if (tx.now.getTime() < row.fromAt.getTime() - row.terms.earlyMinutes * 60_000)
    throw new Refusal(sharedBookingRefusal['not-yet']);
  if (act === 'refund') {
    await updateBooking(tx, row.id, { takenAt: tx.now, takenSpot: row.spot });
    await endWithRefund(tx, row, row.paidFen, reason);
    return { spot: null, refundFen: row.paidFen };
  }
  const moved = await moveAway(tx, row);
  await updateBooking(tx, row.id, { reason });
  emitBooking(tx, bookingMoved, moved, 0);
  return { spot: moved.spot, refundFen: 0 };
}
