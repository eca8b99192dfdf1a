import type { TenantTx } from '@boyun/kernel/server';
import { findClosedOver, type ParkingOrder } from '../order/order.queries.ts';
import type { Departure } from '../order/order.service.ts';
import { stayExitFound } from '../order/order-event.contract.ts';
import { writeOrderMoney } from '../order/order-money.service.ts';
import { reprice, writeRepriced } from './correct-order.service.ts';

/** A stay that was closed without an exit, and the exit reported later. `excessFen` is the amount paid beyond its fee. */
export interface FoundExit {
  readonly order: ParkingOrder;
  readonly excessFen: number;
}

/**
 * Handles an exit that is reported after its stay was closed without an exit: the car left at that moment. It becomes a stay
 * like any other, with its actual times and fee. Where more than that fee has been paid already, the order stays unchanged
 * and the excess is left for a person to refund. The caller has locked the lot's row.
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
    // Two reports of the same exit record the excess once.
    await writeOrderMoney(tx, order, { overpaidLeastFen: excessFen });
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
