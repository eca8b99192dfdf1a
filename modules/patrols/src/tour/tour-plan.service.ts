import { nextTime } from '@boyun/domain/plan-time';
import { zoneOfLot } from '@boyun/facilities/server';
import { type Kernel, type Sweep, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { findCar } from '../car/patrol-car.queries.ts';
import type { Route } from '../route/patrol-route.queries.ts';
import { type EndedTour, finishTour, makePlanned } from './patrol-tour.service.ts';
import { tourMissed } from './patrol-tour-event.contract.ts';

/** A tour of whose car nothing was heard for this long is over. */
const SILENT_HOURS = 2;

type DueRoute = Route & { readonly days: readonly number[]; readonly startsAt: string; readonly nextAt: Date };

async function planTours(tx: TenantTx): Promise<void> {
  const due = await tx.query<DueRoute>(
    `select id, name, car_id, lot_ids, expected_minutes, grace_minutes, is_enabled, days, starts_at, next_at
     from patrol_route where tenant_id = $1 and is_enabled and next_at <= $2 for update skip locked`,
    [tx.tenantId, tx.now],
  );
  for (const route of due) {
    const car = await findCar(tx, route.carId);
    const isBegun = await tx.query(
      `select from patrol_tour where tenant_id = $1 and route_id = $2 and started_at <= $3
         and started_at > $3::timestamptz - make_interval(mins => $4) limit 1`,
      [tx.tenantId, route.id, route.nextAt, route.graceMinutes],
    );
    // Somebody who began a little early drives the planned one.
    if (car?.isEnabled && isBegun.length === 0) await makePlanned(tx, car, route, route.nextAt);
    const zone = await zoneOfLot(tx, route.lotIds[0]!);
    const next = nextTime({ ...route, everyDays: 1 }, route.nextAt, tx.now, zone);
    await tx.query('update patrol_route set next_at = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      route.id,
      next,
    ]);
  }
}

async function markMissed(tx: TenantTx): Promise<void> {
  const missed = await tx.query<EndedTour & { plannedAt: Date }>(
    `update patrol_tour t set state = 'missed' from patrol_car c
     where t.tenant_id = $1 and t.state = 'planned' and t.begin_by < $2 and c.tenant_id = t.tenant_id and c.id = t.car_id
     returning t.id, t.car_id, c.name as "carName", t.name, t.planned_at`,
    [tx.tenantId, tx.now],
  );
  for (const { id, carId, carName, name, plannedAt } of missed)
    tx.emit(tourMissed, { subjectId: id, data: { tourId: id, carId, carName, name, plannedAt } });
}

const SILENT = `t.state = 'driving' and greatest(c.last_seen_at, t.started_at) <`;

async function endSilent(tx: TenantTx): Promise<void> {
  const silent = await tx.query<EndedTour & { heardAt: Date }>(
    `select t.id, t.car_id, c.name as "carName", t.name, greatest(c.last_seen_at, t.started_at) as "heardAt"
     from patrol_tour t join patrol_car c on c.tenant_id = t.tenant_id and c.id = t.car_id
     where t.tenant_id = $1 and ${SILENT} $2::timestamptz - interval '${SILENT_HOURS} hours' for update of t skip locked`,
    [tx.tenantId, tx.now],
  );
  for (const tour of silent) await finishTour(tx, tour, tour.heardAt, 'silence');
}

/** Makes the tours that are due by plan, marks those that were missed, and ends those of which nothing was heard any longer. */
export const patrolSweep: Sweep = {
  name: 'patrol-tours',
  everySeconds: 60,
  async run(kernel: Kernel) {
    const now = kernel.clock.now();
    const sql = `select tenant_id from patrol_route where is_enabled and next_at <= $1
      union select tenant_id from patrol_tour where state = 'planned' and begin_by < $1
      union select t.tenant_id from patrol_tour t join patrol_car c on c.tenant_id = t.tenant_id and c.id = t.car_id
        where ${SILENT} $1::timestamptz - interval '${SILENT_HOURS} hours'`;
    await sweepTenants(kernel, { sql, values: [now] }, async (tx) => {
      await planTours(tx);
      await markMissed(tx);
      await endSilent(tx);
    });
  },
};
