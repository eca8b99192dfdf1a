import type { TenantTx } from '@boyun/kernel/server';
import { type BillValues, type LockedSubject, setBill } from '@boyun/money/server';
import type { ParkingOrder } from './order.queries.ts';

/** The kind of the bill of a stay. */
export const STAY = 'stay';

/** What the bill of a stay comes to. A void order counts none of its refunds: they reversed the revenue of its bill already. */
function stayBill(
  order: Pick<ParkingOrder, 'id' | 'lotId' | 'plate' | 'parkingState' | 'feeFen' | 'reducedFen' | 'refundedFen'>,
): BillValues {
  const { id: subjectId, lotId, plate, feeFen: grossFen, reducedFen } = order;
  const countedRefundFen = order.parkingState === 'void' ? 0 : order.refundedFen;
  return { kind: STAY, subjectId, number: 1, lotId, plate, grossFen, reducedFen, countedRefundFen };
}

/** A locked order as the subject of its bill. */
export const stayOf = (order: ParkingOrder): LockedSubject<ParkingOrder> => ({
  values: stayBill(order),
  subject: order,
});

/** Sets the bill of a stay to what the order comes to, in a write that is not waited for. A stay that never cost anything has none. */
export function billStay(
  tx: TenantTx,
  order: Parameters<typeof stayBill>[0] & Pick<ParkingOrder, 'paidFen'>,
  before: Pick<ParkingOrder, 'feeFen'> = order,
): void {
  if (order.feeFen === 0 && before.feeFen === 0 && order.paidFen === 0 && order.refundedFen === 0) return;
  tx.deferWrite(setBill(tx, stayBill(order)));
}
