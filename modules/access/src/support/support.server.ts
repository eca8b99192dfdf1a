import { Refusal } from '@boyun/kernel/contract';
import { handle, handleOnPlatform, hashToken, newToken, type TenantTx, type Who } from '@boyun/kernel/server';
import { endSessions } from '../sign-in/session-end.service.ts';
import { sessionOpened } from '../sign-in/session-event.contract.ts';
import { auditOnPlatform, staffIn } from './platform-staff.service.ts';
import { getSupport, grantSupport, revokeSupport, supportRefusal } from './support.contract.ts';
import { supportGranted, supportRevoked } from './support-event.contract.ts';

interface Grant {
  readonly id: string;
  readonly grantedByName: string;
  readonly grantedAt: Date;
  readonly expiresAt: Date;
  readonly isReadOnly: boolean;
  readonly isExportAllowed: boolean;
  readonly reason: string;
  readonly isOpen: boolean;
}

function grantsOf(tx: TenantTx): Promise<Grant[]> {
  return tx.query<Grant>(
    `select id, granted_by_name, granted_at, expires_at,
       is_read_only, is_export_allowed, reason, ended_at is null and expires_at > $2 as "isOpen"
     from support_grant where tenant_id = $1 order by id desc limit 50`,
    [tx.tenantId, tx.now],
  );
}

/** Ends open consents, or only the expired ones; returns their number. */
async function closeGrants(tx: TenantTx, isOverOnly: boolean): Promise<number> {
  const closed = await tx.query(
    `update support_grant set ended_at = $2, export_hash = null, export_until = null
     where tenant_id = $1 and ended_at is null and (not $3 or expires_at <= $2) returning id`,
    [tx.tenantId, tx.now, isOverOnly],
  );
  return closed.length;
}

/** The tenant's consent to platform support. */
export const supportOperations = [
  handle(getSupport, async (tx) => ({ grants: await grantsOf(tx) })),
  handleOnPlatform(grantSupport, async (tx, { hours, isReadOnly, isExportAllowed, reason }, act) => {
    const [self] = await tx.query<{ isSupport: boolean }>(
      'select is_support from account where tenant_id = $1 and id = $2',
      [tx.tenantId, tx.who.userId],
    );
    if (self?.isSupport) throw new Refusal(supportRefusal['not-by-support']);
    if (isExportAllowed && !tx.who.isAdmin) throw new Refusal(supportRefusal['admin-only-export']);
    await closeGrants(tx, true);
    const expiresAt = new Date(tx.now.getTime() + hours * 3_600_000);
    const id = tx.newId();
    const written = await tx.query(
      `insert into support_grant (tenant_id, id, granted_by, granted_by_name, granted_at, expires_at, is_read_only, reason,
         is_export_allowed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
      [tx.tenantId, id, tx.who.userId, tx.who.name, tx.now, expiresAt, isReadOnly, reason, isExportAllowed],
    );
    if (written.length === 0) throw new Refusal(supportRefusal['already-granted']);
    const after = { expiresAt, isReadOnly, isExportAllowed, reason };
    act.describe({ subjectKind: 'support', subjectId: id, subject: reason, after });
    tx.emit(supportGranted, { subjectId: id, data: { hours, isReadOnly, isExportAllowed } });
    await auditOnPlatform(tx, { action: 'support.granted', after });
    return {};
  }),
  handleOnPlatform(revokeSupport, async (tx, _input, act) => {
    const [open] = (await grantsOf(tx)).filter((one) => one.isOpen);
    if (!open) throw new Refusal(supportRefusal['not-granted']);
    await closeGrants(tx, false);
    const supporters = await tx.query<{ id: string }>('select id from account where tenant_id = $1 and is_support', [
      tx.tenantId,
    ]);
    for (const { id } of supporters) await endSessions(tx, id, 'forced');
    act.describe({ subjectKind: 'support', subjectId: open.id, subject: open.reason, after: undefined });
    tx.emit(supportRevoked, { subjectId: open.id, data: {} });
    await auditOnPlatform(tx, { action: 'support.revoked' });
    return {};
  }),
];

/**
 * Opens a session in a tenant for the caller, a member of the platform's staff, under its open consent, in a transaction
 * above tenants; returns the token, or null without a consent.
 */
export function openSupport(above: TenantTx, tenantId: number): Promise<string | null> {
  const who = staffIn(tenantId, above.who);
  return above.asTenant(who, async (tx) => {
    const [grant] = (await grantsOf(tx)).filter((one) => one.isOpen);
    if (!grant) return null;
    const accountId = await supportAccount(tx, who);
    await endSessions(tx, accountId, 'forced');
    const [id, token] = [tx.newId(), newToken(tenantId)];
    await tx.query(
      `insert into session (tenant_id, id, account_id, token_hash, opened_at, last_seen_at, address, support_grant_id, supporter)
       values ($1, $2, $3, $4, $5, $5, $6, $7, $8)`,
      [tenantId, id, accountId, hashToken(token), tx.now, who.address, grant.id, who.name],
    );
    tx.audit({
      action: 'tenant.support-entered',
      subjectKind: 'support',
      subjectId: grant.id,
      subject: grant.reason,
      after: { supporter: who.name, grantedBy: grant.grantedByName, isReadOnly: grant.isReadOnly },
    });
    tx.emit(sessionOpened, { subjectId: id, data: { accountId, account: who.account } });
    return token;
  });
}

/** Returns the account a supporter acts as in a tenant; it cannot sign in and staff lists omit it. */
async function supportAccount(tx: TenantTx, who: Who): Promise<string> {
  const [known] = await tx.query<{ id: string }>(
    'select id from account where tenant_id = $1 and is_support and account = $2',
    [tx.tenantId, who.account],
  );
  if (known) return known.id;
  const id = tx.newId();
  await tx.query(
    `insert into account (tenant_id, id, created_at, updated_at, account, name, is_support, must_change_password)
     values ($1, $2, $3, $3, $4, $5, true, false)`,
    [tx.tenantId, id, tx.now, who.account, who.name],
  );
  await tx.query(
    `insert into account_role (tenant_id, account_id, role_id) select tenant_id, $2, id from role where tenant_id = $1 and is_admin`,
    [tx.tenantId, id],
  );
  return id;
}
