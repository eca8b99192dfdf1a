import { Refusal } from '@boyun/kernel/contract';
import { hashToken, type Kernel, newToken, systemWho, type TenantTx } from '@boyun/kernel/server';
import { tenantRefusal } from './tenant.contract.ts';
import { staffIn } from './tenant-change.service.ts';

/** How long the address of an export can be opened. */
const VALID_MS = 60_000;

/** An entry about a tenant in the log of the platform. */
interface PlatformEntry {
  readonly action: string;
  readonly after?: object;
}

/**
 * Writes an entry about the tenant of a transaction above tenants into the log of the platform, under the name of the
 * caller. Does nothing where the installation has no platform.
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
  await tx.beside(who, async (above) =>
    above.audit({ action, subjectKind: 'tenant', subjectId: `${tx.tenantId}`, subject: `${name} ${code}`, after }),
  );
}

/** An address that gives an export of a tenant once, and the consent it rests on. */
interface ExportAddress {
  readonly url: string;
  readonly grantedByName: string;
  readonly expiresAt: Date;
}

/**
 * Makes the address of an export of a tenant, good for one download within a minute and while the tenant's consent is in
 * force. It replaces an address made before. Throws `no-export-consent`.
 */
export function makeExportAddress(above: TenantTx, tenantId: number): Promise<ExportAddress> {
  return above.beside(staffIn(tenantId, above.who), async (tx) => {
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
 * Takes the key of an export's address away and records the download in the logs of the tenant and of the platform. Returns
 * false for a key that was used, is too old, or whose consent was withdrawn or is over.
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
      const action = 'tenant.export-downloaded';
      await tx.beside({ ...systemWho(tenantId, `platform:${account}`), name, address }, async (own) => {
        own.audit({ action, subjectKind: 'tenant', subjectId: `${tenantId}`, after: { grantedByName } });
        own.emit({ kind: action, data: { tenantId } });
        await auditOnPlatform(own, { action, after: { grantedByName } });
      });
      return true;
    },
    { isAboveTenants: true },
  );
}
