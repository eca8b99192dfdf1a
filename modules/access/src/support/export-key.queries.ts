import type { TenantTx, Who } from '@boyun/kernel/server';

/** The consent an export of a tenant is based on. */
export interface ExportConsent {
  readonly grantedByName: string;
  readonly expiresAt: Date;
}

/** Keeps the key of an export with the tenant's open consent to it, in place of an earlier one; null without such a consent. */
export async function keepExportKey(
  tx: TenantTx,
  key: { readonly hash: string; readonly until: Date; readonly by: Pick<Who, 'account' | 'name'> },
): Promise<ExportConsent | null> {
  const [grant] = await tx.query<ExportConsent>(
    `update support_grant set export_hash = $3, export_until = $4, exporter = $5, exporter_name = $6
     where tenant_id = $1 and is_export_allowed and ended_at is null and expires_at > $2
     returning granted_by_name, expires_at`,
    [tx.tenantId, tx.now, key.hash, key.until, key.by.account, key.by.name],
  );
  return grant ?? null;
}

/** Takes the key of an export, once, while it and the consent hold; null where they do not. */
export async function takeExportKey(
  tx: TenantTx,
  hash: string,
): Promise<{ exporter: string; exporterName: string; grantedByName: string } | null> {
  const [grant] = await tx.query<{ exporter: string; exporterName: string; grantedByName: string }>(
    `update support_grant set export_hash = null, export_until = null
     where tenant_id = $1 and export_hash = $2 and export_until > $3 and is_export_allowed
       and ended_at is null and expires_at > $3
     returning exporter, exporter_name, granted_by_name`,
    [tx.tenantId, hash, tx.now],
  );
  return grant ?? null;
}
