import type { TenantTx } from '@boyun/kernel/server';
import { findClosedOver, type ParkingOrder } from '../order/order.queries.ts';
import type { Departure } from '../order/order.service.ts';
import { stayExitFound } from '../order/order-event.contract.ts';
import { reprice, writeRepriced } from './correct-order.service.ts';

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
  const { leftAt } = departure;
  const priced = await reprice(tx, { ...order, parkingState: 'left', leftAt, exitLaneId: departure.laneId });
  const { changed } = priced;
  const { feeFen, reducedFen, chargedFen } = priced.quote;
  const excessFen = order.paidFen - chargedFen;
  if (excessFen > 0) {
    // Two readings of one exit tell of one excess.
    await tx.query(
      'update parking_order set overpaid_fen = greatest(overpaid_fen, $3) where tenant_id = $1 and id = $2',
      [tx.tenantId, order.id, excessFen],
    );
    return { order, excessFen };
  }
  await writeRepriced(tx, order, priced, departure);
  const { id: orderId, plate: named } = order;
  tx.emit(stayExitFound, {
    lotId,
    subjectId: orderId,
    data: { orderId, plate: named, leftAt, feeFen, reducedFen, paidFen: order.paidFen, feeBeforeFen: order.feeFen },
  });
  return { order: changed, excessFen: 0 };
}
