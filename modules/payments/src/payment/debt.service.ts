import { requireLot } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { isFreeStanding } from '@boyun/lists/contract';
import { lockDebts, type ParkingOrder } from '@boyun/orders/server';

/** Debts of one plate included in a payment, and their sum in fen. */
export interface Debts {
  readonly orders: readonly ParkingOrder[];
  readonly sumFen: number;
}

/** No debts. */
export const NO_DEBTS: Debts = { orders: [], sumFen: 0 };

/** Returns the other debts of an order's plate, locked. */
export async function debtsBeside(tx: TenantTx, order: ParkingOrder): Promise<Debts> {
  const orders = await lockDebts(tx, order.plate, order.id);
  return { orders, sumFen: orders.reduce((sum, one) => sum + one.dueFen, 0) };
}

/**
 * The debts a driver is asked for with an order: at an exit where the lot says so, and, who pays an old debt, all of them:
 * the entry asks for everything that is owed. Cars on the white list are not held up for it. A stranger who pays an old debt is asked for
 * those of the same lot alone.
 */
export async function debtsAskedWith(tx: TenantTx, order: ParkingOrder, isStranger = false): Promise<Debts> {
  if (order.parkingState === 'inside') {
    const lot = await requireLot(tx, order.lotId);
    if (!lot.hasDebtCollection || isFreeStanding(order.standing)) return NO_DEBTS;
  } else if (order.payState !== 'arrears') return NO_DEBTS;
  const debts = await debtsBeside(tx, order);
  if (!isStranger || order.parkingState === 'inside') return debts;
  const orders = debts.orders.filter((one) => one.lotId === order.lotId);
  return { orders, sumFen: orders.reduce((sum, one) => sum + one.dueFen, 0) };
}
