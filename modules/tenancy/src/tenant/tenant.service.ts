import { insertAccount, insertStandardRoles, type NewAccount } from '@boyun/access/server';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import { type Plan, writeTenant } from './tenant-change.service.ts';
import { tenantCreated } from './tenant-event.contract.ts';

/** A new tenant with its standard roles, and its first administrator if given. */
export interface NewTenant {
  readonly code: string;
  readonly name: string;
  readonly kind: 'platform' | 'operator';
  /** IANA time zone; defaults to Asia/Shanghai. */
  readonly timeZone?: string;
  readonly admin?: Pick<NewAccount, 'account' | 'password' | 'name' | 'hasToChangePassword'>;
  readonly plan?: Partial<Plan>;
  /** Whether its payments are simulated; defaults to false. */
  readonly isTrial?: boolean;
}

type Making = Pick<Kernel, 'database' | 'contracts'>;

/**
 * Inserts a tenant with its standard roles in a transaction above tenants and returns its id; throws `duplicate` and
 * `weak-password`. Its own logs attribute it to `by`, by default the product itself.
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
  await tx.asTenant(by(tenant.id), async (own) => {
    await insertStandardRoles(own, contracts);
    if (plan) await writeTenant(own.query, tenant.id, plan);
    if (admin) await insertAccount(own, { ...admin, roles: ['admin'], jobKind: 'admin' });
    const after = { code, name, kind };
    own.audit({ action: 'tenant.created', subjectKind: 'tenant', subjectId: `${tenant.id}`, subject: name, after });
    own.emit(tenantCreated, { data: after });
  });
  return tenant.id;
}

/** Creates a tenant in its own transaction; throws what `insertTenant` throws. */
export function createTenant(kernel: Making, input: NewTenant): Promise<number> {
  return inFirst(kernel, (tx) => insertTenant(kernel, tx, input));
}

/** Runs `work` in a transaction above tenants, for work before a tenant exists. */
export function inFirst<T>(kernel: Pick<Kernel, 'database'>, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return kernel.database.inTenant(systemWho(0), work, { isAboveTenants: true });
}
