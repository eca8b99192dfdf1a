import type { DayKind, Tariff } from '@boyun/domain/fee';
import type { TenantTx } from '@boyun/kernel/server';
import { calendarOf } from '../holiday/holiday.service.ts';

/** A binding that may choose the rule of cars in a lot. */
export interface LotBinding {
  readonly id: string;
  readonly ruleId: string;
  readonly lotId: string | null;
  /** It is bound to the area of the lot. */
  readonly isArea: boolean;
  readonly vehicleKinds: readonly string[];
  readonly spotKinds: readonly string[];
  readonly plateColors: readonly number[];
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

/** A published version of a rule. */
export interface LotTariff {
  readonly versionId: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly number: number;
  readonly effectiveFrom: Date;
  readonly tariff: Tariff;
}

/** Everything that prices stays in a lot, for a machine that prices them without the cloud. */
export interface LotTariffs {
  readonly bindings: readonly LotBinding[];
  readonly tariffs: readonly LotTariff[];
  readonly days: readonly { readonly day: string; readonly kind: DayKind }[];
}

/** Returns the bindings that concern a lot, the versions of their rules in force and to come, and those of `versionIds`. */
export async function tariffsOfLot(tx: TenantTx, lotId: string, versionIds: readonly string[]): Promise<LotTariffs> {
  const bindings = await tx.query<LotBinding>(
    `select b.id, b.charge_rule_id as "ruleId", b.lot_id, b.area_id is not null as is_area, b.vehicle_kinds, b.spot_kinds,
       b.plate_colors, b.from_day::text, b.to_day::text
     from lot_fact lot
     join charge_binding b on b.tenant_id = lot.tenant_id
       and (b.lot_id = lot.id or b.area_id = lot.area_id or (b.lot_id is null and b.area_id is null))
     where lot.tenant_id = $1 and lot.id = $2 order by b.id`,
    [tx.tenantId, lotId],
  );
  const tariffs = await tx.query<LotTariff>(
    `select v.id as "versionId", r.id as "ruleId", r.name as "ruleName", v.number, v.effective_from, v.tariff
     from charge_rule_version v join charge_rule r on r.tenant_id = v.tenant_id and r.id = v.charge_rule_id
     where v.tenant_id = $1 and v.state = 'published' and (v.id = any($3::uuid[]) or v.charge_rule_id = any($2::uuid[])
       and v.effective_from >= coalesce((select max(o.effective_from) from charge_rule_version o where o.tenant_id = v.tenant_id
         and o.charge_rule_id = v.charge_rule_id and o.state = 'published' and o.effective_from <= $4), '-infinity'))
     order by v.id`,
    [tx.tenantId, [...new Set(bindings.map((one) => one.ruleId))], versionIds, tx.now],
  );
  const days = Object.entries(await calendarOf(tx)).map(([day, kind]) => ({ day, kind }));
  return { bindings, tariffs, days };
}
