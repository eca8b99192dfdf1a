import { randomInt } from 'node:crypto';
import { checkPassword } from '@boyun/domain/password';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { roleName } from '../role/standard-role.service.ts';
import { accountTitle } from './account-refusal.contract.ts';
import { hashPassword } from './password.service.ts';
import { requireReach } from './reach.service.ts';

// Characters that are easily confused when read aloud or copied by hand are left out.
const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '#@%+=?'] as const;
const PASSWORD_LENGTH = 12;

/** An account as its managers see it. */
export interface ManagedAccount {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly state: 'active' | 'frozen';
}

/** Reads and locks an account the caller may manage; throws `not-found` and `beyond-own-rights`. */
export async function requireManaged(tx: TenantTx, id: string): Promise<ManagedAccount> {
  const [row] = await tx.query<ManagedAccount>(
    `select id, account, name, state from account
     where tenant_id = $1 and id = $2 and state <> 'left' and not is_support for update`,
    [tx.tenantId, id],
  );
  if (!row) throw notFound(tx.who, accountTitle);
  await requireReach(tx, id);
  return row;
}

/** Sets whether an account may sign in; `left` is for good. */
export async function setAccountState(tx: TenantTx, id: string, state: 'active' | 'frozen' | 'left'): Promise<void> {
  await tx.query(
    'update account set state = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, id, state, tx.now],
  );
}

/** Gives an account a new initial password, which is not stored in plain text, and returns it. */
export async function giveInitialPassword(tx: TenantTx, id: string): Promise<string> {
  const initialPassword = makePassword();
  await tx.query(
    `update account set password_hash = $3, password_changed_at = $4, must_change_password = true,
       version = version + 1, updated_at = $4
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, await hashPassword(initialPassword), tx.now],
  );
  return initialPassword;
}

/** Returns a random password that satisfies all password rules, with a character of each class. */
export function makePassword(): string {
  const all = CLASSES.join('');
  for (;;) {
    const drawn = Array.from({ length: PASSWORD_LENGTH }, () => all[randomInt(all.length)]!);
    const password = drawn.join('');
    const isMixed = CLASSES.every((set) => drawn.some((one) => set.includes(one)));
    if (isMixed && !checkPassword(password, password)) return password;
  }
}

/** Returns ids and names of roles by account id, ordered by name. */
export async function rolesOf(
  tx: TenantTx,
  accountIds: readonly string[],
): Promise<Map<string, { ids: string[]; names: string[] }>> {
  const rows = await tx.query<{ id: string; ids: string[]; roles: { code: string | null; name: string }[] }>(
    `select ar.account_id as id, array_agg(r.id order by r.name) as ids,
       jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) order by r.name) as roles
     from account_role ar join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
     where ar.tenant_id = $1 and ar.account_id = any($2::uuid[]) group by ar.account_id`,
    [tx.tenantId, accountIds],
  );
  const named = rows.map(({ id, ids, roles }) => ({
    id,
    ids,
    names: roles.map((one) => roleName(one, tx.who.language)),
  }));
  return new Map(named.map((row) => [row.id, row]));
}

/** Limits accounts to lots. */
export async function limitToLots(tx: TenantTx, ids: readonly string[], lotIds: readonly string[]): Promise<void> {
  await tx.query(
    `update account set has_all_lots = false, region_ids = '{}', area_ids = '{}', lot_ids = $3, version = version + 1, updated_at = $4
     where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, ids, lotIds, tx.now],
  );
}

/** Replaces the roles of an account. */
export async function setRoles(tx: TenantTx, accountId: string, roleIds: readonly string[]): Promise<void> {
  await tx.query('delete from account_role where tenant_id = $1 and account_id = $2 and role_id <> all($3::uuid[])', [
    tx.tenantId,
    accountId,
    roleIds,
  ]);
  await tx.query(
    `insert into account_role (tenant_id, account_id, role_id)
     select $1, $2, unnest($3::uuid[]) on conflict do nothing`,
    [tx.tenantId, accountId, roleIds],
  );
}

/** Returns the number of accounts of the staff, without those that have left. */
export async function countAccounts(tx: TenantTx): Promise<number> {
  const [row] = await tx.query<{ accounts: number }>(
    `select count(*) as accounts from account where tenant_id = $1 and state <> 'left' and not is_support`,
    [tx.tenantId],
  );
  return row!.accounts;
}

/** An account with what it reaches and whether it is signed in. */
export interface Presence {
  readonly id: string;
  readonly hasPassword: boolean;
  readonly lotCount: number | null;
  readonly seenAt: Date | null;
  readonly address: string | null;
}

/** Returns the presence of accounts, by their ids. */
export async function presencesOf(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Presence>> {
  const rows = await tx.query<Presence>(
    `select a.id, a.password_hash <> '' as "hasPassword", cardinality(account_lots(a.tenant_id, a.id)) as "lotCount", s.last_seen_at as "seenAt", s.address
     from account a
     left join session s on s.tenant_id = a.tenant_id and s.account_id = a.id and s.ended_at is null
     where a.tenant_id = $1 and a.id = any($2::uuid[])`,
    [tx.tenantId, ids],
  );
  return new Map(rows.map((one) => [one.id, one]));
}

/** Returns the number of accounts of departments that have not left, by department. */
export async function countByDepartment(tx: TenantTx, departmentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; staff: number }>(
    `select department_id as id, count(*) as staff from account
     where tenant_id = $1 and department_id = any($2::uuid[]) and state <> 'left' group by 1`,
    [tx.tenantId, departmentIds],
  );
  return new Map(rows.map((one) => [one.id, one.staff]));
}

/** Takes former staff out of a department, so that they do not block its deletion. */
export async function releaseFormerStaff(tx: TenantTx, departmentId: string): Promise<void> {
  await tx.query(
    `update account set department_id = null where tenant_id = $1 and department_id = $2 and state = 'left'`,
    [tx.tenantId, departmentId],
  );
}
