import type { TenantTx } from '@boyun/kernel/server';
import type { AppointmentState } from './appointment.contract.ts';

/** An appointment as its driver sees it. */
export interface HeldAppointment {
  readonly id: string;
  readonly code: string;
  readonly lotName: string;
  readonly plate: string;
  readonly state: AppointmentState;
  readonly startsAt: Date;
}

/** Returns the appointments of a mobile and of plates, the latest first. */
export function findAppointmentsOf(
  tx: TenantTx,
  { mobile, plates }: { readonly mobile: string; readonly plates: readonly string[] },
): Promise<HeldAppointment[]> {
  return tx.query<HeldAppointment>(
    `select a.id, a.code, l.name as "lotName", a.plate, a.state, a.starts_at from appointment a
     join lot_fact l on l.tenant_id = a.tenant_id and l.id = a.lot_id
     where a.tenant_id = $1 and (a.driver_phone = $2 or a.plate = any($3::text[]))
     order by a.starts_at desc, a.id limit 50`,
    [tx.tenantId, mobile, plates],
  );
}

/** Returns the lots whose booking page is open, with its code. */
export function findBookingPages(tx: TenantTx): Promise<{ code: string; lotName: string }[]> {
  return tx.query(
    `select p.code, l.name as "lotName" from booking_page p join lot_fact l on l.tenant_id = p.tenant_id and l.id = p.lot_id
     where p.tenant_id = $1 and p.is_open and l.state = 'open' order by l.name limit 20`,
    [tx.tenantId],
  );
}

/** Takes the name and number of a person off the appointments; returns how many had them. */
export async function forgetDriver(tx: TenantTx, mobile: string): Promise<number> {
  const rows = await tx.query(
    `update appointment set driver_name = null, driver_phone = null, updated_at = $3
     where tenant_id = $1 and driver_phone = $2 returning id`,
    [tx.tenantId, mobile, tx.now],
  );
  return rows.length;
}
