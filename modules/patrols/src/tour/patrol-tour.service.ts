import { metresBetween, type TrackPoint } from '@boyun/domain/track';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, type TenantTx } from '@boyun/kernel/server';
import type { CarContext } from '../car/patrol-car.queries.ts';
import { findRoute, findRouteStops, type Route } from '../route/patrol-route.queries.ts';
import type { TourEnder, TourStarter } from './patrol-tour.contract.ts';
import { tourList, tourRefusal } from './patrol-tour.contract.ts';
import { tourEnded, tourStarted } from './patrol-tour-event.contract.ts';

/** A tour that is under way or was. */
export interface Tour {
  readonly id: string;
  readonly carId: string;
  readonly carName: string;
  readonly name: string | null;
  readonly routeId: string | null;
  readonly lotIds: readonly string[];
  readonly state: string;
  readonly startedAt: Date | null;
}

const TOUR = `t.id, t.car_id, c.name as "carName", t.name, t.route_id, t.lot_ids, t.state, t.started_at
  from patrol_tour t join patrol_car c on c.tenant_id = t.tenant_id and c.id = t.car_id`;

/** Returns a tour that the caller may see, locked where it will change. */
export async function requireTour(tx: TenantTx, id: string, isLocked: boolean): Promise<Tour> {
  const [row] = await tx.query<Tour & { driverId: string | null }>(
    `select t.driver_id, ${TOUR} where t.tenant_id = $1 and t.id = $2 ${isLocked ? 'for update of t' : ''}`,
    [tx.tenantId, id],
  );
  const { userId, isOwnOnly } = tx.who;
  if (!row || !coversLots(tx.who, row.lotIds) || (isOwnOnly && row.driverId !== userId))
    throw notFound(tx.who, tourList.title);
  return row;
}

/** Returns the tour a car is on, locked; null where it is on none. The caller holds the lock on the car. */
export async function findDriving(tx: TenantTx, carId: string): Promise<Tour | null> {
  const [row] = await tx.query<Tour>(
    `select ${TOUR} where t.tenant_id = $1 and t.car_id = $2 and t.state = 'driving' for update of t`,
    [tx.tenantId, carId],
  );
  return row ?? null;
}

/** Returns the route a tour of a car follows. Refuses one of another car, and one that is out of use. */
export async function requireRoute(tx: TenantTx, car: CarContext, routeId: string): Promise<Route> {
  const route = await findRoute(tx, routeId);
  if (!route || !coversLots(tx.who, route.lotIds)) throw notFound(tx.who, { zh: '巡逻路线', en: 'Patrol route' });
  if (route.carId !== car.carId) throw new Refusal(tourRefusal['not-of-car']);
  if (!route.isEnabled) throw new Refusal(tourRefusal['route-off']);
  return route;
}

interface Start {
  readonly at: Date;
  readonly by: keyof typeof TourStarter;
  readonly driver: { readonly id: string; readonly name: string } | null;
}

/** Begins a tour of a car that is on none: the planned one of the route whose time it is, or a new one. Returns its id. */
export async function beginTour(tx: TenantTx, car: CarContext, route: Route | null, start: Start): Promise<string> {
  const planned = route ? await findPlanned(tx, route.id, start.at) : null;
  const id = planned ?? (await makeTour(tx, car, route, null));
  await tx.query(
    `update patrol_tour set state = 'driving', started_at = $3, started_by = $4, driver_id = $5, driver_name = $6
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, start.at, start.by, start.driver?.id ?? null, start.driver?.name ?? null],
  );
  await adopt(tx, car.carId, id, start.at);
  const data = { tourId: id, carId: car.carId, carName: car.name, name: route?.name ?? null };
  tx.emit(tourStarted, { subjectId: id, data });
  return id;
}

/** The tour that was planned for about this time and not begun. */
async function findPlanned(tx: TenantTx, routeId: string, at: Date): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `select id from patrol_tour where tenant_id = $1 and route_id = $2 and state in ('planned', 'missed')
       and planned_at <= $3 and begin_by >= $3 order by planned_at desc limit 1 for update`,
    [tx.tenantId, routeId, at],
  );
  return row?.id ?? null;
}

/** Makes a tour with its stops: a planned one, or one that begins at once; null where the plan has one for that time already. */
export async function makePlanned(tx: TenantTx, car: CarContext, route: Route, plannedAt: Date): Promise<void> {
  await makeTour(tx, car, route, plannedAt);
}

async function makeTour(tx: TenantTx, car: CarContext, route: Route | null, plannedAt: Date | null): Promise<string> {
  const id = tx.newId();
  const made = await tx.query(
    `insert into patrol_tour (tenant_id, id, car_id, route_id, name, lot_ids, state, planned_at, begin_by, expected_minutes)
     values ($1, $2, $3, $4, $5, $6, 'planned', $7, $7::timestamptz + make_interval(mins => $8), $9)
     on conflict (tenant_id, route_id, planned_at) do nothing returning id`,
    [
      tx.tenantId,
      id,
      car.carId,
      route?.id ?? null,
      route?.name ?? null,
      route?.lotIds ?? car.lotIds,
      plannedAt,
      route?.graceMinutes ?? 0,
      route?.expectedMinutes ?? null,
    ],
  );
  if (made.length === 0) return id;
  const stops = route ? (await findRouteStops(tx, [route.id])).map((one) => one.lotId) : car.lotIds;
  await tx.query(
    `insert into patrol_tour_stop (tenant_id, tour_id, place, lot_id)
     select $1, $2, n, lot_id from unnest($3::uuid[]) with ordinality as s(lot_id, n)`,
    [tx.tenantId, id, stops],
  );
  return id;
}

/** Gives a tour what its car reported before the call that began it arrived. */
async function adopt(tx: TenantTx, carId: string, tourId: string, from: Date): Promise<void> {
  const values = [tx.tenantId, carId, tourId, from];
  await tx.query(
    'update patrol_position set tour_id = $3 where tenant_id = $1 and car_id = $2 and tour_id is null and at >= $4',
    values,
  );
  await tx.query(
    'update patrol_sighting set tour_id = $3 where tenant_id = $1 and car_id = $2 and tour_id is null and at >= $4',
    values,
  );
  const points = await tx.query<{ at: Date; longitude: number; latitude: number }>(
    'select at, longitude, latitude from patrol_position where tenant_id = $1 and tour_id = $2 order by at',
    [tx.tenantId, tourId],
  );
  await visitStops(
    tx,
    tourId,
    points.map((one) => ({ ...one, atMs: one.at.getTime() })),
  );
  await measure(tx, tourId);
}

/** What the end of a tour tells. */
export type EndedTour = Pick<Tour, 'id' | 'carId' | 'carName' | 'name'>;

/** Ends a tour that is under way. */
export async function finishTour(tx: TenantTx, tour: EndedTour, at: Date, by: keyof typeof TourEnder): Promise<void> {
  await tx.query(
    `update patrol_tour set state = 'done', ended_at = greatest($3, started_at), ended_by = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, tour.id, at, by],
  );
  const { carId, carName, name } = tour;
  tx.emit(tourEnded, { subjectId: tour.id, data: { tourId: tour.id, carId, carName, name } });
}

/** So near a car has come to a lot, in metres. */
const NEAR_METRES = 150;

/** Notes the stops of a tour that its car has come near to, by its points in order of time. */
export async function visitStops(tx: TenantTx, tourId: string, points: readonly TrackPoint[]): Promise<void> {
  if (points.length === 0) return;
  const open = await tx.query<{ lotId: string; longitude: number; latitude: number }>(
    `select s.lot_id, l.longitude, l.latitude from patrol_tour_stop s
     join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
     where s.tenant_id = $1 and s.tour_id = $2 and s.visited_at is null and l.longitude is not null and l.latitude is not null`,
    [tx.tenantId, tourId],
  );
  for (const stop of open) {
    const near = points.find((point) => metresBetween(point, stop) <= NEAR_METRES);
    if (near) await visitStop(tx, tourId, stop.lotId, new Date(near.atMs));
  }
}

/** Notes that a car has come to a lot on its tour. */
export async function visitStop(tx: TenantTx, tourId: string, lotId: string, at: Date): Promise<void> {
  await tx.query(
    `update patrol_tour_stop set visited_at = least(visited_at, $4)
     where tenant_id = $1 and tour_id = $2 and lot_id = $3 and (visited_at is null or visited_at > $4)`,
    [tx.tenantId, tourId, lotId, at],
  );
}

/** Sums the length of the way of a tour. */
export async function measure(tx: TenantTx, tourId: string): Promise<void> {
  await tx.query(
    `update patrol_tour set metres = coalesce((
       select sum(sqrt(((latitude - was_latitude) * 111195) ^ 2
         + ((longitude - was_longitude) * 111195 * cos(radians(latitude))) ^ 2))::int
       from (select latitude, longitude, lag(latitude) over way as was_latitude, lag(longitude) over way as was_longitude
         from patrol_position where tenant_id = $1 and tour_id = $2 window way as (order by at, id)) as step), 0)
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, tourId],
  );
}

/** Returns the tours of a car that were under way at some time between two instants. */
export function findToursAt(
  tx: TenantTx,
  carId: string,
  from: Date,
  to: Date,
): Promise<{ id: string; startedAt: Date; endedAt: Date | null }[]> {
  return tx.query(
    `select id, started_at, ended_at from patrol_tour where tenant_id = $1 and car_id = $2
       and started_at <= $4 and (ended_at is null or ended_at >= $3) order by started_at desc limit 50`,
    [tx.tenantId, carId, from, to],
  );
}
