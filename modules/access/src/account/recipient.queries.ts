import { notFound, type TenantTx } from '@boyun/kernel/server';
import { roleName } from '../role/standard-role.service.ts';

/** An active account with its roles by code, or by name for roles without a code. */
export interface ActiveAccount {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Returns the active accounts of the tenant. */
export function activeAccounts(tx: TenantTx): Promise<ActiveAccount[]> {
  return tx.query<ActiveAccount>(
    `select a.id, a.account, a.name, array(
         select coalesce(r.code, r.name) from account_role ar
         join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
         where ar.tenant_id = a.tenant_id and ar.account_id = a.id) as roles
     from account a where a.tenant_id = $1 and a.state = 'active' and not a.is_support order by a.name, a.account limit 5000`,
    [tx.tenantId],
  );
}

/** Returns the roles of the tenant: id, value (code or name) and display name. */
export async function roleNames(tx: TenantTx): Promise<{ id: string; value: string; name: string }[]> {
  const rows = await tx.query<{ id: string; code: string | null; name: string }>(
    'select id, code, name from role where tenant_id = $1 order by name',
    [tx.tenantId],
  );
  return rows.map((row) => ({ id: row.id, value: row.code ?? row.name, name: roleName(row, tx.who.language) }));
}

/** Returns the readable names of role ids, joined in the language of the caller; null for none. */
export async function namesOfRoles(tx: TenantTx): Promise<(ids: readonly string[]) => string | null> {
  const names = new Map((await roleNames(tx)).map((row) => [row.id, row.name]));
  const comma = tx.who.language === 'zh' ? '、' : ', ';
  return (ids) => (ids.length > 0 ? ids.map((id) => names.get(id) ?? '').join(comma) : null);
}

/** Refuses ids that are no roles of the tenant. */
export async function requireRoles(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await roleNames(tx)).map((row) => row.id));
  if (ids.some((id) => !known.has(id))) throw notFound(tx.who, { zh: '角色', en: 'Role' });
}

/** SQL condition for an account `a` of `account_fact` with one of the roles in a column of ids; every account where it is empty. */
export const withRoles = (column: string) =>
  `(${column} = '{}' or exists (select from account_role_fact ar
    where ar.tenant_id = a.tenant_id and ar.account_id = a.id and ar.role_id = any(${column})))`;

/** An active account that holds a permission. */
export interface Holder {
  readonly id: string;
  readonly name: string;
  readonly isAdmin: boolean;
  /** Its roles by code, or by name for roles without a code. */
  readonly roles: readonly string[];
  /** The lots it sees; null for all. */
  readonly lotIds: readonly string[] | null;
}

/** Returns the active accounts that hold a permission, with what decides which subjects they may act upon. */
export function findHolders(tx: TenantTx, permission: string): Promise<Holder[]> {
  return tx.query<Holder>(
    `select a.id, coalesce(nullif(a.name, ''), a.account) as name, bool_or(r.is_admin) as is_admin,
       array_agg(coalesce(r.code, r.name)) as roles, account_lots(a.tenant_id, a.id) as lot_ids
     from account a
     join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
     where a.tenant_id = $1 and a.state = 'active' and not a.is_support
     group by a.tenant_id, a.id, a.name, a.account
     having bool_or(r.is_admin or $2 = any(r.permissions)) order by 2, a.id limit 5000`,
    [tx.tenantId, permission],
  );
}

/** Returns the ids of the active accounts that hold a permission and see a lot; without a lot, of all that hold it. */
export async function holdersOf(tx: TenantTx, permission: string, lotId: string | null): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct a.id from account a
     join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
     where a.tenant_id = $1 and a.state = 'active' and (r.is_admin or $2 = any(r.permissions))
       and not a.is_support
       and ($3::uuid is null or coalesce($3 = any(account_lots(a.tenant_id, a.id)), true))`,
    [tx.tenantId, permission, lotId],
  );
  return rows.map((one) => one.id);
}
