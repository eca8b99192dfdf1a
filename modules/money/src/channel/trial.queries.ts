import type { TenantTx } from '@boyun/kernel/server';

/** Whether payments of the tenant are simulated. */
export async function isTrial(tx: TenantTx): Promise<boolean> {
  const [row] = await tx.query<{ isTrial: boolean }>('select is_trial from tenant where id = $1', [tx.tenantId]);
  return row!.isTrial;
}
