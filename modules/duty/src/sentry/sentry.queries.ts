import type { TenantTx } from '@boyun/kernel/server';

/** Returns who is on duty in the given booths. */
export function findOnDuty(tx: TenantTx, sentryIds: readonly string[]) {
  return tx.query<{ sentryId: string; name: string }>(
    `select s.sentry_id, a.name
     from shift s join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id
     where s.tenant_id = $1 and s.sentry_id = any($2::uuid[]) and s.state = 'open'`,
    [tx.tenantId, sentryIds],
  );
}

/** Returns name and lot of a box; null when it does not exist. */
export async function findBoxPlace(tx: TenantTx, boxId: string): Promise<{ name: string; lotId: string } | null> {
  const [row] = await tx.query<{ name: string; lotId: string }>(
    'select name, lot_id from box_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, boxId],
  );
  return row ?? null;
}
