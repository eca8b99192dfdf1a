import type { TenantTx } from '@boyun/kernel/server';
import type { BookingState } from '../booking/shared-booking.contract.ts';

/** A booking of a mobile. */
export interface OwnBooking {
  readonly id: string;
  readonly code: string;
  readonly lotName: string;
  readonly spot: string;
  readonly plate: string;
  readonly fromAt: Date;
  readonly amountFen: number;
  readonly state: BookingState;
}

/** Returns the bookings that were made with a mobile, the latest first. */
export function findBookingsOf(tx: TenantTx, mobile: string): Promise<OwnBooking[]> {
  return tx.query<OwnBooking>(
    `select b.id, b.code, l.name as "lotName", s.number as "spot", b.plate, b.from_at, b.amount_fen, b.state
     from shared_booking b join lot_fact l on l.tenant_id = b.tenant_id and l.id = b.lot_id
     join spot_fact s on s.tenant_id = b.tenant_id and s.id = b.spot_id
     where b.tenant_id = $1 and b.mobile = $2 order by b.from_at desc, b.id limit 50`,
    [tx.tenantId, mobile],
  );
}

/** Returns the owners of spots with a mobile, one per lot, each with the code of the own page. */
export function findOwnersOf(tx: TenantTx, mobile: string): Promise<{ code: string; lotName: string }[]> {
  return tx.query(
    `select o.code, l.name as "lotName" from spot_owner o join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
     where o.tenant_id = $1 and o.mobile = $2 order by l.name, o.id limit 20`,
    [tx.tenantId, mobile],
  );
}

/** Returns the code of a page on which shared spots are searched; null where no lot shares any. */
export async function findSharePage(tx: TenantTx): Promise<string | null> {
  const [row] = await tx.query<{ code: string }>(
    `select r.code from share_rule r join lot_fact l on l.tenant_id = r.tenant_id and l.id = r.lot_id
     where r.tenant_id = $1 and r.is_open and l.state = 'open' order by l.name limit 1`,
    [tx.tenantId],
  );
  return row?.code ?? null;
}
