import type { TenantTx } from '@boyun/kernel/server';

/** Returns the names of the lanes of a lot. */
export async function namesOfLanes(tx: TenantTx, lotId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    'select id, name from lane_fact where tenant_id = $1 and lot_id = $2',
    [tx.tenantId, lotId],
  );
  return new Map(rows.map((one) => [one.id, one.name]));
}

/** Returns the name and address of a lot. */
export async function findPlace(tx: TenantTx, lotId: string): Promise<{ name: string; address: string | null }> {
  const [row] = await tx.query<{ name: string; address: string | null }>(
    'select name, address from lot_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, lotId],
  );
  return row!;
}
