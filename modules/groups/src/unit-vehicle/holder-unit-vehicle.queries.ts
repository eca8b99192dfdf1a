import type { TenantTx } from '@boyun/kernel/server';

/** Returns the cars that are entered with a person's mobile. */
export function findUnitCarsOf(
  tx: TenantTx,
  mobile: string,
): Promise<{ plate: string; name: string | null; validFrom: Date }[]> {
  return tx.query(
    `select plate, driver_name as name, valid_from from unit_vehicle where tenant_id = $1 and driver_phone = $2 order by valid_from, id`,
    [tx.tenantId, mobile],
  );
}

/** Takes the name and number of a person off the cars; returns how many had them. */
export async function forgetUnitPerson(tx: TenantTx, mobile: string): Promise<number> {
  const rows = await tx.query(
    `update unit_vehicle set driver_name = null, driver_phone = null, updated_at = $3, version = version + 1
     where tenant_id = $1 and driver_phone = $2 returning id`,
    [tx.tenantId, mobile, tx.now],
  );
  return rows.length;
}
