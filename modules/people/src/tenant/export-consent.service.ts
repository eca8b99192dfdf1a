import { Refusal } from '@boyun/kernel/contract';
import { hashToken, type Kernel, newToken, systemWho, type TenantTx } from '@boyun/kernel/server';
import { tenantRefusal } from './tenant.contract.ts';
import { staffIn } from './tenant-change.service.ts';
import { tenantExportDownloaded } from './tenant-event.contract.ts';

/** How long an export address is valid. */
const VALID_MS = 60_000;

/** An audit entry about a tenant in the log of the platform. */
interface PlatformEntry {
  readonly action: string;
  readonly after?: object;
}

/**
 * Writes an audit entry about the tenant of a transaction above tenants to the platform's log, attributed to the caller.
 * Does nothing where the installation has no platform.
 */
export async function auditOnPlatform(tx: TenantTx, { action, after }: PlatformEntry): Promise<void> {
  const [found] = await tx.query<{ platformId: number; name: string; code: string }>(
    `select p.id as "platformId", t.name, t.code from tenant t join tenant p on p.kind = 'platform' and p.id <> t.id
     where t.id = $1`,
    [tx.tenantId],
  );
  if (!found) return;
  const { platformId, name, code } = found;
  const { account, name: by, address } = tx.who;
  const who = { ...systemWho(platformId, `${code}:${account}`), name: by, address };
  await tx.asTenant(who, async (above) =>
    above.audit({ action, subjectKind: 'tenant', subjectId: `${tx.tenantId}`, subject: `${name} ${code}`, after }),
  );
}

/** A single-use address for an export of a tenant, and the consent it is based on. */
interface ExportAddress {
  readonly url: string;
  readonly grantedByName: string;
  readonly expiresAt: Date;
}

/**
 * Creates the address for an export of a tenant. It is valid for one download within a minute while the tenant's consent
 * is in force, and replaces an earlier address. Throws `no-export-consent`.
 */
export function makeExportAddress(above: TenantTx, tenantId: number): Promise<ExportAddress> {
  return above.asTenant(staffIn(tenantId, above.who), async (tx) => {
    const key = newToken(tenantId);
    const [grant] = await tx.query<Omit<ExportAddress, 'url'>>(
      `update support_grant set export_hash = $3, export_until = $4, exporter = $5, exporter_name = $6
       where tenant_id = $1 and is_export_allowed and ended_at is null and expires_at > $2
       returning granted_by_name as "grantedByName", expires_at as "expiresAt"`,
      [tenantId, tx.now, hashToken(key), new Date(tx.now.getTime() + VALID_MS), above.who.account, above.who.name],
    );
    if (!grant) throw new Refusal(tenantRefusal['no-export-consent']);
    return { ...grant, url: `/api/tenantExport/${tenantId}?k=${key}` };
  });
}

/**
 * Consumes the key of an export address and audits the download in the logs of the tenant and of the platform. Returns
 * false for a key that was used, has expired, or whose consent was withdrawn or has ended.
 */
export function startDownload(
  { database }: Pick<Kernel, 'database'>,
  tenantId: number,
  key: string,
  address: string,
): Promise<boolean> {
  return database.inTenant(
    systemWho(tenantId),
    async (tx) => {
      const [grant] = await tx.query<{ exporter: string; exporterName: string; grantedByName: string }>(
        `update support_grant set export_hash = null, export_until = null
         where tenant_id = $1 and export_hash = $2 and export_until > $3 and is_export_allowed
           and ended_at is null and expires_at > $3
         returning exporter, exporter_name as "exporterName", granted_by_name as "grantedByName"`,
        [tenantId, hashToken(key), tx.now],
      );
      if (!grant) return false;
      const { exporter: account, exporterName: name, grantedByName } = grant;
      const action = tenantExportDownloaded.kind;
      await tx.asTenant({ ...systemWho(tenantId, `platform:${account}`), name, address }, async (own) => {
        own.audit({ action, subjectKind: 'tenant', subjectId: `${tenantId}`, after: { grantedByName } });
        own.emit(tenantExportDownloaded, { data: { tenantId } });
        await auditOnPlatform(own, { action, after: { grantedByName } });
      });
      return true;
    },
    { isAboveTenants: true },
  );
}
