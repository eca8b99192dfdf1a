import { zoneOfLot } from '@boyun/facilities/server';
import { reaction, type TenantTx } from '@boyun/kernel/server';
import { lockOrder, type ParkingOrder } from './order.queries.ts';
import { keepQuote } from './order.service.ts';
import { orderReduced, reductionOffered } from './order-event.contract.ts';
import { priceOrder } from './price-order.service.ts';

/**
 * Replaces the quote that is held for a locked order by one with the reductions of this moment, where it is lower: a quote that was shown
 * is never raised while it holds. Does nothing while a payment of the former quote is under way.
 */
export async function renewQuote(tx: TenantTx, order: ParkingOrder): Promise<void> {
  if (order.parkingState !== 'inside' || order.payState === 'paying' || order.quotedAt === null) return;
  const quote = await priceOrder(tx, order, tx.now, await zoneOfLot(tx, order.lotId));
  if (quote.dueFen >= order.dueFen) return;
  keepQuote(tx, order, quote);
  const data = { orderId: order.id, plate: order.plate, dueFen: Math.max(0, quote.dueFen) };
  tx.emit(orderReduced, { lotId: order.lotId, subjectId: order.id, data });
}

/** Renews the quotes of cars that got a reduction after they were quoted: at an exit, or on a phone. */
export const renewQuotes = reaction('renew-quotes', [reductionOffered], {
  isPrompt: true,
  async react(tx, { data }) {
    const inside = await tx.query<{ id: string }>(
      `select order_id as id from car_inside where tenant_id = $1 and plate = any($2::text[]) order by order_id`,
      [tx.tenantId, data.plates],
    );
    for (const { id } of inside) {
      const order = await lockOrder(tx, id);
      if (order) await renewQuote(tx, order);
    }
  },
});
