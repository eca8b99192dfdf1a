import { isPlate } from '@boyun/domain/plate';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource, type TenantTx } from '@boyun/kernel/server';
import { unitRefusal } from '../unit/unit.contract.ts';
import { requireUnit } from '../unit/unit.queries.ts';
import { unitVehicle } from './unit-vehicle.contract.ts';

type Vehicle = Pick<
  Row<typeof unitVehicle>,
  'plate' | 'unitId' | 'departmentId' | 'lotIds' | 'validFrom' | 'validUntil'
>;

/** Refuses a vehicle with an invalid plate, an end before its start, or a department or lot that its unit does not have. */
export async function checkVehicle(tx: TenantTx, row: Vehicle, unitLotIds: readonly string[]): Promise<void> {
  const { plate, unitId, departmentId, lotIds, validFrom, validUntil } = row;
  if (!isPlate(plate)) throw new Refusal(unitRefusal['bad-plate'], { plate });
  if (validUntil && validFrom > validUntil) throw new Refusal(unitRefusal['ends-before-start']);
  if ((lotIds ?? []).some((one) => !unitLotIds.includes(one))) throw new Refusal(unitRefusal['other-lot']);
  if (!departmentId) return;
  const [own] = await tx.query('select from unit_department where tenant_id = $1 and id = $2 and unit_id = $3', [
    tx.tenantId,
    departmentId,
    unitId,
  ]);
  if (!own) throw new Refusal(unitRefusal['other-unit']);
}

/** Vehicles of units whose lots the caller sees. */
export const unitVehicleServer = serveResource(unitVehicle, {
  async beforeWrite(tx, values, before) {
    if (before) await requireUnit(tx, before.unitId);
    const row = { ...before, ...values } as Row<typeof unitVehicle>;
    const { lotIds } = await requireUnit(tx, row.unitId);
    await checkVehicle(tx, row, lotIds);
    return values.lotIds ? { ...values, lotIds: [...new Set(values.lotIds)].sort() } : values;
  },
  async beforeDelete(tx, { unitId }) {
    await requireUnit(tx, unitId);
  },
});
