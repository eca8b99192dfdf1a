import { payStateOf } from '@boyun/domain/order-life';
import { requireLot } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { findClosedOver, type ParkingOrder } from '../order/order.queries.ts';
import { type Departure, priceOrder } from '../order/order.service.ts';
import { countedOf, recount } from './recount.service.ts';

/** A stay that was closed for want of an exit, and the exit that turned up. `excessFen`: so much more was paid for it. */
export interface FoundExit {
  readonly order: ParkingOrder;
  readonly excessFen: number;
}

/**
 * An exit is told long after a stay was closed as never seen leaving: the car had left there and then. It becomes a stay
 * like any other, with the times and the fee it really had. Where more than that fee was paid already, its money is left
 * for a person to give back, and nothing changes. The lot's row is locked by the caller.
 */
export async function leaveWhereFound(
  tx: TenantTx,
  lotId: string,
  plate: string,
  departure: Departure,
): Promise<FoundExit | null> {
  const order = await findClosedOver(tx, lotId, plate, departure.leftAt);
  if (!order) return null;
  const lot = await requireLot(tx, lotId);
  const quote = await priceOrder(tx, order, departure.leftAt, lot.timeZone);
  if (quote.feeFen < order.paidFen) return { order, excessFen: order.paidFen - quote.feeFen };
  const { feeFen } = quote;
  const { leftAt } = departure;
  const reducedFen = Math.max(0, Math.min(quote.reducedFen, feeFen - order.paidFen));
  const left: ParkingOrder = { ...order, parkingState: 'left', leftAt };
  const dueFen = feeFen - reducedFen - order.paidFen;
  const wasOwed = order.payState === 'arrears' || order.payState === 'settled';
  const payState =
    order.payState === 'paying' ? 'paying' : payStateOf({ ...left, dueFen, wasOwed, isSettled: dueFen <= 0 });
  await tx.query(
    `update parking_order set parking_state = 'left', pay_state = $3, fee_fen = $4, reduced_fen = $5, left_at = $6,
       exit_lane_id = $7, exit_passing_id = $8, exit_picture = $9, exit_type = $10, fee_lines = $11, updated_at = $12
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      order.id,
      payState,
      feeFen,
      reducedFen,
      leftAt,
      departure.laneId,
      departure.passingId,
      departure.picture,
      departure.passType,
      JSON.stringify(quote.lines),
      tx.now,
    ],
  );
  recount(tx, countedOf(order), countedOf(left, feeFen, reducedFen));
  const { id: orderId, plate: named } = order;
  tx.emit({
    kind: 'stay.exit-found',
    lotId,
    subjectId: orderId,
    data: { orderId, plate: named, leftAt, feeFen, reducedFen, paidFen: order.paidFen, feeBeforeFen: order.feeFen },
  });
  return { order: left, excessFen: 0 };
}
