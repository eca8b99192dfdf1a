import { firstTime } from '@boyun/domain/plan-time';
import { requireLot, zoneOfLot } from '@boyun/facilities/server';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, notFound, serveResource } from '@boyun/kernel/server';
import { patrolCar } from '../car/patrol-car.contract.ts';
import { findCar } from '../car/patrol-car.queries.ts';
import { patrolRoute, patrolRouteRefusal } from './patrol-route.contract.ts';
import { findRouteStops, replaceRouteStops } from './patrol-route.queries.ts';

type Route = Row<typeof patrolRoute>;

const TIME_KEYS = ['days', 'startsAt', 'isEnabled'] as const;

/** Routes: their lots are those of their stops, each once and among the lots of their car; `nextAt` is when the plan comes next. */
export const patrolRouteServer = serveResource(patrolRoute, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Route;
    const lotIds = values.stops?.map((one) => one.lotId) ?? row.lotIds;
    if (new Set(lotIds).size < lotIds.length) throw new Refusal(patrolRouteRefusal.twice);
    const car = await findCar(tx, row.carId);
    if (!car || !coversLots(tx.who, car.lotIds)) throw notFound(tx.who, patrolCar.title);
    const strange = lotIds.find((one) => !car.lotIds.includes(one));
    if (strange) throw new Refusal(patrolRouteRefusal['not-of-car'], { lot: (await requireLot(tx, strange)).name });
    const hasNewTimes =
      !before || TIME_KEYS.some((key) => key in values && String(values[key]) !== String(before[key]));
    if (!hasNewTimes) return { ...values, lotIds };
    const times = { days: row.days as number[], startsAt: row.startsAt, everyDays: 1 };
    const zone = await zoneOfLot(tx, lotIds[0]!);
    return { ...values, lotIds, nextAt: row.startsAt && row.isEnabled ? firstTime(times, tx.now, zone) : null };
  },
  async afterWrite(tx, row) {
    // An update that does not change the stops has none.
    if (row.stops)
      await replaceRouteStops(
        tx,
        row.id,
        row.stops.map((one) => one.lotId),
      );
  },
  async afterRead(tx, rows) {
    const ids = rows.map((one) => one.id);
    const found = Map.groupBy(await findRouteStops(tx, ids), (one) => one.routeId);
    for (const row of rows) row.stops = found.get(row.id) ?? [];
  },
});
