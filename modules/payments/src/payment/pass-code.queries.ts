import type { TenantTx } from '@boyun/kernel/server';

/** Returns the pay code of the stay that a stranger's pass stands for, while the pass is valid. */
export async function codeOfPass(tx: TenantTx, passCode: string, since: Date): Promise<string | null> {
  const [row] = await tx.query<{ payCode: string }>(
    `select o.pay_code from stay_lookup l join stay_fact o on o.tenant_id = l.tenant_id and o.id = l.order_id
     where l.tenant_id = $1 and l.pass_code = $2 and l.at > $3`,
    [tx.tenantId, passCode, since],
  );
  return row?.payCode ?? null;
}
