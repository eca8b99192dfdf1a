import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import { insertAccount, type NewAccount } from '../account/account.service.ts';
import { insertStandardRoles } from '../role/role.service.ts';
import { type Plan, writeTenant } from './tenant-change.service.ts';

/** A new tenant with its standard roles, and with its first administrator if one is given. */
export interface NewTenant {
  readonly code: string;
  readonly name: string;
  readonly kind: 'platform' | 'operator';
  /** IANA zone; Asia/Shanghai where not given. */
  readonly timeZone?: string;
  readonly admin?: Pick<NewAccount, 'account' | 'password' | 'name' | 'hasToChangePassword'>;
  readonly plan?: Partial<Plan>;
  /** Whether its payments are simulated; false where not given. */
  readonly isTrial?: boolean;
}

type Making = Pick<Kernel, 'database' | 'contracts'>;

/**
 * Makes a tenant with its standard roles in a transaction above tenants and answers its id; throws `duplicate` and
 * `weak-password`. Its own logs name `by`, by default the product itself.
 */
export async function insertTenant(
  { contracts }: Pick<Kernel, 'contracts'>,
  tx: TenantTx,
  input: NewTenant,
  by: (tenantId: number) => Who = systemWho,
): Promise<number> {
  const { code, name, kind, plan, admin } = input;
  const [tenant] = await tx.query<{ id: number }>(
    `insert into tenant (code, name, kind, time_zone, created_at, is_trial) values ($1, $2, $3, $4, $5, $6)
     on conflict (code) do nothing
     returning id`,
    [code, name, kind, input.timeZone ?? 'Asia/Shanghai', tx.now, input.isTrial ?? false],
  );
  if (!tenant) throw new Refusal(kernelRefusal.duplicate, { what: code });
  await tx.beside(by(tenant.id), async (own) => {
    await insertStandardRoles(own, contracts);
    if (plan) await writeTenant(own.query, tenant.id, plan);
    if (admin) await insertAccount(own, { ...admin, roles: ['admin'], jobKind: 'admin' });
    const after = { code, name, kind };
    own.audit({ action: 'tenant.created', subjectKind: 'tenant', subjectId: `${tenant.id}`, subject: name, after });
    own.emit({ kind: 'tenant.created', data: after });
  });
  return tenant.id;
}

/** Makes a tenant in a transaction of its own; the refusals of `insertTenant`. */
export function createTenant(kernel: Making, input: NewTenant): Promise<number> {
  return inFirst(kernel, (tx) => insertTenant(kernel, tx, input));
}

/** A transaction above tenants for what is done before there is a tenant to do it in. */
export function inFirst<T>(kernel: Pick<Kernel, 'database'>, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return kernel.database.inTenant(systemWho(0), work, { isAboveTenants: true });
}
