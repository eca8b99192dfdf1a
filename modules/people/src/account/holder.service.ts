import type { TenantTx } from '@boyun/kernel/server';

/** Whether another active account of the tenant, one that sees all lots, holds a permission too. */
export async function isHeldByOthers(tx: TenantTx, permission: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from account a
     join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
     where a.tenant_id = $1 and a.account <> $2 and a.state = 'active' and not a.is_support
       and account_lots(a.tenant_id, a.id) is null
       and (r.is_admin or $3 = any(r.permissions)) limit 1`,
    [tx.tenantId, tx.who.account, permission],
  );
  return rows.length > 0;
}
