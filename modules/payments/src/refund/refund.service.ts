import { formatYuan } from '@boyun/domain/money';
import { Refusal, singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { PayChannel, refundStarted } from '@boyun/money/contract';
import {
  beginRefund,
  completeRefund,
  emitRefund,
  findRefundable as findLeft,
  isTrial,
  type Refundable as Left,
  providerOf,
  type Refund,
} from '@boyun/money/server';
import { orderRefundAgreed, orderReviews } from '@boyun/orders/contract';
import { lockForChange, type ParkingOrder, recordChange, STAY, stayOf, yuan } from '@boyun/orders/server';
import { type Approval, type Change, reviewedAct } from '@boyun/reviews/server';
import { lockCard, moveMoney } from '../card/card.queries.ts';
import { RefundWay, refundRefusal } from './refund.contract.ts';

/** A refund of a stay that goes back into the wallet it was paid from. */
export interface WalletRefund extends Pick<Refund, 'id' | 'amountFen' | 'lotId'> {
  readonly walletId: string;
  readonly paymentId: string;
  readonly note: string;
  readonly actor: { readonly id: string | null; readonly name: string };
}

/** Puts a refund of a stay into its wallet. Filled by the module of wallets. */
export const walletRefunds =
  singleSlot<(tx: TenantTx, refund: WalletRefund) => Promise<void>>('payment.wallet-refunds');

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
    const refund = await beginRefund(tx, {
      from,
      channel,
      sourceId: channel === 'card' || channel === 'balance' ? from.sourceId : null,
      amountFen,
      lotId: order.lotId,
      plate: order.plate,
      reason: approval.reason,
      reviewId: approval.reviewId,
      actor: { id: approval.requestedById, name: approval.requestedBy },
    });
    await recordChange(tx, order, approval, {
      kind: 'refund',
      event: orderRefundAgreed,
      changes: refundChanges(from, amountFen, way),
      data: { amountFen },
    });
    const stay = stayOf(order);
    // A provider is asked once this is committed, and reports later.
    if (providerOf(channel)) return emitRefund(tx, refundStarted, refund, stay.values, from.paymentNo);
    await completeRefund(tx, stay, refund);
    if (channel === 'card') await putBackOnCard(tx, order, refund, approval);
    if (channel === 'balance') await putBackInWallet(tx, order, refund, approval);
  },
);

/** Adds the refund of a stay to the wallet that paid for it. */
async function putBackInWallet(
  tx: TenantTx,
  order: ParkingOrder,
  { id, sourceId, paymentId, amountFen, lotId }: Refund,
  { requestedBy: name, requestedById }: Approval,
): Promise<void> {
  const actor = { id: requestedById, name };
  const refund = { id, walletId: sourceId!, paymentId: paymentId!, amountFen, lotId, note: order.orderNo, actor };
  await tx.slots.find(walletRefunds)!(tx, refund);
}

/** Adds the refund of a stay to the card that paid for it. Refuses a card that was replaced or returned. */
async function putBackOnCard(
  tx: TenantTx,
  order: ParkingOrder,
  { id: refundId, sourceId, amountFen }: Refund,
  { requestedBy, requestedById }: Approval,
): Promise<void> {
  const card = await lockCard(tx, 'id', sourceId!);
  if (card?.state !== 'issued' && card?.state !== 'lost') throw new Refusal(refundRefusal['card-over']);
  await moveMoney(tx, card, {
    kind: 'payment-back',
    amountFen,
    lotId: order.lotId,
    refundId,
    note: order.orderNo,
    actor: { id: requestedById, name: requestedBy },
  });
}
