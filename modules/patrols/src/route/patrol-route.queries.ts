import type { TenantTx } from '@boyun/kernel/server';

/** A route as tours are made from it. */
export interface Route {
  readonly id: string;
  readonly name: string;
  readonly carId: string;
  readonly lotIds: readonly string[];
  readonly expectedMinutes: number;
  readonly graceMinutes: number;
  readonly isEnabled: boolean;
}

/** Returns a route of the tenant, kept as it is until the transaction ends; null where there is none. */
export async function findRoute(tx: TenantTx, id: string): Promise<Route | null> {
  const [row] = await tx.query<Route>(
    `select id, name, car_id, lot_ids, expected_minutes, grace_minutes, is_enabled
     from patrol_route where tenant_id = $1 and id = $2 for share`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the stops of routes in order. */
export function findRouteStops(
  tx: TenantTx,
  routeIds: readonly string[],
): Promise<{ routeId: string; lotId: string; lotName: string }[]> {
  return tx.query(
    `select s.route_id, s.lot_id, l.name as "lotName" from patrol_route_stop s
     join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
     where s.tenant_id = $1 and s.route_id = any($2::uuid[]) order by s.route_id, s.place`,
    [tx.tenantId, routeIds],
  );
}

/** Replaces the stops of a route. */
export async function replaceRouteStops(tx: TenantTx, routeId: string, lotIds: readonly string[]): Promise<void> {
  await tx.query('delete from patrol_route_stop where tenant_id = $1 and route_id = $2', [tx.tenantId, routeId]);
  await tx.query(
    `insert into patrol_route_stop (tenant_id, route_id, place, lot_id)
     select $1, $2, n, lot_id from unnest($3::uuid[]) with ordinality as s(lot_id, n)`,
    [tx.tenantId, routeId, lotIds],
  );
}
