import type { Output } from '@boyun/kernel/contract';
import { lotCondition, type TenantTx } from '@boyun/kernel/server';
import type { getPatrolCars, getTrack } from './track.contract.ts';

/** Returns the points of a tour in order of time. */
export function findPoints(tx: TenantTx, tourId: string, limit: number): Promise<Output<typeof getTrack>['points']> {
  return tx.query(
    `select at, longitude, latitude, speed_kmh as speed from patrol_position
     where tenant_id = $1 and tour_id = $2 order by at, id limit $3`,
    [tx.tenantId, tourId, limit],
  );
}

/** Returns the lots of a tour in order, with when its car came there. */
export function findTourStops(tx: TenantTx, tourId: string): Promise<Output<typeof getTrack>['stops']> {
  return tx.query(
    `select s.lot_id, l.name, l.longitude, l.latitude, s.visited_at
     from patrol_tour_stop s join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
     where s.tenant_id = $1 and s.tour_id = $2 order by s.place`,
    [tx.tenantId, tourId],
  );
}

/** Returns the plates read on a tour in order of time; where there are too many, those with findings. */
export function findTourSightings(
  tx: TenantTx,
  tourId: string,
  limit: number,
): Promise<Output<typeof getTrack>['sightings']> {
  const where = lotCondition(tx.who, 's').add('s.tour_id = ?', tourId);
  const most = where.place(limit);
  return tx.query(
    `select * from (
       select s.id, s.at, s.plate, s.plate_color, s.longitude, s.latitude, l.name as "lotName", s.spot_number, s.kinds, s.order_id,
         s.picture
       from patrol_sighting s left join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
       where ${where.sql} order by (s.kinds = '{}'), s.at limit ${most}) as seen order by at, id`,
    where.values,
  );
}

const LATELY = "interval '15 minutes'";

/** Returns where the cars of the caller, or those that patrol a lot, were lately. */
export function findPatrolCars(tx: TenantTx, lotId: string | null): Promise<Output<typeof getPatrolCars>['cars']> {
  return tx.query(
    `select c.id, c.name, c.positioned_at as at, c.longitude, c.latitude, c.speed_kmh as speed, t.id as "tourId",
       t.name as "tourName", t.driver_name
     from patrol_car c
     left join patrol_tour t on t.tenant_id = c.tenant_id and t.car_id = c.id and t.state = 'driving'
     where c.tenant_id = $1 and c.is_enabled and c.positioned_at > $2::timestamptz - ${LATELY}
       and ($3::uuid is null or $3 = any(c.lot_ids)) and ($4::uuid[] is null or c.lot_ids <@ $4)
     order by c.name limit 500`,
    [tx.tenantId, tx.now, lotId, tx.who.lotIds],
  );
}
