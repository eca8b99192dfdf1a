import { systemWho, type TenantTx, type Who } from '@boyun/kernel/server';

/** A member of platform staff as named in the tenant's own logs. */
export function staffIn(tenantId: number, by: Who): Who {
  return { ...systemWho(tenantId, `platform:${by.account}`), name: by.name, address: by.address };
}

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
