import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { type Kernel, type Query, systemWho } from '@boyun/kernel/server';
import { insertAccount, type NewAccount } from '../account/account.service.ts';
import { insertStandardRoles } from '../role/role.service.ts';
import { type Plan, writeTenant } from './tenant-change.service.ts';
import type { Writer } from './writer.service.ts';

/** A new tenant with its standard roles, and with its first administrator if one is given. */
export interface NewTenant {
  readonly code: string;
  readonly name: string;
  readonly kind: 'platform' | 'operator';
  /** IANA zone; Asia/Shanghai where not given. */
  readonly timeZone?: string;
  readonly admin?: Pick<NewAccount, 'account' | 'password' | 'name' | 'hasToChangePassword'>;
  readonly plan?: Partial<Plan>;
}

type Making = Pick<Kernel, 'database' | 'contracts' | 'clock'>;

/** Writes a tenant in a transaction of the system and answers its id; throws `duplicate` and `weak-password`. */
export async function insertTenant(kernel: Making, query: Query, input: NewTenant): Promise<number> {
  const now = kernel.clock.now();
  const [tenant] = await query<{ id: number }>(
    `insert into tenant (code, name, kind, time_zone, created_at) values ($1, $2, $3, $4, $5)
     on conflict (code) do nothing
     returning id`,
    [input.code, input.name, input.kind, input.timeZone ?? 'Asia/Shanghai', now],
  );
  if (!tenant) throw new Refusal(kernelRefusal.duplicate, { what: input.code });
  const tx: Writer = { query, tenantId: tenant.id, now, newId: () => kernel.database.newId() };
  await insertStandardRoles(tx, kernel.contracts);
  if (input.plan) await writeTenant(query, tenant.id, input.plan);
  if (input.admin) await insertAccount(tx, { ...input.admin, roles: ['admin'], jobKind: 'admin' });
  return tenant.id;
}

/** Files that a tenant was made, in the tenant's own logs. */
export async function announceTenant(kernel: Making, tenantId: number, input: NewTenant): Promise<void> {
  const after = { code: input.code, name: input.name, kind: input.kind };
  await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    tx.audit({ action: 'tenant.created', subjectKind: 'tenant', subjectId: `${tenantId}`, subject: input.name, after });
    tx.emit({ kind: 'tenant.created', data: after });
  });
}

/** Makes a tenant with its standard roles and answers its id; throws `duplicate` and `weak-password`. */
export async function createTenant(kernel: Making, input: NewTenant): Promise<number> {
  const tenantId = await kernel.database.inSystem((query) => insertTenant(kernel, query, input));
  await announceTenant(kernel, tenantId, input);
  return tenantId;
}
