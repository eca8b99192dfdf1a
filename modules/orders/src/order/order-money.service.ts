import type { ReductionLine } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import type { ParkingOrder } from './order.queries.ts';
import { holdOf, writeReductions } from './reduction.queries.ts';
import { billStay } from './stay-bill.service.ts';

/** What an order shows of its money; omitted values stay as they are. */
interface OrderMoney {
  readonly paidFen?: number;
  readonly refundedFen?: number;
  readonly payState?: ParkingOrder['payState'];
  /** Added to what is owed back; it never falls below zero. */
  readonly overpaidChangeFen?: number;
  /** The least that is owed back. */
  readonly overpaidLeastFen?: number;
}

/**
 * Copies what was paid, refunded and overpaid from the bill of a stay to its order, where lists and the gate read it. A correction to less
 * than went back lowers the refunded amount of the order alone. The verification compares the paid amount with the bill. The caller has
 * locked the order.
 */
export async function writeOrderMoney(
  tx: TenantTx,
  { id }: Pick<ParkingOrder, 'id'>,
  money: OrderMoney,
): Promise<void> {
  const { paidFen, refundedFen, payState, overpaidChangeFen = 0, overpaidLeastFen = 0 } = money;
  await tx.query(
    `update parking_order set paid_fen = coalesce($3, paid_fen), refunded_fen = coalesce($4, refunded_fen),
       pay_state = coalesce($5, pay_state), overpaid_fen = greatest(overpaid_fen + $6, $7, 0), updated_at = $8
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      id,
      paidFen ?? null,
      refundedFen ?? null,
      payState ?? null,
      overpaidChangeFen,
      overpaidLeastFen,
      tx.now,
    ],
  );
}

/**
 * Writes what an order comes to after an act of a person: its fee, its reductions with their sum, its pay state and its bill. `order` is
 * the locked order before the act, `changed` the order after it. The end of a stay and a quote at the gate write the same in one statement
 * with their other columns, because a car waits for them.
 */
export async function writeOrderFee(
  tx: TenantTx,
  order: ParkingOrder,
  changed: ParkingOrder,
  reductions: readonly ReductionLine[],
): Promise<void> {
  const { feeFen, reducedFen, refundedFen, payState } = changed;
  await tx.query(
    `update parking_order set fee_fen = $3, reduced_fen = $4, refunded_fen = $5, pay_state = $6, updated_at = $7
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, order.id, feeFen, reducedFen, refundedFen, payState, tx.now],
  );
  writeReductions(tx, order, reductions, changed.parkingState === 'inside' ? holdOf(tx) : null);
  billStay(tx, changed, order);
}
