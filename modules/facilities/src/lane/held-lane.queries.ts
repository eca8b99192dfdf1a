import type { TenantTx } from '@boyun/kernel/server';

/** A table whose rows hold lanes, each lane held at most once; `<holder>_lane` stores the pairs. */
export type LaneHolder = 'box' | 'sentry';

/** Returns the lanes of the given holders with their names. */
export function findHeldLanes(tx: TenantTx, holder: LaneHolder, holderIds: readonly string[]) {
  return tx.query<{ holderId: string; laneId: string; name: string }>(
    `select h.${holder}_id as "holderId", l.id as "laneId", l.name
     from ${holder}_lane h join lane l on l.tenant_id = h.tenant_id and l.id = h.lane_id
     where h.tenant_id = $1 and h.${holder}_id = any($2::uuid[]) order by l.name, l.id`,
    [tx.tenantId, holderIds],
  );
}

/** Returns lanes with their lot, and the name of another holder that has them. */
export function findLanesToHold(tx: TenantTx, holder: LaneHolder, laneIds: readonly string[], holderId: string) {
  return tx.query<{ name: string; lotId: string; other: string | null }>(
    `select l.name, l.lot_id, o.name as other
     from lane l
     left join ${holder}_lane h on h.tenant_id = l.tenant_id and h.lane_id = l.id and h.${holder}_id <> $3
     left join ${holder} o on o.tenant_id = h.tenant_id and o.id = h.${holder}_id
     where l.tenant_id = $1 and l.id = any($2::uuid[])`,
    [tx.tenantId, laneIds, holderId],
  );
}

/** Replaces the lanes of a holder. */
export async function replaceHeldLanes(
  tx: TenantTx,
  holder: LaneHolder,
  holderId: string,
  laneIds: readonly string[],
): Promise<void> {
  const values = [tx.tenantId, holderId, laneIds];
  await tx.query(
    `delete from ${holder}_lane where tenant_id = $1 and ${holder}_id = $2 and lane_id <> all($3::uuid[])`,
    values,
  );
  await tx.query(
    `insert into ${holder}_lane (tenant_id, ${holder}_id, lane_id) select $1, $2, id from unnest($3::uuid[]) as new(id)
     on conflict (tenant_id, lane_id) do nothing`,
    values,
  );
}
