import { randomInt } from 'node:crypto';
import { checkPassword } from '@boyun/domain/password';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { hashPassword } from '../account/password.service.ts';
import { lockAdmins, requireAdminLeft, requireReach } from '../account/reach.service.ts';
import { roleName } from '../role/standard-role.service.ts';
import { endSessions } from '../sign-in/session-end.service.ts';
import { employee, employeeRefusal } from './employee.contract.ts';
import { employeeFrozen, employeeUnfrozen, passwordIssued } from './employee-event.contract.ts';

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
  if (!row) throw notFound(tx.who, employee.title);
  await requireReach(tx, id);
  return row;
}

/** Freezes an account and ends its session; throws `not-yourself`, `already-frozen` and `last-admin`. */
export async function freeze(tx: TenantTx, id: string): Promise<ManagedAccount> {
  if (id === tx.who.userId) throw new Refusal(employeeRefusal['not-yourself']);
  await lockAdmins(tx);
  const found = await requireManaged(tx, id);
  if (found.state === 'frozen') throw new Refusal(employeeRefusal['already-frozen']);
  await setState(tx, id, 'frozen');
  await requireAdminLeft(tx);
  await endSessions(tx, id, 'frozen');
  tx.emit(employeeFrozen, { subjectId: id, data: { account: found.account } });
  return found;
}

/** Unfreezes an account; throws `not-frozen`. */
export async function unfreeze(tx: TenantTx, id: string): Promise<ManagedAccount> {
  const found = await requireManaged(tx, id);
  if (found.state !== 'frozen') throw new Refusal(employeeRefusal['not-frozen']);
  await setState(tx, id, 'active');
  tx.emit(employeeUnfrozen, { subjectId: id, data: { account: found.account } });
  return found;
}

/** Retires an account permanently, keeping its row because histories refer to it; throws `not-yourself` and `last-admin`. */
export async function leave(tx: TenantTx, id: string): Promise<void> {
  if (id === tx.who.userId) throw new Refusal(employeeRefusal['not-yourself']);
  await lockAdmins(tx);
  await requireManaged(tx, id);
  await setState(tx, id, 'left');
  await requireAdminLeft(tx);
  await endSessions(tx, id, 'forced');
}

async function setState(tx: TenantTx, id: string, state: 'active' | 'frozen' | 'left'): Promise<void> {
  await tx.query(
    'update account set state = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, id, state, tx.now],
  );
}

/** Issues a new initial password, ends the session and returns the password, which is not stored in plain text. */
export async function issuePassword(tx: TenantTx, id: string): Promise<ManagedAccount & { initialPassword: string }> {
  if (id === tx.who.userId) throw new Refusal(employeeRefusal['not-yourself']);
  const found = await requireManaged(tx, id);
  const initialPassword = makePassword();
  await tx.query(
    `update account set password_hash = $3, password_changed_at = $4, must_change_password = true,
       version = version + 1, updated_at = $4
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, await hashPassword(initialPassword), tx.now],
  );
  await endSessions(tx, id, 'password-reset');
  tx.emit(passwordIssued, { subjectId: id, data: { account: found.account } });
  return { ...found, initialPassword };
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
