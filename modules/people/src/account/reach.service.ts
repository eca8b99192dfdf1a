import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { departmentRefusal } from '../department/department.contract.ts';
import { employeeRefusal } from '../employee/employee.contract.ts';
import { roleRefusal } from '../role/role.contract.ts';

/** Places of a data scope. */
interface Places {
  readonly regionIds: readonly string[];
  readonly areaIds: readonly string[];
  readonly lotIds: readonly string[];
}

/** Nobody grants lots he does not see himself: places must lie within the caller's own; throws `beyond-own-lots`. */
export async function requirePlacesWithin(tx: TenantTx, places: Places): Promise<void> {
  if (tx.who.lotIds === null) return;
  const [row] = await tx.query<{ isWithin: boolean }>(
    'select lots_within($1, $2, $3, $4) <@ $5::uuid[] as "isWithin"',
    [tx.tenantId, places.regionIds, places.areaIds, places.lotIds, tx.who.lotIds],
  );
  // A region or an area may gain lots later: whoever is limited names lots.
  const isOpen = places.regionIds.length + places.areaIds.length > 0;
  if (!row?.isWithin || isOpen) throw new Refusal(departmentRefusal['beyond-own-lots']);
}

/** A role as far as it decides what its holders may do and see. */
interface RoleReach extends Places {
  readonly isAdmin: boolean;
  readonly scope: 'tenant' | 'department' | 'places' | 'own';
  readonly permissions: readonly string[];
}

/**
 * Refuses a caller whose data scope is limited when a role reaches further than he does: in rights, or in rows. A role of
 * chosen lots reaches those. The role of one's own records reaches all lots, that of a department those of any holder.
 * Throws `beyond-own-scope`. Callers with all rows pass; what they may grant is checked by permission alone.
 */
export async function requireRoleWithin(tx: TenantTx, role: RoleReach): Promise<void> {
  const { lotIds, isOwnOnly } = tx.who;
  if (lotIds === null && !isOwnOnly) return;
  const isWithin = role.scope === 'places' ? !isOwnOnly : role.scope === 'own' && lotIds === null;
  if (role.isAdmin || !isWithin || permissionsBeyond(tx, role.permissions).length > 0)
    throw new Refusal(roleRefusal['beyond-own-scope']);
  if (role.scope === 'places') await requirePlacesWithin(tx, role);
}

/** Permissions the caller lacks himself, by name. */
export function permissionsBeyond(tx: TenantTx, permissions: readonly string[]): string[] {
  return tx.who.isAdmin ? [] : permissions.filter((one) => !tx.who.permissions.has(one));
}

/**
 * Nobody manages an account that may do or see more than he himself, or he could take it over; throws `beyond-own-rights`.
 * Asked before a change, and after one that grants.
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
    throw new Refusal(employeeRefusal['beyond-own-rights']);
}

/**
 * The accounts that see no lot beyond those of the caller, himself among them; null where the caller is not limited to lots,
 * so that he sees everyone.
 */
export async function accountsWithin(tx: TenantTx): Promise<{ id: string; account: string }[] | null> {
  if (tx.who.lotIds === null) return null;
  return tx.query<{ id: string; account: string }>(
    'select id, account from account where tenant_id = $1 and (id = $2 or account_lots(tenant_id, id) <@ $3::uuid[])',
    [tx.tenantId, tx.who.userId, tx.who.lotIds],
  );
}

/** Locks the administrators' role, so that two of them cannot leave at once. */
export async function lockAdmins(tx: TenantTx): Promise<void> {
  await tx.query('select 1 from role where tenant_id = $1 and is_admin order by id for update', [tx.tenantId]);
}

/** Somebody must be left who can give rights: an active administrator of all lots who can sign in; throws `last-admin`. */
export async function requireAdminLeft(tx: TenantTx): Promise<void> {
  const rows = await tx.query(
    `select 1 from account a
     join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
     join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id and r.is_admin
     where a.tenant_id = $1 and a.state = 'active' and a.has_all_lots and not a.is_support and a.password_hash <> '' limit 1`,
    [tx.tenantId],
  );
  if (rows.length === 0) throw new Refusal(employeeRefusal['last-admin']);
}
