import type { TenantTx } from '@boyun/kernel/server';

/** Returns the pay code of a reminder's link: that of its oldest open debt, else of the last one settled. */
export async function codeOfReminder(tx: TenantTx, code: string): Promise<string | null> {
  const [row] = await tx.query<{ payCode: string }>(
    `select o.pay_code from arrears_reminder r
     join stay_fact o on o.tenant_id = r.tenant_id and o.plate = r.plate and o.left_at <= r.at
       and o.pay_state in ('arrears', 'paying', 'settled')
     where r.tenant_id = $1 and r.code = $2
     order by o.pay_state = 'settled', case when o.pay_state <> 'settled' then o.id end, o.id desc limit 1`,
    [tx.tenantId, code],
  );
  return row?.payCode ?? null;
}
