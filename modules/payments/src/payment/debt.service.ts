import { requireLot } from '@boyun/facilities/server';
import type { EmittedEvent, TenantTx } from '@boyun/kernel/server';
import {
  applyPayment,
  lockDebts,
  lockForPayment,
  lockOrder,
  type ParkingOrder,
  unlockOrder,
} from '@boyun/orders/server';

/** Debts of one plate that a payment takes along, and their sum. */
export interface Debts {
  readonly orders: readonly ParkingOrder[];
  readonly sumFen: number;
}

/** No debts. */
export const NO_DEBTS: Debts = { orders: [], sumFen: 0 };

/** All the plate of an order owes beside it, locked. */
export async function debtsBeside(tx: TenantTx, order: ParkingOrder): Promise<Debts> {
  const orders = await lockDebts(tx, order.plate, order.id);
  return { orders, sumFen: orders.reduce((sum, one) => sum + one.dueFen, 0) };
}

/**
 * The debts a driver is asked for with an order: at an exit where the lot says so, and, who pays an old debt, all of them:
 * the entry asks for everything that is owed. Cars on the white list are not held up for it.
 */
export async function debtsAskedWith(tx: TenantTx, order: ParkingOrder): Promise<Debts> {
  if (order.parkingState === 'inside') {
    const lot = await requireLot(tx, order.lotId);
    if (!lot.hasDebtCollection || order.standing === 'white') return NO_DEBTS;
  } else if (order.payState !== 'arrears') return NO_DEBTS;
  return debtsBeside(tx, order);
}

/** Writes down which debts a payment takes along. */
export async function insertDebts(tx: TenantTx, paymentId: string, { orders }: Debts): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(
    `insert into payment_debt (tenant_id, payment_id, order_id, amount_fen)
     select $1, $2, d.id, d.fen from unnest($3::uuid[], $4::bigint[]) as d(id, fen)`,
    [tx.tenantId, paymentId, orders.map((one) => one.id), orders.map((one) => one.dueFen)],
  );
}

/** Locks debts while the driver pays. */
export async function lockDebtsForPayment(tx: TenantTx, { orders }: Debts, until: Date): Promise<void> {
  for (const order of orders) await lockForPayment(tx, order, until);
}

function findTaken(tx: TenantTx, paymentId: string) {
  return tx.query<{ orderId: string; amountFen: number }>(
    `select order_id as "orderId", amount_fen as "amountFen" from payment_debt
     where tenant_id = $1 and payment_id = $2 order by order_id`,
    [tx.tenantId, paymentId],
  );
}

/** What a payment put on one debt. */
export interface PaidDebt {
  readonly order: ParkingOrder;
  readonly appliedFen: number;
  readonly excessFen: number;
  readonly settled: EmittedEvent | null;
}

/** Puts the money of a payment on the debts it took along; what is owed no more by then is an excess. */
export async function payDebts(tx: TenantTx, paymentId: string, method: string, paidAt: Date): Promise<PaidDebt[]> {
  const paid: PaidDebt[] = [];
  for (const { orderId, amountFen } of await findTaken(tx, paymentId)) {
    const order = (await lockOrder(tx, orderId))!;
    const { appliedFen, excessFen, settled } = await applyPayment(tx, order, amountFen, method, paidAt, 0);
    await tx.query(
      'update payment_debt set applied_fen = $4 where tenant_id = $1 and payment_id = $2 and order_id = $3',
      [tx.tenantId, paymentId, orderId, appliedFen],
    );
    paid.push({ order, appliedFen, excessFen, settled });
  }
  return paid;
}

/** Frees the debts of a payment that came to nothing. */
export async function freeDebts(tx: TenantTx, paymentId: string): Promise<void> {
  for (const { orderId } of await findTaken(tx, paymentId)) {
    const order = await lockOrder(tx, orderId);
    if (order) await unlockOrder(tx, order);
  }
}
