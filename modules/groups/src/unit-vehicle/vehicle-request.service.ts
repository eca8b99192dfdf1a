import type { TenantTx } from '@boyun/kernel/server';
import { type Asked, reviewedAct } from '@boyun/reviews/server';
import type { UnitRow } from '../unit/unit.queries.ts';
import { unitReviews } from '../unit-bill/unit-bill-review.contract.ts';
import { unitVehicle } from './unit-vehicle.contract.ts';
import { checkVehicle } from './unit-vehicle.server.ts';

/** Vehicles that a unit adds. */
interface NewVehicles {
  readonly plates: readonly string[];
  readonly departmentId: string | null;
  readonly driverName: string | null;
  readonly validUntil: Date | null;
  readonly remark: string | null;
}

/** The vehicles as the request keeps them until it is decided. */
interface Kept extends Omit<NewVehicles, 'validUntil'> {
  readonly act: 'create';
  readonly unitId: string;
  readonly validUntil: string | null;
}

/** Refuses vehicles that the unit cannot have. */
export async function checkVehicles(tx: TenantTx, of: UnitRow, { plates, ...given }: NewVehicles): Promise<void> {
  const { departmentId, validUntil } = given;
  for (const plate of plates) {
    const row = { plate, unitId: of.id, departmentId, lotIds: [], validFrom: tx.now, validUntil };
    await checkVehicle(tx, row, of.lotIds);
  }
}

/** Adds vehicles to a unit from now on, and returns how many; one that it has already is left as it is. */
export async function insertVehicles(tx: TenantTx, unitId: string, given: NewVehicles): Promise<number> {
  const { plates, departmentId, driverName, validUntil, remark } = given;
  const added = await tx.query<{ id: string }>(
    `insert into unit_vehicle (tenant_id, id, created_at, updated_at, unit_id, plate, department_id, driver_name, valid_from, valid_until,
       remark)
     select $1, g.id, $3, $3, $2, g.plate, $5, $6, $3, $7, $8 from unnest($4::uuid[], $9::text[]) as g(id, plate)
     where not exists (select from unit_vehicle v where v.tenant_id = $1 and v.unit_id = $2 and v.plate = g.plate
       and (v.valid_until is null or v.valid_until > $3))
     returning id`,
    [tx.tenantId, unitId, tx.now, plates.map(() => tx.newId()), departmentId, driverName, validUntil, remark, plates],
  );
  return added.length;
}

/** Adds the vehicles of a request once it is approved. */
export const vehiclesAgreed = reviewedAct<Kept>(
  unitReviews.vehicles.name,
  async (tx, { unitId, validUntil, ...given }) => {
    await insertVehicles(tx, unitId, { ...given, validUntil: validUntil === null ? null : new Date(validUntil) });
  },
);

/** Requests vehicles for a unit. */
export async function askVehicles(tx: TenantTx, of: UnitRow, given: NewVehicles): Promise<Asked> {
  const { plates, departmentId, driverName, validUntil, remark } = given;
  const id = tx.newId();
  await tx.query(
    `insert into unit_vehicle_request (tenant_id, id, unit_id, created_at, plates, requested_by) values ($1, $2, $3, $4, $5, $6)`,
    [tx.tenantId, id, of.id, tx.now, plates, tx.who.name],
  );
  const words = plates.length > 3 ? `${plates.slice(0, 3).join(' ')} …` : plates.join(' ');
  return vehiclesAgreed(tx, {
    lotIds: of.lotIds,
    subjectKind: unitVehicle.name,
    subjectId: id,
    subject: of.name,
    summary: {
      zh: `${of.name} 新增车辆${plates.length}辆 ${words}`,
      en: `${of.name} adds ${plates.length === 1 ? 'a vehicle' : `${plates.length} vehicles`}: ${words}`,
    },
    changes: [
      {
        label: { zh: '车辆', en: 'Vehicles' },
        before: { zh: '', en: '' },
        after: { zh: plates.join(' '), en: plates.join(' ') },
      },
    ],
    amountFen: null,
    counting: 'alone',
    reason: remark ?? (tx.who.language === 'zh' ? '单位新增车辆' : 'The unit adds vehicles'),
    payload: {
      act: 'create',
      unitId: of.id,
      plates,
      departmentId,
      driverName,
      validUntil: validUntil?.toISOString() ?? null,
      remark,
    },
  });
}
