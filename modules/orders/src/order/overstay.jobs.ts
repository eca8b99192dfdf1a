import { type Kernel, type Sweep, systemWho } from '@boyun/kernel/server';

const HOUR_MS = 3_600_000;
/** Cars that may stand where they stand: theirs is the spot. */
const STANDING_CARS = "('white', 'vip', 'unit', 'fixed', 'pack')";
const IS_DUE = `not c.is_overstay_told and c.entered_at < $1::timestamptz - l.overstay_hours * interval '1 hour'`;
const OF_LOT = 'l.tenant_id = c.tenant_id and l.id = c.lot_id';

/** Files `stay.overstayed` once for each car on no list that has been inside longer than its lot allows. */
async function tellOverstays(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const tenants = await kernel.database.system<{ tenantId: number }>(
    `select distinct c.tenant_id as "tenantId" from car_inside c join lot l on ${OF_LOT} where ${IS_DUE}`,
    [now],
  );
  for (const { tenantId } of tenants)
    await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
      const cars = await tx.query<{ orderId: string; lotId: string; plate: string; enteredAt: Date }>(
        // Without a second look at the table: who waited for another process sees what that one wrote.
        `update car_inside c set is_overstay_told = true from lot l
         where ${OF_LOT} and ${IS_DUE} and c.tenant_id = $2
         returning c.order_id as "orderId", c.lot_id as "lotId", c.plate, c.entered_at as "enteredAt"`,
        [tx.now, tx.tenantId],
      );
      const orders = await tx.query<{ id: string; laneId: string | null; picture: string | null }>(
        `select id, entry_lane_id as "laneId", entry_picture as picture from parking_order
         where tenant_id = $1 and id = any($2::uuid[]) and standing not in ${STANDING_CARS}`,
        [tx.tenantId, cars.map((one) => one.orderId)],
      );
      const found = new Map(orders.map((one) => [one.id, one]));
      for (const { orderId, lotId, plate, enteredAt } of cars) {
        const order = found.get(orderId);
        if (!order) continue;
        const hours = Math.floor((tx.now.getTime() - enteredAt.getTime()) / HOUR_MS);
        const { laneId, picture } = order;
        tx.emit({
          kind: 'stay.overstayed',
          lotId,
          subjectId: orderId,
          data: { orderId, plate, laneId, picture, hours: String(hours) },
        });
      }
    });
}

/** Looks for cars that stay too long. */
export const overstaySweep: Sweep = { name: 'overstay', everySeconds: 60, run: tellOverstays };
