import type { TenantTx } from '@boyun/kernel/server';

/** The lanes looked after from some booths, by name. */
export function findSentryLanes(tx: TenantTx, sentryIds: readonly string[]) {
  return tx.query<{ sentryId: string; laneId: string; name: string }>(
    `select s.sentry_id as "sentryId", l.id as "laneId", l.name
     from sentry_lane s join lane l on l.tenant_id = s.tenant_id and l.id = s.lane_id
     where s.tenant_id = $1 and s.sentry_id = any($2::uuid[]) order by l.name, l.id`,
    [tx.tenantId, sentryIds],
  );
}

/** Who is on duty in some booths. */
export function findOnDuty(tx: TenantTx, sentryIds: readonly string[]) {
  return tx.query<{ sentryId: string; name: string }>(
    `select s.sentry_id as "sentryId", a.name
     from shift s join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
     where s.tenant_id = $1 and s.sentry_id = any($2::uuid[]) and s.state = 'open'`,
    [tx.tenantId, sentryIds],
  );
}

/** Lanes with their lot, and the other booth they are looked after from. */
export function findLanesFor(tx: TenantTx, laneIds: readonly string[], sentryId: string) {
  return tx.query<{ id: string; name: string; lotId: string; otherSentry: string | null }>(
    `select l.id, l.name, l.lot_id as "lotId", o.name as "otherSentry"
     from lane l
     left join sentry_lane s on s.tenant_id = l.tenant_id and s.lane_id = l.id and s.sentry_id <> $3
     left join sentry o on o.tenant_id = s.tenant_id and o.id = s.sentry_id
     where l.tenant_id = $1 and l.id = any($2::uuid[])`,
    [tx.tenantId, laneIds, sentryId],
  );
}

/** Makes these the lanes of a booth. */
export async function replaceSentryLanes(tx: TenantTx, sentryId: string, laneIds: readonly string[]): Promise<void> {
  await tx.query('delete from sentry_lane where tenant_id = $1 and sentry_id = $2 and lane_id <> all($3::uuid[])', [
    tx.tenantId,
    sentryId,
    laneIds,
  ]);
  await tx.query(
    `insert into sentry_lane (tenant_id, sentry_id, lane_id) select $1, $2, id from unnest($3::uuid[]) as new(id)
     on conflict (tenant_id, lane_id) do nothing`,
    [tx.tenantId, sentryId, laneIds],
  );
}

/** Name and lot of a box. */
export async function findBoxPlace(tx: TenantTx, boxId: string): Promise<{ name: string; lotId: string } | null> {
  const [row] = await tx.query<{ name: string; lotId: string }>(
    'select name, lot_id as "lotId" from box where tenant_id = $1 and id = $2',
    [tx.tenantId, boxId],
  );
  return row ?? null;
}
