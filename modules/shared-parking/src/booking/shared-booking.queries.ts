import type { ShareLine, ShareTerms } from '@boyun/domain/shared-parking';
import type { TenantTx } from '@boyun/kernel/server';
import type { BookingState } from './shared-booking.contract.ts';

/** A booking of a shared spot. */
export interface BookingRow {
  readonly id: string;
  readonly bookingNo: string;
  readonly code: string;
  readonly offerId: string;
  readonly lotId: string;
  readonly spotId: string;
  readonly spot: string;
  readonly ownerId: string;
  readonly plate: string;
  readonly mobile: string;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly state: BookingState;
  readonly terms: ShareTerms;
  readonly lines: readonly ShareLine[];
  readonly amountFen: number;
  readonly paidFen: number;
  readonly refundFen: number;
  readonly failedFen: number;
  readonly splitAt: Date | null;
  readonly ownerFen: number;
  readonly lotFen: number;
  readonly platformFen: number;
  readonly orderId: string | null;
  readonly overstayFen: number;
  readonly overstayPaidFen: number;
  readonly overstayOwnerFen: number;
  readonly takenAt: Date | null;
  readonly takenSpot: string | null;
}

const BOOKING = `select b.id, b.booking_no, b.code, b.offer_id, b.lot_id, b.spot_id, s.number as spot, b.owner_id, b.plate, b.mobile, b.from_at,
    b.until_at, b.state, b.terms, b.lines, b.amount_fen, b.paid_fen, b.refund_fen, b.failed_fen, b.split_at, b.owner_fen, b.lot_fen,
    b.platform_fen, b.order_id, b.overstay_fen, b.overstay_paid_fen, b.overstay_owner_fen, b.taken_at, b.taken_spot
  from shared_booking b join spot_fact s on s.tenant_id = b.tenant_id and s.id = b.spot_id where b.tenant_id = $1`;

/** Returns a booking by its id, its code or its order; null where there is none. */
export async function findBooking(
  tx: TenantTx,
  by: 'id' | 'code' | 'order_id',
  value: string,
  isLocked = false,
): Promise<BookingRow | null> {
  const [row] = await tx.query<BookingRow>(`${BOOKING} and b.${by} = $2${isLocked ? ' for update of b' : ''}`, [
    tx.tenantId,
    value,
  ]);
  return row ?? null;
}

/** The bookings of these ids, in any order. */
export function findBookings(tx: TenantTx, ids: readonly string[]): Promise<BookingRow[]> {
  return tx.query<BookingRow>(`${BOOKING} and b.id = any($2::uuid[])`, [tx.tenantId, ids]);
}

/** Inserts a booking; false where another one holds its spot at that time, which the database decides. */
export async function insertBooking(
  tx: TenantTx,
  row: Pick<
    BookingRow,
    | 'id'
    | 'bookingNo'
    | 'code'
    | 'offerId'
    | 'lotId'
    | 'spotId'
    | 'ownerId'
    | 'plate'
    | 'mobile'
    | 'fromAt'
    | 'untilAt'
    | 'terms'
    | 'lines'
    | 'amountFen'
  > & {
    readonly placeNo: number;
    readonly admitFrom: Date;
    readonly driverName: string | null;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into shared_booking (tenant_id, id, booking_no, code, offer_id, place_no, lot_id, spot_id, owner_id, plate, driver_name, mobile,
       from_at, until_at, admit_from, state, terms, lines, amount_fen, created_at, created_by, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'unpaid', $16, $17, $18, $19, $20, $19)
     on conflict do nothing returning id`,
    [
      tx.tenantId,
      row.id,
      row.bookingNo,
      row.code,
      row.offerId,
      row.placeNo,
      row.lotId,
      row.spotId,
      row.ownerId,
      row.plate,
      row.driverName,
      row.mobile,
      row.fromAt,
      row.untilAt,
      row.admitFrom,
      JSON.stringify(row.terms),
      JSON.stringify(row.lines),
      row.amountFen,
      tx.now,
      tx.who.name,
    ],
  );
  return rows.length === 1;
}

/** Whether a car has a booking that overlaps a time; strangers are told only of bookings under the same mobile. */
export async function hasBooking(
  tx: TenantTx,
  { plate, mobile, fromAt, untilAt }: Pick<BookingRow, 'plate' | 'mobile' | 'fromAt' | 'untilAt'>,
  isStranger: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from shared_booking where tenant_id = $1 and plate = $2 and until_at > $3 and from_at < $4
       and ($5::text is null or mobile = $5) and state in ('unpaid', 'booked', 'arrived') limit 1`,
    [tx.tenantId, plate, fromAt, untilAt, isStranger ? mobile : null],
  );
  return rows.length > 0;
}

/** Columns that change after a booking was made. */
interface BookingChange {
  readonly state?: BookingState;
  readonly paidFen?: number;
  readonly refundFen?: number;
  readonly failedFen?: number;
  readonly leftAt?: Date;
  readonly overstayMinutes?: number;
  readonly overstayFen?: number;
  readonly overstayPaidFen?: number;
  readonly overstayOwnerFen?: number;
  readonly overstayedAt?: Date;
  readonly splitAt?: Date;
  readonly ownerFen?: number;
  readonly lotFen?: number;
  readonly platformFen?: number;
  readonly takenAt?: Date;
  readonly takenSpot?: string;
  readonly reason?: string;
}

const COLUMN: Readonly<Record<keyof BookingChange, string>> = {
  state: 'state',
  paidFen: 'paid_fen',
  refundFen: 'refund_fen',
  failedFen: 'failed_fen',
  leftAt: 'left_at',
  overstayMinutes: 'overstay_minutes',
  overstayFen: 'overstay_fen',
  overstayPaidFen: 'overstay_paid_fen',
  overstayOwnerFen: 'overstay_owner_fen',
  overstayedAt: 'overstayed_at',
  splitAt: 'split_at',
  ownerFen: 'owner_fen',
  lotFen: 'lot_fen',
  platformFen: 'platform_fen',
  takenAt: 'taken_at',
  takenSpot: 'taken_spot',
  reason: 'reason',
};

/** Changes a locked booking. */
export async function updateBooking(tx: TenantTx, id: string, change: BookingChange): Promise<void> {
  const keys = Object.keys(change) as (keyof BookingChange)[];
  const sets = keys.map((key, index) => `${COLUMN[key]} = $${index + 4}`);
  await tx.query(`update shared_booking set updated_at = $3, ${sets.join(', ')} where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
    tx.now,
    ...keys.map((key) => change[key]),
  ]);
}

/** Moves a locked booking to another offer; the database refuses a spot that is held. */
export async function moveBooking(
  tx: TenantTx,
  id: string,
  to: { readonly id: string; readonly placeNo: number; readonly spotId: string; readonly ownerId: string },
  taken: string,
): Promise<void> {
  await tx.query(
    `update shared_booking set offer_id = $3, place_no = $4, spot_id = $5, owner_id = $6, taken_at = $7, taken_spot = $8, updated_at = $7
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, to.id, to.placeNo, to.spotId, to.ownerId, tx.now, taken],
  );
}
