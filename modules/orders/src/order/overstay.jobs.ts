import { raiseAlarm } from '@boyun/alarms/server';
import { type Kernel, type Sweep, sweepTenants } from '@boyun/kernel/server';
import { standingsWhere } from '@boyun/lists/contract';
import { stayOverstayed } from './order-event.contract.ts';

const HOUR_MS = 3_600_000;
const IS_DUE = `not c.is_overstay_told and c.entered_at < $1::timestamptz - l.overstay_hours * interval '1 hour'`;
const OF_LOT = 'l.tenant_id = c.tenant_id and l.id = c.lot_id';

/** Files `stay.overstayed` once for each car on no list that has been inside longer than its lot allows. */
async function tellOverstays(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const sql = `select distinct c.tenant_id from car_inside c join lot_fact l on ${OF_LOT} where ${IS_DUE}`;
  await sweepTenants(kernel, { sql, values: [now] }, async (tx) => {
    const cars = await tx.query<{ orderId: string; lotId: string; plate: string; enteredAt: Date }>(
      // No second query: a process that waited for the lock sees the rows of the process that held it.
      `update car_inside c set is_overstay_told = true from lot_fact l
         where ${OF_LOT} and ${IS_DUE} and c.tenant_id = $2
         returning c.order_id, c.lot_id, c.plate, c.entered_at`,
      [tx.now, tx.tenantId],
    );
    const orders = await tx.query<{ id: string; laneId: string | null; picture: string | null }>(
      `select id, entry_lane_id as "laneId", entry_picture as picture from parking_order
         where tenant_id = $1 and id = any($2::uuid[]) and standing <> all($3::text[])`,
      [tx.tenantId, cars.map((one) => one.orderId), standingsWhere((kind) => kind.hasPlace)],
    );
    const found = new Map(orders.map((one) => [one.id, one]));
    for (const { orderId, lotId, plate, enteredAt } of cars) {
      const order = found.get(orderId);
      if (!order) continue;
      const hours = Math.floor((tx.now.getTime() - enteredAt.getTime()) / HOUR_MS);
      const { laneId, picture } = order;
      const data = { orderId, plate, laneId, picture, hours: String(hours) };
      tx.emit(stayOverstayed, { lotId, subjectId: orderId, data });
      await raiseAlarm(tx, {
        kind: 'overstay',
        severity: 'low',
        lotId,
        laneId,
        plate,
        picture,
        orderId,
        description: {
          zh: `${plate} 已停放${hours}小时，请核实车辆是否仍在场`,
          en: `${plate} has been inside for ${hours} h. Check whether it is still there`,
        },
      });
    }
  });
}

/** Looks for cars that stay too long. */
export const overstaySweep: Sweep = { name: 'overstay', everySeconds: 60, run: tellOverstays };
