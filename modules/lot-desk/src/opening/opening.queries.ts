import type { TenantTx } from '@boyun/kernel/server';

/** What exists in a lot; each question ends at the first row found. */
export interface LotParts {
  readonly hasSpots: boolean;
  readonly hasGate: boolean;
  readonly hasLane: boolean;
  readonly hasWayInAndOut: boolean;
  readonly hasSeenCamera: boolean;
  readonly hasStaff: boolean;
}

/** Reads the parts of a lot. A barrier counts its cars against the capacity; a street needs its spots one by one. */
export async function findParts(tx: TenantTx, lotId: string): Promise<LotParts> {
  const [row] = await tx.query<LotParts>(
    `select (l.kind = 'closed' and l.capacity > 0)
         or exists (select from spot_fact s where s.tenant_id = l.tenant_id and s.lot_id = l.id) as "hasSpots",
       exists (select from gate_fact g where g.tenant_id = l.tenant_id and g.lot_id = l.id) as "hasGate",
       exists (select from lane_fact a where a.tenant_id = l.tenant_id and a.lot_id = l.id) as "hasLane",
       exists (select from lane_fact a where a.tenant_id = l.tenant_id and a.lot_id = l.id
           and (a.direction = 'entry' or jsonb_array_length(a.tidal_plan) > 0))
         and exists (select from lane_fact a where a.tenant_id = l.tenant_id and a.lot_id = l.id
           and (a.direction = 'exit' or jsonb_array_length(a.tidal_plan) > 0)) as "hasWayInAndOut",
       exists (select from camera_fact c where c.tenant_id = l.tenant_id and c.lot_id = l.id and c.last_seen_at is not null)
         as "hasSeenCamera",
       exists (select from account_fact a where a.tenant_id = l.tenant_id and a.id is distinct from $3 and not a.is_support)
         as "hasStaff"
     from lot_fact l where l.tenant_id = $1 and l.id = $2`,
    [tx.tenantId, lotId, tx.who.userId],
  );
  return row!;
}
