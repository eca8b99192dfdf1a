import type { TenantTx } from '@boyun/kernel/server';

/** A route as rounds are made from it. */
export interface Route {
  readonly id: string;
  readonly name: string;
  readonly lotIds: readonly string[];
  readonly inspectorIds: readonly string[];
  readonly expectedMinutes: number;
  readonly items: string;
  readonly isEnabled: boolean;
}

/** A stop with the names of its lot and place. */
export interface RouteStop {
  readonly routeId: string;
  readonly place: number;
  readonly lotId: string;
  readonly lotName: string;
  readonly garageId: string | null;
  readonly garageName: string | null;
  readonly gateId: string | null;
  readonly gateName: string | null;
  readonly laneId: string | null;
  readonly laneName: string | null;
  readonly zoneName: string | null;
  readonly items: string | null;
}

/** Returns a route of the tenant, kept as it is until the transaction ends; null where there is none. */
export async function findRoute(tx: TenantTx, id: string): Promise<Route | null> {
  const [row] = await tx.query<Route>(
    `select id, name, lot_ids, inspector_ids, expected_minutes, items, is_enabled
     from inspection_route where tenant_id = $1 and id = $2 for share`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the stops of routes in order. */
export function findStops(tx: TenantTx, routeIds: readonly string[]): Promise<RouteStop[]> {
  return tx.query<RouteStop>(
    `select s.route_id, s.place, s.lot_id, l.name as "lotName", s.garage_id, a.name as "garageName", s.gate_id,
       g.name as "gateName", s.lane_id, n.name as "laneName", s.zone_name, s.items
     from inspection_route_stop s
     join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
     left join garage_fact a on a.tenant_id = s.tenant_id and a.id = s.garage_id
     left join gate_fact g on g.tenant_id = s.tenant_id and g.id = s.gate_id
     left join lane_fact n on n.tenant_id = s.tenant_id and n.id = s.lane_id
     where s.tenant_id = $1 and s.route_id = any($2::uuid[]) order by s.route_id, s.place`,
    [tx.tenantId, routeIds],
  );
}

/** Which of these places are in these lots: one flag for each. */
export async function areInLots(
  tx: TenantTx,
  places: readonly { lotId: string; garageId: string | null; gateId: string | null; laneId: string | null }[],
): Promise<boolean[]> {
  const rows = await tx.query<{ isIn: boolean }>(
    `select (p.garage_id is null or exists (select from garage_fact a
           where a.tenant_id = $1 and a.id = p.garage_id and a.lot_id = p.lot_id))
         and (p.gate_id is null or exists (select from gate_fact g
           where g.tenant_id = $1 and g.id = p.gate_id and g.lot_id = p.lot_id))
         and (p.lane_id is null or exists (select from lane_fact n
           where n.tenant_id = $1 and n.id = p.lane_id and n.lot_id = p.lot_id)) as "isIn"
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[]) with ordinality as p(lot_id, garage_id, gate_id, lane_id, n)
     order by p.n`,
    [
      tx.tenantId,
      places.map((one) => one.lotId),
      places.map((one) => one.garageId),
      places.map((one) => one.gateId),
      places.map((one) => one.laneId),
    ],
  );
  return rows.map((one) => one.isIn);
}

/** Replaces the stops of a route. */
export async function replaceStops(
  tx: TenantTx,
  routeId: string,
  stops: readonly Pick<RouteStop, 'lotId' | 'garageId' | 'gateId' | 'laneId' | 'zoneName' | 'items'>[],
): Promise<void> {
  await tx.query('delete from inspection_route_stop where tenant_id = $1 and route_id = $2', [tx.tenantId, routeId]);
  await tx.query(
    `insert into inspection_route_stop (tenant_id, route_id, place, lot_id, garage_id, gate_id, lane_id, zone_name, items)
     select $1, $2, s.n, s.lot_id, s.garage_id, s.gate_id, s.lane_id, s.zone_name, s.items
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[]) with ordinality
       as s(lot_id, garage_id, gate_id, lane_id, zone_name, items, n)`,
    [
      tx.tenantId,
      routeId,
      stops.map((one) => one.lotId),
      stops.map((one) => one.garageId),
      stops.map((one) => one.gateId),
      stops.map((one) => one.laneId),
      stops.map((one) => one.zoneName),
      stops.map((one) => one.items),
    ],
  );
}
