import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { limit, reserveAttempt, resetAttempts } from '../attempt/attempt.service.ts';
import { addRole } from '../role/role.service.ts';
import type { Writer } from '../role/writer.service.ts';
import { accountCreated, passwordChanged } from './account-event.contract.ts';
import type { JobKind } from './job-kind.contract.ts';
import { hashPassword, isPassword, refuseTenantsWeakPassword } from './password.service.ts';
import { signInRefusal } from './sign-in-refusal.contract.ts';

/** A new account. Roles are given by id, code or name; lots null or omitted mean all lots of the tenant. */
export interface NewAccount {
  readonly account: string;
  readonly password: string;
  readonly name: string;
  readonly roles?: readonly string[];
  readonly jobKind?: keyof typeof JobKind;
  readonly lotIds?: readonly string[] | null;
  /** First part of the landing page's path, where it differs from the one for the job. */
  readonly dashboardPath?: string;
  readonly hasToChangePassword?: boolean;
}

/** Inserts an account with its roles and returns its id; throws `weak-password`, `duplicate` or `not-found` (unknown role). */
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

/** Inserts an account, audits it and emits an event; throws what `insertAccount` throws. */
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
  tx.emit(accountCreated, { subjectId: id, data: after });
  return id;
}

/**
 * Creates an account of a tenant in its own transaction, attributed to the product itself: `isAdmin` grants the
 * administrator role, `permissions` a new role with just these.
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

/** Replaces the caller's password; throws `weak-password`, `same-password`, and what `requirePassword` throws. */
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
  tx.emit(passwordChanged, { subjectId: userId, data: { accountId: userId, account } });
}

/** Checks the caller's own password before a dangerous operation; throws `wrong-password`, or `locked` after ten failures. */
export async function requirePassword(
  kernel: Pick<Kernel, 'database' | 'clock'>,
  tx: Pick<TenantTx, 'query' | 'who'>,
  password: string,
): Promise<void> {
  const { tenantId, userId } = tx.who;
  // Counted outside the transaction: the refusal rolls the transaction back, but the count must persist.
  const key = `password ${tenantId} ${userId}`;
  const attempt = await reserveAttempt(kernel, key, limit.account);
  if (attempt.lockedMinutes !== null) throw new Refusal(signInRefusal.locked, { minutes: attempt.lockedMinutes });
  const [row] = await tx.query<{ passwordHash: string }>(
    'select password_hash from account where tenant_id = $1 and id = $2',
    [tenantId, userId],
  );
  if (!(await isPassword(row?.passwordHash ?? null, password))) throw new Refusal(signInRefusal['wrong-password']);
  await resetAttempts(kernel, key);
}
