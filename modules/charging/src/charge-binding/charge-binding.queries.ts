import type { TenantTx } from '@boyun/kernel/server';

/** A binding with display names. */
export interface Binding {
  readonly id: string;
  readonly lotId: string | null;
  readonly lotName: string | null;
  readonly areaId: string | null;
  readonly areaName: string | null;
  readonly chargeRuleId: string;
  readonly ruleName: string;
  readonly vehicleKinds: readonly string[];
  readonly spotKinds: readonly string[];
  readonly plateColors: readonly number[];
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly hasVersion: boolean;
}

/** The fields of a lot that bindings depend on. */
export interface BoundLot {
  readonly id: string;
  readonly name: string;
  readonly areaId: string | null;
  readonly timeZone: string;
}

/** Returns every binding of the tenant. */
export function findBindings(tx: TenantTx): Promise<Binding[]> {
  return tx.query<Binding>(
    `select b.id, b.lot_id, lot.name as "lotName", b.area_id, area.name as "areaName",
       b.charge_rule_id, r.name as "ruleName", b.vehicle_kinds,
       b.spot_kinds, b.plate_colors, b.from_day, b.to_day,
       exists (select from charge_rule_version v where v.tenant_id = b.tenant_id and v.charge_rule_id = b.charge_rule_id
         and v.state = 'published' and v.effective_from <= $2) as "hasVersion"
     from charge_binding b
     join charge_rule r on r.tenant_id = b.tenant_id and r.id = b.charge_rule_id
     left join lot_fact lot on lot.tenant_id = b.tenant_id and lot.id = b.lot_id
     left join area_fact area on area.tenant_id = b.tenant_id and area.id = b.area_id
     where b.tenant_id = $1 order by b.id`,
    [tx.tenantId, tx.now],
  );
}

/** Returns the lots in the caller's scope. */
export function findLots(tx: TenantTx): Promise<BoundLot[]> {
  return tx.query<BoundLot>(
    `select id, name, area_id, time_zone from lot_fact lot
     where tenant_id = $1 and ($2::uuid[] is null or id = any($2::uuid[])) order by name`,
    [tx.tenantId, tx.who.lotIds],
  );
}
