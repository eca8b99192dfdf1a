import { raiseAlarm } from '@boyun/alarms/server';
import { findVersion } from '@boyun/charging/server';
import { formatYuan } from '@boyun/domain/money';
import { payStateOf } from '@boyun/domain/order-life';
import { type EmittedEvent, eventOf, type TenantTx } from '@boyun/kernel/server';
import { billKindOf, type Settlement } from '@boyun/money/server';
import { countAmount } from '@boyun/reviews/server';
import { lockOrder, type ParkingOrder } from '../order/order.queries.ts';
import { orderSettled } from '../order/order-event.contract.ts';
import { writeOrderMoney } from '../order/order-money.service.ts';
import { holdReductions, promiseReductions } from '../order/reduction.queries.ts';
import { STAY, stayOf } from '../order/stay-bill.service.ts';
import { orderReviews } from '../order-change/order-review.contract.ts';
import { giveBack } from '../order-change/settle-order.service.ts';

/** Stays are paid through their bills; the order shows what was paid, locks while it is being paid and lets its car go. */
export const stayBills = billKindOf<ParkingOrder>({
  credit: () => ({ account: 'revenue', party: STAY }),
  eventKey: 'orderId',
  async lock(tx, orderId) {
    const order = await lockOrder(tx, orderId);
    return order && stayOf(order);
  },
  begun: lockForPayment,
  ended: unlockOrder,
  settled: settleStay,
  async overpaid(tx, { id: orderId, lotId, plate }, { paymentNo, scene, excessFen }) {
    // What a late debit took twice is returned by itself.
    if (scene === 'auto-debit') return;
    await raiseAlarm(tx, {
      kind: 'overpaid',
      severity: 'medium',
      lotId,
      plate,
      orderId,
      description: {
        zh: `流水${paymentNo}多付${formatYuan(excessFen)}元，需退款`,
        en: `Payment ${paymentNo} is ${formatYuan(excessFen)} too much, refund it`,
      },
    });
  },
  refunded: giveBack,
  // No money went back: it no longer counts towards the thresholds of approval.
  refundFailed: (tx, { id: subjectId }, { amountFen }) =>
    countAmount(tx, { kind: orderReviews.refund.name, subjectId, amountFen: -amountFen }),
});

/** How long a driver who has paid inside may take to leave, in milliseconds. */
async function graceMs(tx: TenantTx, { chargeVersionId }: ParkingOrder): Promise<number> {
  const version = chargeVersionId ? await findVersion(tx, chargeVersionId) : null;
  return (version?.tariff.grace?.minutes ?? 0) * 60_000;
}

/**
 * Books a payment of a stay's bill on its order; an excess is kept there to be refunded. Returns the event that
 * nothing is due any more, if so. The order must carry the quote the payer saw (`keepQuote`).
 */
async function settleStay(
  tx: TenantTx,
  order: ParkingOrder,
  { appliedFen, excessFen, channel: method, scene, paidAt }: Settlement,
): Promise<EmittedEvent | null> {
  if (appliedFen === 0) {
    // Nothing was due of the stay itself: it was only held while its debts were paid.
    if (excessFen > 0) await writeOrderMoney(tx, order, { overpaidChangeFen: excessFen });
    await unlockOrder(tx, order);
    return null;
  }
  const dueFen = order.dueFen - appliedFen;
  const isSettled = dueFen <= 0;
  const isInside = order.parkingState === 'inside';
  const paidFen = order.paidFen + appliedFen;
  const payState = isSettled && isInside ? 'paid' : payStateOf({ ...order, paidFen, dueFen, wasOwed: true, isSettled });
  // A settlement of the engine is cumulative and includes reductions.
  const before = order.settlements.reduce((sum, one) => sum + one.amountFen, 0);
  const settlements = isSettled
    ? [...order.settlements, { atMs: paidAt.getTime(), amountFen: paidFen + order.reducedFen - before }]
    : order.settlements;
  const graceUntil = isSettled && isInside ? new Date(paidAt.getTime() + (await graceMs(tx, order))) : null;
  await writeOrderMoney(tx, order, { paidFen, payState, overpaidChangeFen: excessFen });
  await tx.query(
    `update parking_order set settlements = $3, pay_method = $4, paid_at = $5, locked_until = null, grace_until = $6
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, order.id, JSON.stringify(settlements), method, paidAt, graceUntil],
  );
  if (!isSettled) return null;
  await promiseReductions(tx, order);
  const { id: orderId, lotId, plate } = order;
  return eventOf(orderSettled, { lotId, subjectId: orderId, data: { orderId, plate, paidFen, method, scene } });
}

/** Locks an order for the seconds its lot allows while a driver pays. */
async function lockForPayment(tx: TenantTx, order: ParkingOrder, until: Date): Promise<void> {
  await tx.query(
    `update parking_order set pay_state = 'paying', locked_until = $3, updated_at = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, order.id, until, tx.now],
  );
  await holdReductions(tx, order, until);
}

/** Unlocks an order whose payment failed or was closed. */
async function unlockOrder(tx: TenantTx, order: ParkingOrder): Promise<void> {
  const payState = payStateOf({ ...order, wasOwed: false, isSettled: false });
  await tx.query(
    `update parking_order set pay_state = $3, locked_until = null, updated_at = $4
     where tenant_id = $1 and id = $2 and pay_state = 'paying'`,
    [tx.tenantId, order.id, payState, tx.now],
  );
}
