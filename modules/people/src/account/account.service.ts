import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import type { JobKind } from '../employee/employee.contract.ts';
import { addRole } from '../role/role.service.ts';
import { forgetAttempts, limit, reserveAttempt } from '../sign-in/attempt.service.ts';
import { signInRefusal } from '../sign-in/sign-in.contract.ts';
import type { Writer } from '../tenant/writer.service.ts';
import { hashPassword, isPassword, refuseTenantsWeakPassword } from './password.service.ts';

/** A new account; roles by id, code or name, lots null or left out for all of the tenant. */
export interface NewAccount {
  readonly account: string;
  readonly password: string;
  readonly name: string;
  readonly roles?: readonly string[];
  readonly jobKind?: keyof typeof JobKind;
  readonly lotIds?: readonly string[] | null;
  /** First part of the address of the landing page, where it is not what the job is about. */
  readonly dashboardPath?: string;
  readonly hasToChangePassword?: boolean;
}

/** Writes an account with its roles; throws `weak-password`, `duplicate` or `not-found` (of a role). */
export async function insertAccount(tx: Writer, input: NewAccount): Promise<string> {
  await refuseTenantsWeakPassword(tx, input.password);
  const id = tx.newId();
  const written = await tx.query(
    `insert into account (tenant_id, id, created_at, updated_at, account, name, password_hash, password_changed_at,
       must_change_password, job_kind, dashboard_path, has_all_lots, lot_ids)
     values ($1, $2, $3, $3, $4, $5, $6, $3, $7, $8, $9, $10, $11)
     on conflict (tenant_id, lower(account)) where state <> 'left' do nothing
     returning id`,
    [
      tx.tenantId,
      id,
      tx.now,
      input.account,
      input.name,
      await hashPassword(input.password),
      input.hasToChangePassword ?? false,
      input.jobKind ?? null,
      input.dashboardPath ?? null,
      (input.lotIds ?? null) === null,
      input.lotIds ?? [],
    ],
  );
  if (written.length === 0) throw new Refusal(kernelRefusal.duplicate, { what: input.account });
  for (const role of input.roles ?? []) {
    const linked = await tx.query(
      `insert into account_role (tenant_id, account_id, role_id)
       select tenant_id, $2, id from role where tenant_id = $1 and (id::text = $3 or code = $3 or name = $3)
       on conflict do nothing
       returning role_id`,
      [tx.tenantId, id, role],
    );
    if (linked.length === 0) throw new Refusal(kernelRefusal['not-found'], { what: role });
  }
  return id;
}

/** Adds an account and says so to the audit log and the event log; the refusals of `insertAccount`. */
export async function addAccount(tx: TenantTx, input: NewAccount): Promise<string> {
  const id = await insertAccount(tx, input);
  const after = { account: input.account, name: input.name, roles: input.roles ?? [], lotIds: input.lotIds ?? null };
  tx.audit({
    action: 'account.created',
    subjectKind: 'account',
    subjectId: id,
    subject: `${input.name} ${input.account}`,
    after,
  });
  tx.emit({ kind: 'account.created', subjectId: id, data: after });
  return id;
}

/**
 * Makes an account of a tenant in a transaction of its own, as the product itself: `isAdmin` gives it the role of
 * administrators, `permissions` a role of its own.
 */
export async function createAccount(
  kernel: Pick<Kernel, 'database'>,
  tenantId: number,
  input: NewAccount & { readonly isAdmin?: boolean; readonly permissions?: readonly string[] },
): Promise<string> {
  const { isAdmin = false, permissions = [], roles = [], ...account } = input;
  return kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const all = [...roles, ...(isAdmin ? ['admin'] : [])];
    if (permissions.length > 0) all.push(await addRole(tx, { name: input.account, permissions }));
    return addAccount(tx, { ...account, roles: all });
  });
}

/** Gives the caller a new password; throws `weak-password`, `same-password`, and the refusals of `requirePassword`. */
export async function replacePassword(
  kernel: Pick<Kernel, 'database' | 'clock'>,
  tx: TenantTx,
  old: string,
  fresh: string,
  repeat: string,
): Promise<void> {
  await refuseTenantsWeakPassword(tx, fresh, 'PasswordResetCode', repeat);
  await requirePassword(kernel, tx, old);
  if (fresh === old) throw new Refusal(signInRefusal['same-password']);
  await tx.query(
    `update account set password_hash = $3, password_changed_at = $4, must_change_password = false,
       version = version + 1, updated_at = $4
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, tx.who.userId, await hashPassword(fresh), tx.now],
  );
  const { userId, account } = tx.who;
  tx.emit({ kind: 'account.password-changed', subjectId: userId, data: { accountId: userId, account } });
}

/** Asks for the caller's own password before a dangerous act; throws `wrong-password`, or `locked` after ten failures. */
export async function requirePassword(
  kernel: Pick<Kernel, 'database' | 'clock'>,
  tx: Pick<TenantTx, 'query' | 'who'>,
  password: string,
): Promise<void> {
  const { tenantId, userId } = tx.who;
  // Counted outside the transaction: the refusal rolls that back, the count must stay.
  const key = `password ${tenantId} ${userId}`;
  const attempt = await reserveAttempt(kernel, key, limit.account);
  if (attempt.lockedMinutes !== null) throw new Refusal(signInRefusal.locked, { minutes: attempt.lockedMinutes });
  const [row] = await tx.query<{ password_hash: string }>(
    'select password_hash from account where tenant_id = $1 and id = $2',
    [tenantId, userId],
  );
  if (!(await isPassword(row?.password_hash ?? null, password))) throw new Refusal(signInRefusal['wrong-password']);
  await forgetAttempts(kernel, key);
}
