import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { unitRefusal } from '../unit/unit.contract.ts';
import { requireUnit } from '../unit/unit.queries.ts';
import { unitQuota } from './unit-quota.contract.ts';

/** Spots of units; a lot must be one of the unit. */
export const unitQuotaServer = serveResource(unitQuota, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof unitQuota>;
    const { lotIds } = await requireUnit(tx, row.unitId);
    if (!lotIds.includes(row.lotId)) throw new Refusal(unitRefusal['other-lot']);
    const isMoved = before && (before.unitId !== row.unitId || before.lotId !== row.lotId);
    if (isMoved) await refuseUsed(tx, before);
    return values;
  },
  beforeDelete: refuseUsed,
});

/** Stays inside and bills name the unit and the lot of a quota. */
async function refuseUsed(
  tx: Parameters<typeof requireUnit>[0],
  { id, unitId, lotId }: Pick<Row<typeof unitQuota>, 'id' | 'unitId' | 'lotId'>,
): Promise<void> {
  const [row] = await tx.query<{ isUsed: boolean }>(
    `select exists (select from unit_bill where tenant_id = $1 and unit_id = $3 and lot_id = $4)
       or exists (select from stay_fact where tenant_id = $1 and list_entry_id = $2 and parking_state = 'inside') as "isUsed"`,
    [tx.tenantId, id, unitId, lotId],
  );
  if (row!.isUsed) throw new Refusal(unitRefusal['quota-used']);
}
