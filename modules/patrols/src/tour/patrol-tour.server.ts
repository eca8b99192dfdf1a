import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, handle, lotCondition, notFound, serveReport } from '@boyun/kernel/server';
import { patrolCar } from '../car/patrol-car.contract.ts';
import { findCar } from '../car/patrol-car.queries.ts';
import { endTour, startTour, tourList, tourRefusal } from './patrol-tour.contract.ts';
import { beginTour, findDriving, finishTour, requireRoute, requireTour } from './patrol-tour.service.ts';
import { getPatrolCars, getTrack, MOST_POINTS, MOST_SIGHTINGS } from './track.contract.ts';
import { findPatrolCars, findPoints, findTourSightings, findTourStops } from './track.queries.ts';

const about = (id: string, carName: string, name: string | null) => ({
  subjectKind: 'patrol-tour',
  subjectId: id,
  subject: name ? `${carName} ${name}` : carName,
});

/** Tours: starting and ending them by hand, their tracks, and where the cars are. */
export const tourServers = [
  handle(startTour, async (tx, { carId, routeId }, act) => {
    const car = await findCar(tx, carId);
    if (!car || !coversLots(tx.who, car.lotIds)) throw notFound(tx.who, patrolCar.title);
    if (!car.isEnabled) throw new Refusal(tourRefusal['car-off']);
    if (await findDriving(tx, carId)) throw new Refusal(tourRefusal.driving);
    const route = routeId ? await requireRoute(tx, car, routeId) : null;
    const { userId, name } = tx.who;
    const driver = userId ? { id: userId, name } : null;
    const tourId = await beginTour(tx, car, route, { at: tx.now, by: 'person', driver });
    act.describe(about(tourId, car.name, route?.name ?? null));
    return { tourId };
  }),
  handle(endTour, async (tx, { tourId }, act) => {
    const tour = await requireTour(tx, tourId, true);
    if (tour.state !== 'driving') throw new Refusal(tourRefusal['not-driving']);
    await finishTour(tx, tour, tx.now, 'person');
    act.describe(about(tourId, tour.carName, tour.name));
    return {};
  }),
  handle(getTrack, async (tx, { tourId }) => {
    await requireTour(tx, tourId, false);
    return {
      points: await findPoints(tx, tourId, MOST_POINTS),
      stops: await findTourStops(tx, tourId),
      sightings: await findTourSightings(tx, tourId, MOST_SIGHTINGS),
    };
  }),
  handle(getPatrolCars, async (tx, { lotId }) => {
    if (lotId) await requireLot(tx, lotId);
    const where = lotCondition(tx.who, 'f').add('f.lot_id = ?', lotId);
    const [open] = await tx.query<{ count: number }>(
      `select count(*)::int as count from patrol_finding f where ${where.sql} and f.state = 'open'`,
      where.values,
    );
    const seen = lotCondition(tx.who, 's').add('s.lot_id = ?', lotId);
    const [last] = await tx.query<{ at: Date | null }>(
      `select s.at from patrol_sighting s where ${seen.sql} order by s.at desc limit 1`,
      seen.values,
    );
    return { cars: await findPatrolCars(tx, lotId), openCount: open!.count, lastVisitAt: last?.at ?? null };
  }),
];

const sum = (table: string, where = 'true') =>
  `(select count(*) from ${table} x where x.tenant_id = t.tenant_id and x.tour_id = t.id and ${where})::int`;

/** When a tour began, or was to begin. */
const AT = 'coalesce(t.started_at, t.planned_at, uuid_time(t.id))';

export const tourListServer = serveReport(tourList, {
  from: 'patrol_tour',
  as: 't',
  lot: "(t.lot_ids <> '{}' and t.lot_ids <@ ?::uuid[])",
  own: 't.driver_id = ?',
  filters: { lotId: 't.lot_ids @> array[?::uuid]' },
  period: AT,
  columns: {
    at: AT,
    minutes: 'round(extract(epoch from t.ended_at - t.started_at) / 60)::int',
    stopCount: sum('patrol_tour_stop'),
    visitedCount: sum('patrol_tour_stop', 'x.visited_at is not null'),
    sightingCount: sum('patrol_sighting'),
    findingCount: sum('patrol_sighting', "x.kinds <> '{}'"),
  },
  order: `(t.state = 'driving') desc, ${AT} desc, t.id`,
});
