import { DEVICE_KINDS } from '@boyun/alarms/contract';
import type { SpotKind } from '@boyun/facilities/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Returns the spots of a lot by kind: planned in the lot, and entered and free among its spots. */
export async function countSpots(tx: TenantTx, lotId: string) {
  const [planned] = await tx.query<Record<keyof typeof SpotKind, number>>(
    `select capacity - ev_spots - accessible_spots - fixed_spots - rented_spots - shared_spots as standard, ev_spots as ev,
       accessible_spots as accessible, fixed_spots as fixed, rented_spots as rented, shared_spots as shared
     from lot_fact lot where tenant_id = $1 and id = $2`,
    [tx.tenantId, lotId],
  );
  const entered = await tx.query<{ kind: keyof typeof SpotKind; entered: number; free: number }>(
    `select kind, count(*)::int as entered, (count(*) filter (where state = 'free'))::int as free
     from spot_fact where tenant_id = $1 and lot_id = $2 group by kind`,
    [tx.tenantId, lotId],
  );
  return (Object.keys(planned!) as (keyof typeof SpotKind)[]).map((kind) => {
    const own = entered.find((one) => one.kind === kind);
    return { kind, planned: planned![kind], entered: own?.entered ?? 0, free: own?.free ?? 0 };
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

/**
 * Returns the bindings that apply to a lot today with the version in force; first those of the lot, then of its area,
 * then of all lots.
 */
export function findTariffs(tx: TenantTx, lotId: string, day: string) {
  return tx.query<{
    ruleId: string;
    ruleName: string;
    versionNumber: number | null;
    scopeKind: 'lot' | 'area' | 'all';
    vehicleKinds: string[];
    plateColors: number[];
  }>(
    `select r.id as "ruleId", r.name as "ruleName", b.vehicle_kinds, b.plate_colors,
       case when b.lot_id is not null then 'lot' when b.area_id is not null then 'area' else 'all' end as "scopeKind",
       (select v.number from charge_rule_version_fact v where v.tenant_id = b.tenant_id and v.charge_rule_id = r.id
          and v.state = 'published' and v.effective_from <= $3 order by v.effective_from desc, v.number desc limit 1)
         as "versionNumber"
     from charge_binding_fact b
     join charge_rule_fact r on r.tenant_id = b.tenant_id and r.id = b.charge_rule_id
     join lot_fact lot on lot.tenant_id = b.tenant_id and lot.id = $2
     where b.tenant_id = $1 and (b.lot_id = lot.id or (b.lot_id is null and (b.area_id is null or b.area_id = lot.area_id)))
       and (b.from_day is null or b.from_day <= $4::date) and (b.to_day is null or b.to_day >= $4::date)
     order by b.lot_id is null, b.area_id is null, r.name`,
    [tx.tenantId, lotId, tx.now, day],
  );
}
