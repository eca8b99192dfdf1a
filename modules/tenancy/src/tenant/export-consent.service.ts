import { auditOnPlatform, keepExportKey, staffIn, takeExportKey } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { hashToken, type Kernel, newToken, systemWho, type TenantTx } from '@boyun/kernel/server';
import { tenantRefusal } from './tenant.contract.ts';
import { tenantExportDownloaded } from './tenant-event.contract.ts';

/** How long an export address is valid. */
const VALID_MS = 60_000;

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
    const until = new Date(tx.now.getTime() + VALID_MS);
    const grant = await keepExportKey(tx, { hash: hashToken(key), until, by: above.who });
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
      const grant = await takeExportKey(tx, hashToken(key));
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
