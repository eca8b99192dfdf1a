import { type TrackPoint, thinTrack } from '@boyun/domain/track';
import type { Kernel } from '@boyun/kernel/server';
import { type CarContext, findCar, noteCarSeen } from '../car/patrol-car.queries.ts';
import { findToursAt, measure, visitStops } from '../tour/patrol-tour.service.ts';
import { type CarClock, carWho } from './car-clock.service.ts';

/** A position as its car reports it. */
export interface Position {
  readonly happenedAt: Date;
  readonly longitude: number;
  readonly latitude: number;
  readonly speed: number | null;
}

/** How far a place on the kept track may be off, in metres. */
const TOLERANCE_METRES = 8;

type Point = TrackPoint & { readonly deviceMs: number; readonly speed: number | null };

/**
 * Keeps where a car was: corrected by its clock, one point a second, and only those its track needs. Positions reported before change
 * nothing. Returns how many were credible.
 */
export async function takePositions(
  kernel: Kernel,
  car: CarContext,
  clock: CarClock,
  positions: readonly Position[],
): Promise<number> {
  const points = pointsOf(clock, positions);
  return kernel.database.inTenant(carWho(car), async (tx) => {
    // The car's row is locked: its batches are taken one after the other.
    await findCar(tx, car.carId);
    await noteCarSeen(tx, car.carId, clock.offsetMs);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return 0;
    const tours = await findToursAt(tx, car.carId, new Date(first.atMs), new Date(last.atMs));
    const tourAt = ({ atMs }: Point) =>
      tours.find((one) => one.startedAt.getTime() <= atMs && (one.endedAt?.getTime() ?? atMs) >= atMs)?.id ?? null;
    for (const [tourId, driven] of Map.groupBy(points, tourAt)) {
      const kept = thinTrack(driven, TOLERANCE_METRES);
      await tx.query(
        `insert into patrol_position (tenant_id, id, car_id, tour_id, device_at, at, longitude, latitude, speed_kmh)
         select $1, id, $2, $3, device_at, at, longitude, latitude, speed
         from unnest($4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::float8[], $8::float8[], $9::int[])
           as p(id, device_at, at, longitude, latitude, speed)
         on conflict (tenant_id, car_id, device_at) do nothing`,
        [
          tx.tenantId,
          car.carId,
          tourId,
          kept.map(() => tx.newId()),
          kept.map((one) => new Date(one.deviceMs)),
          kept.map((one) => new Date(one.atMs)),
          kept.map((one) => one.longitude),
          kept.map((one) => one.latitude),
          kept.map((one) => one.speed),
        ],
      );
      if (!tourId) continue;
      // By all that was reported: a straight way past a lot has no kept point near it.
      await visitStops(tx, tourId, driven);
      await measure(tx, tourId);
    }
    await tx.query(
      `update patrol_car set positioned_at = $3, longitude = $4, latitude = $5, speed_kmh = $6
       where tenant_id = $1 and id = $2 and (positioned_at is null or positioned_at < $3)`,
      [tx.tenantId, car.carId, new Date(last.atMs), last.longitude, last.latitude, last.speed],
    );
    return points.length;
  });
}

/** The credible points in order of time, one a second at most. */
function pointsOf(clock: CarClock, positions: readonly Position[]): Point[] {
  const bySecond = new Map<number, Point>();
  for (const { happenedAt, longitude, latitude, speed } of positions) {
    const at = clock.correct(happenedAt);
    const second = Math.floor(happenedAt.getTime() / 1000);
    if (at) bySecond.set(second, { deviceMs: second * 1000, atMs: at.getTime(), longitude, latitude, speed });
  }
  return [...bySecond.values()].sort((a, b) => a.atMs - b.atMs);
}
