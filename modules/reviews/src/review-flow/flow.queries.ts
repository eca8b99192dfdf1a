import type { TenantTx } from '@boyun/kernel/server';
import { flowChangeReview } from '../review/flow-review.contract.ts';

/** Whether the tenant has an approval flow, or has asked for one. */
export async function hasFlow(tx: TenantTx): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    `select exists (select from review_flow where tenant_id = $1 and is_enabled)
       or exists (select from review where tenant_id = $1 and state = 'pending' and kind = $2) as has`,
    [tx.tenantId, flowChangeReview.name],
  );
  return row!.has;
}
