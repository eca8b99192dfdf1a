import type { ReductionLine } from '@boyun/domain/reduction';
import { addCarsInside } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { type Change, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import type { PayState } from '../order/order.contract.ts';
import { deleteInside, type ParkingOrder } from '../order/order.queries.ts';
import { stayRestored, stayVoided } from '../order/order-event.contract.ts';
import { writeOrderFee } from '../order/order-money.service.ts';
import { recountLength } from '../order/recount.service.ts';
import { reductionsOf } from '../order/reduction.queries.ts';
import {
  FEE,
  lockForChange,
  PLACES,
  recordChange,
  refuseIfInside,
  refuseOverlap,
  STATE,
  standInside,
  yuan,
} from './change-trace.service.ts';
import { orderReviews } from './order-review.contract.ts';

/** Returns the changes of voiding an order as text. */
export const voidChanges = (order: ParkingOrder, feeFen: number): Change[] => [
  { label: STATE, before: PLACES[order.parkingState], after: PLACES.void },
  { label: FEE, before: yuan(feeFen), after: yuan(0) },
];

interface VoidBefore {
  readonly parkingState: 'inside' | 'left' | 'no-exit';
  readonly payState: PayState;
  readonly feeFen: number;
  readonly reducedFen: number;
  readonly reductions: readonly ReductionLine[];
}

/** Voids an order. */
export const askVoid = reviewedAct<{ orderId: string }>(orderReviews.void.name, async (tx, { orderId }, approval) => {
  const order = await lockForChange(tx, orderId, 'void');
  const wasInside = order.parkingState === 'inside';
  const { payState, feeFen, reducedFen, paidFen } = order;
  const parkingState = order.parkingState as VoidBefore['parkingState'];
  const reductions = await reductionsOf(tx, order.id);
  const before: VoidBefore = { parkingState, payState, feeFen, reducedFen, reductions };
  // The running fee of a car inside is not a debt.
  if (!wasInside) refuseMoreThanAgreed(approval, feeFen);
  await tx.query(
    `update parking_order set parking_state = 'void', void_before = $3, void_reason = $4, voided_at = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, order.id, JSON.stringify(before), approval.reason, tx.now],
  );
  await writeOrderFee(tx, order, { ...order, parkingState: 'void', payState: 'free', feeFen: 0, reducedFen: 0 }, []);
  if (wasInside) {
    await deleteInside(tx, order.id);
    await addCarsInside(tx, order.lotId, -1);
  }
  if (parkingState === 'left') recountLength(tx, order, -1);
  await recordChange(tx, order, approval, {
    kind: 'void',
    event: stayVoided,
    changes: voidChanges(order, feeFen),
    ...(wasInside ? { insideChange: -1 } : {}),
    data: { wasInside, wasLeft: parkingState === 'left', feeFen, paidFen, reducedFen },
  });
});

/** Restores a void order to its previous state. */
export const askRestore = reviewedAct<{ orderId: string }>(
  orderReviews.restore.name,
  async (tx, { orderId }, approval) => {
    const order = await lockForChange(tx, orderId, 'restore');
    const before = await restorable(tx, order);
    const wasInside = before.parkingState === 'inside';
    await tx.query(
      `update parking_order set parking_state = $3, void_before = null, void_reason = null, voided_at = null
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, order.id, before.parkingState],
    );
    await writeOrderFee(tx, order, { ...order, ...before }, before.reductions);
    if (wasInside) {
      await standInside(tx, order);
      await addCarsInside(tx, order.lotId, 1);
    }
    if (before.parkingState === 'left') recountLength(tx, order, 1);
    await recordChange(tx, order, approval, {
      kind: 'restore',
      event: stayRestored,
      changes: restoreChanges(before),
      ...(wasInside ? { insideChange: 1 } : {}),
      data: { wasInside, feeFen: before.feeFen, paidFen: order.paidFen, reducedFen: before.reducedFen },
    });
  },
);

/** Returns the previous state of a void order; refuses when its car would be inside twice at one moment. */
export async function restorable(tx: TenantTx, order: ParkingOrder): Promise<VoidBefore> {
  const before = await voidBefore(tx, order);
  if (before.parkingState === 'inside') await refuseIfInside(tx, order, order.plate);
  await refuseOverlap(tx, order);
  return before;
}

async function voidBefore(tx: TenantTx, order: ParkingOrder): Promise<VoidBefore> {
  const [row] = await tx.query<{ before: VoidBefore }>(
    'select void_before as before from parking_order where tenant_id = $1 and id = $2',
    [tx.tenantId, order.id],
  );
  return row!.before;
}

/** Returns the changes of restoring as text. */
export const restoreChanges = (before: VoidBefore): Change[] => [
  { label: STATE, before: PLACES.void, after: PLACES[before.parkingState] },
  { label: FEE, before: yuan(0), after: yuan(before.feeFen) },
];
