import type { TenantTx } from '@boyun/kernel/server';

/** Returns the plates that a fixed spot belongs to at an instant. */
export async function platesOfSpot(tx: TenantTx, spotId: string, at: Date): Promise<string[]> {
  const rows = await tx.query<{ plate: string }>(
    `select plate from fixed_list where tenant_id = $1 and spot_id = $2 and valid_from <= $3
       and (valid_until is null or valid_until > $3) order by plate limit 100`,
    [tx.tenantId, spotId, at],
  );
  return rows.map((row) => row.plate);
}
