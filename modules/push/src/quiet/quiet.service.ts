import { dayMs, zoneClock } from '@boyun/domain/period';
import type { TenantTx } from '@boyun/kernel/server';

const msOf = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * 60_000;

/** The quiet hours of a tenant, on the clock of its time zone. */
export interface QuietHours {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly zone: string;
}

/** Reads the quiet hours of tenants: those of a tenant that set none are from 21:00 to 09:00. */
export const QUIET_HOURS = `
  select t.id as tenant_id, t.time_zone as zone, coalesce(q.version, 0) as version,
    case when q.tenant_id is null then '21:00' else q.quiet_from end as quiet_from,
    case when q.tenant_id is null then '09:00' else q.quiet_to end as quiet_to
  from tenant t left join quiet_hours q on q.tenant_id = t.id`;

/** Returns the quiet hours of the tenant with the version they were read in. */
export async function quietHoursOf(tx: TenantTx): Promise<QuietHours & { readonly version: number }> {
  const [row] = await tx.query<QuietHours & { version: number }>(`${QUIET_HOURS} where t.id = $1`, [tx.tenantId]);
  return row!;
}

/** Returns the end of the quiet hours that contain an instant; null where none do. They may span midnight. */
export function endOfQuiet(at: Date, { quietFrom: from, quietTo: to, zone }: QuietHours): Date | null {
  if (!from || !to) return null;
  const clock = zoneClock(zone);
  const wall = clock.localOf(at.getTime());
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const [begin, end, time] = [msOf(from), msOf(to), wall - midnight];
  const isOverNight = begin > end;
  const isQuiet = isOverNight ? time >= begin || time < end : time >= begin && time < end;
  if (!isQuiet) return null;
  return new Date(clock.instantOf(midnight + end + (isOverNight && time >= begin ? dayMs : 0)));
}
