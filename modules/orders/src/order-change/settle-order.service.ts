import { formatYuan } from '@boyun/domain/money';
import { payStateOf } from '@boyun/domain/order-life';
import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type Change, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import { orderRefusal } from '../order/order.contract.ts';
import type { ParkingOrder } from '../order/order.queries.ts';
import { endStay } from '../order/order.service.ts';
import { orderClosedByHand, orderWaived, stayRecounted } from '../order/order-event.contract.ts';
import { writeOrderFee, writeOrderMoney } from '../order/order-money.service.ts';
import { priceOrder, waiveDue, waiverLine } from '../order/price-order.service.ts';
import { reductionsOf } from '../order/reduction.queries.ts';
import { lockForChange, PLACES, recordChange, STATE, yuan } from './change-trace.service.ts';
import { orderReviews } from './order-review.contract.ts';

/** Returns the changes of closing by hand as text. */
export const closeChanges = (dueFen: number, isFree: boolean): Change[] => [
  { label: STATE, before: PLACES.inside, after: PLACES['no-exit'] },
  {
    label: { zh: '未付费用', en: 'Not paid' },
    before: yuan(dueFen),
    after: isFree
      ? { zh: '免除', en: 'Let off' }
      : dueFen > 0
        ? { zh: `转为欠费 ${yuan(dueFen).zh}`, en: `Becomes arrears of ${yuan(dueFen).en}` }
        : yuan(0),
  },
];

/**
 * Closes the order of a car whose exit was not recorded, as of the moment it was reported gone, so that the debt is the
 * amount the approvers saw. After a later payment, which shows that the car was still there, it is closed as of now.
 */
export const askClose = reviewedAct<{ orderId: string; isFree: boolean; askedAt: string }>(
  orderReviews.close.name,
  async (tx, { orderId, isFree, askedAt }, approval) => {
    const order = await lockForChange(tx, orderId, 'close');
    const lot = await requireLot(tx, order.lotId);
    const asked = new Date(askedAt);
    const hasPaidSince = order.settlements.some((one) => one.atMs > asked.getTime());
    const leftAt = hasPaidSince || asked < order.enteredAt ? tx.now : asked;
    const quote = await priceOrder(tx, order, leftAt, lot.timeZone);
    const { dueFen } = quote;
    const changeId = tx.newId();
    refuseMoreThanAgreed(approval, dueFen);
    await endStay(
      tx,
      order,
      isFree ? waiveDue(quote, changeId) : quote,
      { laneId: null, passingId: null, picture: null, leftAt, passType: 'stock-take-exit' },
      'no-exit',
    );
    await recordChange(tx, order, approval, {
      id: changeId,
      kind: 'close',
      event: orderClosedByHand,
      changes: closeChanges(dueFen, isFree),
      data: {},
    });
  },
);

/** Returns the changes of a waiver as text. */
export const waiveChanges = (order: ParkingOrder, amountFen: number): Change[] => [
  {
    label: { zh: '待收金额', en: 'Due' },
    before: yuan(order.dueFen),
    after: yuan(order.dueFen - amountFen),
  },
];

/** Waives the debt of an order or a part of it. */
export const askWaive = reviewedAct<{ orderId: string; amountFen: number }>(
  orderReviews.waive.name,
  async (tx, { orderId, amountFen }, approval) => {
    const order = await lockForChange(tx, orderId, 'waive');
    refuseTooMuch(order, amountFen);
    const dueFen = order.dueFen - amountFen;
    const payState = payStateOf({ ...order, dueFen, wasOwed: true, isSettled: dueFen <= 0 });
    const changeId = tx.newId();
    const reductions = await reductionsOf(tx, orderId);
    const changed = { ...order, reducedFen: order.reducedFen + amountFen, payState };
    await writeOrderFee(tx, order, changed, [...reductions, waiverLine(amountFen, changeId)]);
    countReduced(tx, { orderId, lotId: order.lotId, amountFen });
    await recordChange(tx, order, approval, {
      id: changeId,
      kind: 'waive',
      event: orderWaived,
      changes: waiveChanges(order, amountFen),
      data: { amountFen, dueFen },
    });
  },
);

/**
 * Books refunded money on an order: what had paid for its stay counts as refunded and is not owed again, what was overpaid is
 * no longer owed to the payer.
 */
export async function giveBack(
  tx: TenantTx,
  order: ParkingOrder,
  back: { readonly appliedFen: number; readonly excessFen: number },
): Promise<void> {
  const { appliedFen, excessFen } = back;
  const paidFen = order.paidFen - appliedFen;
  const refundedFen = order.refundedFen + appliedFen;
  const payState =
    appliedFen === 0 || order.payState === 'paying'
      ? order.payState
      : payStateOf({ ...order, paidFen, refundedFen, wasOwed: false, isSettled: order.dueFen <= 0 });
  await writeOrderMoney(tx, order, { paidFen, refundedFen, payState, overpaidChangeFen: -(appliedFen + excessFen) });
}

/** Adds a reduction of an ended order to the statistics. */
function countReduced(tx: TenantTx, of: { orderId: string; lotId: string; amountFen: number }): void {
  const { orderId, lotId, amountFen } = of;
  tx.emit(stayRecounted, {
    lotId,
    data: { orderId, metric: 'reduced', dimension: '', count: 1, amountFen, insideChange: 0 },
  });
}

/** Refuses to waive more than is owed. */
export function refuseTooMuch(order: ParkingOrder, amountFen: number): void {
  if (amountFen > order.dueFen) throw new Refusal(orderRefusal['waive-too-much'], { due: formatYuan(order.dueFen) });
}
