import { endAllSessions, staffIn } from '@boyun/access/server';
import type { EventType } from '@boyun/kernel/contract';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type Query, systemWho, type TenantTx } from '@boyun/kernel/server';
import { tenantRefusal } from './tenant.contract.ts';
import type { tenantUpdated } from './tenant-event.contract.ts';

/** The terms agreed with a tenant. */
export interface Plan {
  readonly name: string;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly expiresAt: Date | null;
  readonly lotQuota: number | null;
  readonly accountQuota: number | null;
  readonly deviceQuota: number | null;
  readonly monthlyFeeFen: number | null;
  readonly lotFeeFen: number | null;
}

/** A tenant as seen by the platform. */
export interface Tenant {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly state: 'active' | 'frozen';
  readonly deletionDueAt: Date | null;
  readonly erasingAt: Date | null;
  readonly pageKeys: string[] | null;
  /** Whether its payments are simulated. */
  readonly isTrial: boolean;
  readonly plan: Plan;
}

const COLUMNS: Readonly<Record<string, string>> = {
  name: 'name',
  contactName: 'contact_name',
  contactPhone: 'contact_phone',
  expiresAt: 'expires_at',
  lotQuota: 'lot_quota',
  accountQuota: 'account_quota',
  deviceQuota: 'device_quota',
  monthlyFeeFen: 'monthly_fee_fen',
  lotFeeFen: 'lot_fee_fen',
  pageKeys: 'page_keys',
  isTrial: 'is_trial',
  state: 'state',
  deletionDueAt: 'deletion_due_at',
  erasingAt: 'erasing_at',
};

/**
 * Reads a tenant the platform manages and, unless `isRead`, locks it against other changes until the end of the
 * transaction; the tenant's own writers are not delayed. Throws `not-found`, `not-platform` for the platform itself, and
 * `is-erasing`.
 */
export async function requireTenant(tx: TenantTx, id: number, { isRead = false } = {}): Promise<Tenant> {
  const [row] = await tx.query<Omit<Tenant, 'plan'> & Plan & { kind: string }>(
    `select id, code, name, kind, state, deletion_due_at, erasing_at, page_keys,
       is_trial, contact_name, contact_phone, expires_at,
       lot_quota, account_quota, device_quota,
       monthly_fee_fen, lot_fee_fen
     from tenant where id = $1 ${isRead ? '' : 'for no key update'}`,
    [id],
  );
  if (!row) throw notFound(systemWho(id), { zh: '租户', en: 'Tenant' });
  if (row.kind === 'platform') throw new Refusal(tenantRefusal['not-platform']);
  if (row.erasingAt) throw new Refusal(tenantRefusal['is-erasing']);
  const { name, contactName, contactPhone, expiresAt, lotQuota, accountQuota, deviceQuota, monthlyFeeFen, lotFeeFen } =
    row;
  return {
    ...row,
    plan: { name, contactName, contactPhone, expiresAt, lotQuota, accountQuota, deviceQuota, monthlyFeeFen, lotFeeFen },
  };
}

/** The values of a tenant that can be changed. */
type TenantValues = Partial<Plan & Pick<Tenant, 'state' | 'deletionDueAt' | 'erasingAt' | 'pageKeys' | 'isTrial'>>;

/** Updates the given values of a tenant. */
export async function writeTenant(query: Query, id: number, values: TenantValues): Promise<void> {
  const keys = Object.keys(values).filter((key) => key in COLUMNS);
  if (keys.length === 0) return;
  await query(
    `update tenant set ${keys.map((key, index) => `${COLUMNS[key]} = $${index + 2}`).join(', ')} where id = $1`,
    [id, ...keys.map((key) => (values as Record<string, unknown>)[key])],
  );
}

/** An event that carries the tenant's id alone. */
type TenantEvent = EventType<(typeof tenantUpdated)['fields']>;

/**
 * Changes a tenant and audits the change and its author in the tenant's own logs, in the transaction of the platform's
 * operation; `endsSessions` also signs out all its accounts.
 */
export async function changeTenant(
  tx: TenantTx,
  { id, name, code }: Tenant,
  type: TenantEvent,
  values: TenantValues = {},
  { endsSessions = false } = {},
): Promise<void> {
  await tx.asTenant(staffIn(id, tx.who), async (own) => {
    await writeTenant(own.query, id, values);
    if (endsSessions) await endAllSessions(own, 'frozen');
    own.audit({ action: type.kind, subjectKind: 'tenant', subjectId: `${id}`, subject: `${name} ${code}` });
    own.emit(type, { data: { tenantId: id } });
  });
}
