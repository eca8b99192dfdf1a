import type { TenantTx } from '@boyun/kernel/server';

/** Returns the cars that are entered with a person's mobile. */
export function findVipCarsOf(
  tx: TenantTx,
  mobile: string,
): Promise<{ plate: string; name: string | null; validFrom: Date }[]> {
  return tx.query(
    `select plate, owner_name as name, valid_from from vip_vehicle where tenant_id = $1 and owner_phone = $2 order by valid_from, id`,
    [tx.tenantId, mobile],
  );
}

/** Takes the name and number of a person off the cars; returns how many had them. */
export async function forgetVipPerson(tx: TenantTx, mobile: string): Promise<number> {
  const rows = await tx.query(
    `update vip_vehicle set owner_name = null, owner_phone = null, updated_at = $3, version = version + 1
     where tenant_id = $1 and owner_phone = $2 returning id`,
    [tx.tenantId, mobile, tx.now],
  );
  return rows.length;
}
