import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { inspectionRoute, routeRefusal } from './inspection-route.contract.ts';
import { areInLots, findStops, replaceStops } from './inspection-route.queries.ts';

/** Routes: each place lies in the lot of its stop, and the lots of a route and of its plans are those of its stops. */
export const inspectionRouteServer = serveResource(inspectionRoute, {
  async beforeWrite(tx, values) {
    const { stops } = values;
    if (!stops) return values;
    const lotIds = [...new Set(stops.map((one) => one.lotId))];
    for (const lotId of lotIds) await requireLot(tx, lotId);
    const crowded = stops.findIndex(
      ({ garageId, gateId, laneId, zoneName }) => [garageId, gateId, laneId, zoneName].filter(Boolean).length > 1,
    );
    if (crowded >= 0) throw new Refusal(routeRefusal['two-places'], { stop: crowded + 1 });
    const strange = (await areInLots(tx, stops)).indexOf(false);
    if (strange >= 0) throw new Refusal(routeRefusal.elsewhere, { stop: strange + 1 });
    return { ...values, lotIds };
  },
  async afterWrite(tx, row, before) {
    // An update that does not change the stops has none.
    if (!row.stops) return;
    await replaceStops(tx, row.id, row.stops);
    if (before)
      await tx.query('update inspection_plan set lot_ids = $3 where tenant_id = $1 and route_id = $2', [
        tx.tenantId,
        row.id,
        row.lotIds,
      ]);
  },
  async beforeDelete(tx, row) {
    const [plan] = await tx.query<{ name: string }>(
      'select name from inspection_plan where tenant_id = $1 and route_id = $2 limit 1',
      [tx.tenantId, row.id],
    );
    if (plan) throw new Refusal(routeRefusal['in-plan'], { plan: plan.name });
  },
  async afterRead(tx, rows) {
    const ids = rows.map((one) => one.id);
    const found = Map.groupBy(await findStops(tx, ids), (one) => one.routeId);
    for (const row of rows) {
      row.stops = found.get(row.id) ?? [];
      row.stopCount = row.stops.length;
    }
  },
});
