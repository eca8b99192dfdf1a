import { DEVICE_KINDS } from '@boyun/alarms/contract';
import type { SpotKind } from '@boyun/facilities/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Returns the spots of a lot by kind: planned in the lot, and entered, with a detector and free among its spots. */
export async function countSpots(tx: TenantTx, lotId: string) {
  const [planned] = await tx.query<Record<keyof typeof SpotKind, number>>(
    `select capacity - ev_spots - accessible_spots - fixed_spots - rented_spots - shared_spots as standard, ev_spots as ev,
       accessible_spots as accessible, fixed_spots as fixed, rented_spots as rented, shared_spots as shared
     from lot_fact lot where tenant_id = $1 and id = $2`,
    [tx.tenantId, lotId],
  );
  const entered = await tx.query<{ kind: keyof typeof SpotKind; entered: number; watched: number; free: number }>(
    `select kind, count(*)::int as entered, count(detector_no)::int as watched,
       (count(*) filter (where state = 'free'))::int as free
     from spot_fact where tenant_id = $1 and lot_id = $2 group by kind`,
    [tx.tenantId, lotId],
  );
  return (Object.keys(planned!) as (keyof typeof SpotKind)[]).map((kind) => {
    const own = entered.find((one) => one.kind === kind);
    return {
      kind,
      planned: planned![kind],
      entered: own?.entered ?? 0,
      watched: own?.watched ?? 0,
      free: own?.free ?? 0,
    };
  });
}

/** Returns the number of cameras and boxes of a lot, and how many of them are online. */
export async function countDevices(tx: TenantTx, lotId: string) {
  const [row] = await tx.query<{ cameras: number; camerasOnline: number; boxes: number; boxesOnline: number }>(
    `select (select count(*) from camera_fact where tenant_id = $1 and lot_id = $2)::int as cameras,
       (select count(*) from camera_fact where tenant_id = $1 and lot_id = $2 and state = 'online')::int as "camerasOnline",
       (select count(*) from box_fact where tenant_id = $1 and lot_id = $2)::int as boxes,
       (select count(*) from box_fact where tenant_id = $1 and lot_id = $2 and state = 'online')::int as "boxesOnline"`,
    [tx.tenantId, lotId],
  );
  return row!;
}

/** Returns the number of open alarms about vehicles of a lot. */
export async function countAlarms(tx: TenantTx, lotId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from alarm_fact where tenant_id = $1 and lot_id = $2 and state in ('new', 'claimed')
       and kind <> all($3)`,
    [tx.tenantId, lotId, DEVICE_KINDS],
  );
  return row!.count;
}
