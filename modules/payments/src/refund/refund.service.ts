import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { PayChannel, RefundWay, refundStarted } from '@boyun/money/contract';
import {
  beginRefund,
  completeRefund,
  emitRefund,
  findRefundable as findLeft,
  isTrial,
  type Refundable as Left,
  providerOf,
} from '@boyun/money/server';
import { orderRefundAgreed, orderReviews } from '@boyun/orders/contract';
import { lockForChange, type ParkingOrder, recordChange, STAY, stayOf, yuan } from '@boyun/orders/server';
import { type Change, reviewedAct } from '@boyun/reviews/server';
import { storedReturns } from '../stored-value/stored-return.service.ts';
import { refundRefusal } from './refund.contract.ts';

/** The refundable part of one payment of an order, in fen. */
export interface Refundable extends Left {
  readonly leftFen: number;
}

/** Returns the refundable payments of an order. While its car is inside and the fee grows, only the excess is refundable. */
export async function findRefundable(
  tx: TenantTx,
  order: Pick<ParkingOrder, 'id' | 'parkingState'>,
): Promise<Refundable[]> {
  const isOver = order.parkingState === 'left' || order.parkingState === 'no-exit';
  return (await findLeft(tx, STAY, [order.id]))
    .map((one) => {
      const appliedFen = isOver ? one.appliedFen : 0;
      return { ...one, appliedFen, leftFen: appliedFen + one.excessFen };
    })
    .filter((one) => one.leftFen > 0);
}

/** Returns the payment to refund; refuses more than its refundable amount, and a payment simulated in a past trial. */
export async function requireRefundable(
  tx: TenantTx,
  order: ParkingOrder,
  paymentId: string,
  amountFen: number,
): Promise<Refundable> {
  const found = (await findRefundable(tx, order)).find((one) => one.paymentId === paymentId);
  const leftFen = found?.leftFen ?? 0;
  if (!found || amountFen > leftFen) throw new Refusal(refundRefusal['too-much'], { left: formatYuan(leftFen) });
  if (found.channel === 'sandbox' && !(await isTrial(tx))) throw new Refusal(refundRefusal.simulated);
  return found;
}

/** Refuses to pay out money of a wallet: a part of it may have been a gift. */
export function requireWay({ channel }: Pick<Refundable, 'channel'>, way: RefundWay): void {
  if (channel === 'balance' && way !== 'origin') throw new Refusal(refundRefusal['to-wallet']);
}

/** Returns the changes of a refund as text. */
export function refundChanges({ leftFen, channel }: Refundable, amountFen: number, way: RefundWay): Change[] {
  return [
    { label: { zh: '可退金额', en: 'Can go back' }, before: yuan(leftFen), after: yuan(leftFen - amountFen) },
    {
      label: { zh: '支付与退款方式', en: 'Paid and paid back by' },
      before: PayChannel[channel],
      after: RefundWay[way],
    },
  ];
}

/** Requests a refund of an order. */
export const askRefund = reviewedAct<{ orderId: string; paymentId: string; amountFen: number; way: RefundWay }>(
  orderReviews.refund.name,
  async (tx, { orderId, paymentId, amountFen, way }, approval) => {
    const order = await lockForChange(tx, orderId, 'refund');
    const from = await requireRefundable(tx, order, paymentId, amountFen);
    requireWay(from, way);
    const channel = way === 'origin' ? from.channel : way;
    const actor = { id: approval.requestedById, name: approval.requestedBy };
    const refund = await beginRefund(tx, {
      from,
      channel,
      sourceId: channel === 'card' || channel === 'balance' ? from.sourceId : null,
      amountFen,
      lotId: order.lotId,
      plate: order.plate,
      reason: approval.reason,
      reviewId: approval.reviewId,
      actor,
    });
    await recordChange(tx, order, approval, {
      kind: 'refund',
      event: orderRefundAgreed,
      changes: refundChanges(from, amountFen, way),
      data: { amountFen },
    });
    const stay = stayOf(order);
    // A provider is asked once this is committed, and reports later.
    if (providerOf(channel)) return emitRefund(tx, refundStarted, refund, stay.values, { refundOf: from.paymentNo });
    await completeRefund(tx, stay, refund);
    const putBack = tx.slots.byKey(storedReturns).get(channel);
    await putBack?.(tx, {
      refundId: refund.id,
      storeId: refund.sourceId!,
      paymentId: from.paymentId,
      amountFen,
      lotId: order.lotId,
      note: order.orderNo,
      actor,
    });
  },
);
