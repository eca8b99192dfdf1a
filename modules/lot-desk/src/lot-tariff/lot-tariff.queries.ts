import type { TenantTx } from '@boyun/kernel/server';

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
