import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { permissionsBeyond } from '../role/role-reach.service.ts';
import { accountRefusal } from './account-refusal.contract.ts';

/**
 * Throws `beyond-own-rights` when an account may do or see more than the caller, who could otherwise take it over. Call
 * it before a change, and again after a change that grants.
 */
export async function requireReach(tx: TenantTx, accountId: string): Promise<void> {
  const { isAdmin, lotIds, isOwnOnly } = tx.who;
  const [row] = await tx.query<{
    isAdmin: boolean;
    permissions: string[];
    isWithin: boolean;
    isOwnOnly: boolean | null;
  }>(
    `select coalesce(bool_or(r.is_admin), false) as "isAdmin",
       coalesce(array_agg(p.name) filter (where p.name is not null), '{}') as permissions,
       bool_and(r.scope = 'own' and not r.is_admin) as "isOwnOnly",
       $3::uuid[] is null or coalesce(account_lots($1, $2) <@ $3::uuid[], false) as "isWithin"
     from account_role ar
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
     left join lateral unnest(r.permissions) as p(name) on true
     where ar.tenant_id = $1 and ar.account_id = $2`,
    [tx.tenantId, accountId, lotIds],
  );
  const isWider = isOwnOnly && row!.isOwnOnly === false;
  if ((row!.isAdmin && !isAdmin) || !row!.isWithin || isWider || permissionsBeyond(tx, row!.permissions).length > 0)
    throw new Refusal(accountRefusal['beyond-own-rights']);
}

/**
 * Returns the accounts, including the caller's, that see no lot beyond the caller's lots; null when the caller is not
 * limited to lots and so sees every account.
 */
export async function accountsWithin(tx: TenantTx): Promise<{ id: string; account: string }[] | null> {
  if (tx.who.lotIds === null) return null;
  return tx.query<{ id: string; account: string }>(
    'select id, account from account where tenant_id = $1 and (id = $2 or account_lots(tenant_id, id) <@ $3::uuid[])',
    [tx.tenantId, tx.who.userId, tx.who.lotIds],
  );
}

/** Locks the administrator role, so that two administrators cannot leave at the same time. */
export async function lockAdmins(tx: TenantTx): Promise<void> {
  await tx.query('select 1 from role where tenant_id = $1 and is_admin order by id for update', [tx.tenantId]);
}

/** Throws `last-admin` unless an active administrator of all lots who can sign in remains. */
export async function requireAdminLeft(tx: TenantTx): Promise<void> {
  const rows = await tx.query(
    `select 1 from account a
     join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id and r.is_admin
     where a.tenant_id = $1 and a.state = 'active' and a.has_all_lots and not a.is_support and a.password_hash <> '' limit 1`,
    [tx.tenantId],
  );
  if (rows.length === 0) throw new Refusal(accountRefusal['last-admin']);
}
