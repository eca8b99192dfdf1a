import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { findPurchase, PURCHASE_PATH, takesPhonePayments } from '@boyun/money/server';
import { makeBooking, type NewBooking } from '../booking/book.service.ts';
import { takeMoney } from '../booking/booking-bill.service.ts';
import type { BookingRow } from '../booking/shared-booking.queries.ts';
import { shareDoorRefusal } from './share-door.contract.ts';

/** Upcoming bookings of a mobile, at most. */
const MOST_BOOKINGS = 3;

/** Refuses a mobile with too many upcoming bookings; bookings of a mobile are serialised. */
async function refuseTooMany(tx: TenantTx, mobile: string): Promise<void> {
  await tx.lock(`share ${mobile}`);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from shared_booking where tenant_id = $1 and mobile = $2 and state in ('unpaid', 'booked') and until_at > $3`,
    [tx.tenantId, mobile, tx.now],
  );
  if (row!.count >= MOST_BOOKINGS) throw new Refusal(shareDoorRefusal['too-many'], { count: MOST_BOOKINGS });
}

/** Books a spot for a driver's phone; returns the booking with the page on which it is paid, null for an unknown offer. */
export async function bookByPhone(
  tx: TenantTx,
  given: NewBooking,
): Promise<{ readonly row: BookingRow; readonly path: string } | null> {
  await refuseTooMany(tx, given.mobile);
  const row = await makeBooking(tx, given, () => true);
  if (!row) return null;
  if (!(await takesPhonePayments(tx, row.lotId))) throw new Refusal(shareDoorRefusal['no-phone']);
  const { purchaseId } = await takeMoney(tx, row, 'phone');
  return { row, path: `${PURCHASE_PATH}/${(await findPurchase(tx, 'id', purchaseId))!.code}` };
}

/** What the audit log says about a booking, and what was booked. */
export const auditOfBooking = ({ id, bookingNo, plate, spot, amountFen }: BookingRow) => ({
  subjectKind: 'shared-booking',
  subjectId: id,
  subject: `${bookingNo} ${plate}`,
  after: { spot, amountFen },
});
