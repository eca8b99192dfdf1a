import type { TenantTx } from '@boyun/kernel/server';

/** Who holds a booth of a lot. */
export interface OnDuty {
  readonly sentryName: string;
  readonly holderName: string;
  readonly openedAt: Date;
}

/** Returns who is on duty in the booths of some lots, the longest first. */
export function findOnDuty(tx: TenantTx, lotIds: readonly string[], most: number): Promise<OnDuty[]> {
  return tx.query<OnDuty>(
    `select y.name as "sentryName", a.name as "holderName", s.opened_at
     from shift s
     join sentry y on y.tenant_id = s.tenant_id and y.id = s.sentry_id
     join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id
     where s.tenant_id = $1 and s.lot_id = any($2::uuid[]) and s.state = 'open'
     order by s.opened_at, s.id limit $3`,
    [tx.tenantId, lotIds, most],
  );
}
