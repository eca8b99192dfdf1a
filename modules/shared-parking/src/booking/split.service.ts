import { splitShare } from '@boyun/domain/shared-parking';
import type { TenantTx } from '@boyun/kernel/server';
import { book, type Entry } from '@boyun/money/server';
import { moveOwnerMoney } from '../owner/owner-money.queries.ts';
import { type BookingRow, updateBooking } from './shared-booking.queries.ts';

/** The bill kind of bookings, and the party of what the platform earns of them. */
export const SHARED_STAY = 'shared-stay';
const PLATFORM = 'shared-platform';

/**
 * Splits what a booking that has ended keeps of its money: the owner's part is owed to the owner, the others are revenue of the lot and of the
 * platform. Until then all of it is held. The booking is locked.
 */
export async function splitBooking(tx: TenantTx, row: BookingRow, keptFen: number): Promise<void> {
  const { ownerFen, lotFen, platformFen } = splitShare(keptFen, row.terms);
  const { lotId, ownerId, id } = row;
  const entries: Entry[] = [
    { account: 'share-held', party: '', amountFen: keptFen },
    { account: 'owner-payable', party: ownerId, amountFen: -ownerFen },
    { account: 'revenue', party: SHARED_STAY, amountFen: -lotFen },
    { account: 'revenue', party: PLATFORM, amountFen: -platformFen },
  ];
  await book(tx, entries, { lotId, source: { kind: 'shared-stay', id } });
  await moveOwnerMoney(tx, ownerId, { kind: 'booking', amountFen: ownerFen, lotId, bookingId: id });
  await updateBooking(tx, id, { splitAt: tx.now, ownerFen, lotFen, platformFen });
}

/**
 * Gives the owner the part of what the order of an overstay has received by now, or takes back what was refunded of it since. The booking is
 * locked.
 */
export async function shareOverstay(tx: TenantTx, row: BookingRow): Promise<void> {
  const [stay] = await tx.query<{ receivedFen: number }>(
    'select paid_fen - refunded_fen as "receivedFen" from stay_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, row.orderId],
  );
  const overstayPaidFen = Math.min(stay?.receivedFen ?? 0, row.overstayFen);
  const { ownerFen: overstayOwnerFen } = splitShare(Math.max(0, overstayPaidFen), row.terms);
  const changeFen = overstayOwnerFen - row.overstayOwnerFen;
  if (changeFen === 0 && overstayPaidFen === row.overstayPaidFen) return;
  const { lotId, ownerId, id } = row;
  await book(
    tx,
    [
      { account: 'owner-share', party: ownerId, amountFen: changeFen },
      { account: 'owner-payable', party: ownerId, amountFen: -changeFen },
    ],
    { lotId, source: { kind: 'shared-stay', id } },
  );
  await moveOwnerMoney(tx, ownerId, {
    kind: changeFen < 0 ? 'overstay-back' : 'overstay',
    amountFen: changeFen,
    lotId,
    bookingId: id,
  });
  await updateBooking(tx, id, { overstayPaidFen: Math.max(0, overstayPaidFen), overstayOwnerFen });
}
