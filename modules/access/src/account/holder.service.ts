import type { TenantTx } from '@boyun/kernel/server';

/** Returns whether another active account of the tenant (than the caller, by default) that sees all lots also holds a permission. */
export async function isHeldByOthers(
  tx: TenantTx,
  permission: string,
  accountId: string | null = tx.who.userId,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from account a
     join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
     where a.tenant_id = $1 and a.id is distinct from $2 and a.state = 'active' and not a.is_support
       and account_lots(a.tenant_id, a.id) is null
       and (r.is_admin or $3 = any(r.permissions)) limit 1`,
    [tx.tenantId, accountId, permission],
  );
  return rows.length > 0;
}

/** Returns whether another active administrator of all lots could approve the caller's request. */
export async function hasOtherAdmin(tx: TenantTx): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from account a
     join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id and r.is_admin
     where a.tenant_id = $1 and a.id <> $2 and a.state = 'active' and not a.is_support limit 1`,
    [tx.tenantId, tx.who.userId],
  );
  return rows.length > 0;
}
