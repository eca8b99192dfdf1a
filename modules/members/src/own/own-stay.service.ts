import { requireLot } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { findByPayCode, priceOrder } from '@boyun/orders/server';
import type { HeldCar } from './holder.service.ts';
import { platesOf } from './holder.service.ts';

/** Lines of a fee that are shown at most. */
const MOST_LINES = 20;

/** Returns where certified cars are parked, with the fee so far. */
export async function findOwnStays(tx: TenantTx, cars: readonly HeldCar[]) {
  const rows = await tx.query<{
    payCode: string;
    spotNumber: string | null;
    areaName: string | null;
    laneName: string | null;
  }>(
    `select o.pay_code, o.spot_number, l.name as "laneName", concat_ws(' ', g.floor, g.name) as "areaName"
     from car_inside_fact c join stay_fact o on o.tenant_id = c.tenant_id and o.id = c.order_id
     left join lane_fact l on l.tenant_id = o.tenant_id and l.id = o.entry_lane_id
     left join spot_fact s on s.tenant_id = o.tenant_id and s.lot_id = o.lot_id and s.number = o.spot_number
     left join garage_fact g on g.tenant_id = s.tenant_id and g.id = s.garage_id
     where c.tenant_id = $1 and c.plate = any($2::text[]) order by o.entered_at desc`,
    [tx.tenantId, platesOf({ cars })],
  );
  const stays = [];
  for (const { payCode, spotNumber, areaName, laneName } of rows) {
    const order = (await findByPayCode(tx, payCode, false))!;
    const lot = await requireLot(tx, order.lotId);
    const quote = await priceOrder(tx, order, tx.now, lot.timeZone);
    stays.push({
      plate: order.plate,
      lotName: lot.name,
      spotNumber,
      areaName: areaName || null,
      laneName,
      enteredAt: order.enteredAt,
      timeZone: lot.timeZone,
      feeFen: quote.feeFen,
      reducedFen: quote.reductions.reduce((sum, one) => sum + one.amountFen, 0),
      paidFen: order.paidFen,
      dueFen: Math.max(0, quote.dueFen),
      graceUntil: order.graceUntil,
      path: `/pay/${payCode}`,
      feeLines: quote.lines.slice(-MOST_LINES).map(({ fromMs, toMs, amountFen, ...words }) => ({
        from: new Date(fromMs),
        to: new Date(toMs),
        amountFen,
        text: words[tx.who.language],
      })),
    });
  }
  return stays;
}

/**
 * Returns what certified cars owe. Stays before the certification may be another person's: their sum counts, and the page that shows when
 * and where they were does not open.
 */
export function findOwnArrears(tx: TenantTx, cars: readonly HeldCar[]) {
  return tx.query<{ plate: string; count: number; sumFen: number; path: string | null }>(
    `select c.plate, count(*)::int as count, sum(o.due_fen)::bigint as "sumFen",
       '/pay/' || min(o.pay_code) filter (where o.entered_at >= c.since) as path
     from unnest($2::text[], $3::timestamptz[]) as c(plate, since)
     join stay_fact o on o.tenant_id = $1 and o.plate = c.plate and o.pay_state = 'arrears'
     group by c.plate order by c.plate`,
    [tx.tenantId, platesOf({ cars }), cars.map((one) => one.since)],
  );
}
