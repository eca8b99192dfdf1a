import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { PayChannel } from '@boyun/orders/contract';
import { giveBack, leaveTrace, lockForChange, lockOrder, type ParkingOrder, yuan } from '@boyun/orders/server';
import { type Approval, type Change, countAmount, reviewedAct } from '@boyun/reviews/server';
import { lockCard, moveMoney } from '../card/card.queries.ts';
import { isTrial } from '../pay-channel/pay-channel.service.ts';
import { book } from '../payment/ledger.service.ts';
import { newPaymentNo } from '../payment/payment.service.ts';
import { RefundWay, refundKind, refundRefusal } from './refund.contract.ts';

/** What of one payment can still go back to who paid an order. */
export interface Refundable {
  readonly paymentId: string;
  readonly paymentNo: string;
  readonly channel: PayChannel;
  readonly cardId: string | null;
  readonly paidAt: Date | null;
  /** What paid for the stay. */
  readonly appliedFen: number;
  /** What was too much. */
  readonly excessFen: number;
  readonly leftFen: number;
}

/**
 * The payments of an order, or that took it along as a debt, with what of them has not gone back yet, nor is about to. What
 * was too much for a debt is given back of the debt: there it is known as overpaid.
 */
const REFUNDABLE = `
  select p.id as "paymentId", p.payment_no as "paymentNo", p.channel, p.card_id as "cardId", p.paid_at as "paidAt",
    (put.applied - back.applied)::bigint as "appliedFen", (put.excess - back.excess)::bigint as "excessFen"
  from (select id, applied_fen as applied, excess_fen - (select coalesce(sum(amount_fen - applied_fen), 0)
        from payment_debt where tenant_id = $1 and payment_id = own.id) as excess
      from payment own where tenant_id = $1 and order_id = $2 and purpose = 'order'
    union all select payment_id, applied_fen, amount_fen - applied_fen from payment_debt
      where tenant_id = $1 and order_id = $2) put
  join payment p on p.tenant_id = $1 and p.id = put.id and p.state = 'succeeded'
  cross join lateral (select coalesce(-sum(applied_fen), 0) as applied, coalesce(-sum(excess_fen), 0) as excess
    from payment where tenant_id = $1 and refund_of = p.id and order_id = $2 and state in ('paying', 'succeeded')) back
  order by p.id`;

/** What can go back to who paid an order: while its car is inside only what was too much, the fee still grows. */
export async function findRefundable(
  tx: TenantTx,
  order: Pick<ParkingOrder, 'id' | 'parkingState'>,
): Promise<Refundable[]> {
  const isOver = order.parkingState === 'left' || order.parkingState === 'no-exit';
  const rows = await tx.query<Omit<Refundable, 'leftFen'>>(REFUNDABLE, [tx.tenantId, order.id]);
  return rows
    .map((one) => {
      const appliedFen = isOver ? one.appliedFen : 0;
      return { ...one, appliedFen, leftFen: appliedFen + one.excessFen };
    })
    .filter((one) => one.leftFen > 0);
}

/** The payment money is to come from; refuses more than is left of it, and a payment that a past trial simulated. */
export async function requireRefundable(
  tx: TenantTx,
  order: ParkingOrder,
  paymentId: string,
  amountFen: number,
): Promise<Refundable> {
  const found = (await findRefundable(tx, order)).find((one) => one.paymentId === paymentId);
  const leftFen = found?.leftFen ?? 0;
  if (!found || amountFen > leftFen)
    throw new Refusal(refundRefusal['too-much'], { left: formatYuan(leftFen as never) });
  if (found.channel === 'sandbox' && !(await isTrial(tx))) throw new Refusal(refundRefusal.simulated);
  return found;
}

/** What giving back changes, in words. */
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

/** A refund: a payment below nothing. */
interface Refund {
  readonly id: string;
  readonly paymentNo: string;
  readonly channel: PayChannel;
  readonly cardId: string | null;
  readonly state: string;
  readonly amountFen: number;
  readonly appliedFen: number;
  readonly excessFen: number;
  readonly actorId: string | null;
  readonly actorName: string;
}

/** Asks for money of an order to go back. */
export const askRefund = reviewedAct<{ orderId: string; paymentId: string; amountFen: number; way: RefundWay }>(
  refundKind,
  async (tx, { orderId, paymentId, amountFen, way }, approval) => {
    const order = await lockForChange(tx, orderId, 'refund');
    const from = await requireRefundable(tx, order, paymentId, amountFen);
    const refund = await insertRefund(tx, order, from, amountFen, way, approval);
    await leaveTrace(tx, order, approval, {
      kind: 'refund',
      event: 'order.refund-agreed',
      changes: refundChanges(from, amountFen, way),
      data: { amountFen },
    });
    // A provider is asked once this is committed, and tells later what came of it.
    if (refund.channel === 'sandbox') tellRefund(tx, 'payment.refund-started', order, refund, from.paymentNo);
    else await finish(tx, order, refund, null);
  },
);

async function insertRefund(
  tx: TenantTx,
  order: ParkingOrder,
  from: Refundable,
  amountFen: number,
  way: RefundWay,
  { requestedBy, requestedById }: Approval,
): Promise<Refund> {
  const excessFen = Math.min(amountFen, from.excessFen);
  const channel = way === 'origin' ? from.channel : way;
  const refund: Refund = {
    id: tx.newId(),
    paymentNo: newPaymentNo(tx),
    channel,
    cardId: channel === 'card' ? from.cardId : null,
    state: 'paying',
    amountFen: -amountFen,
    appliedFen: excessFen - amountFen,
    excessFen: -excessFen,
    actorId: requestedById,
    actorName: requestedBy,
  };
  await tx.query(
    `insert into payment (tenant_id, id, payment_no, purpose, order_id, refund_of, card_id, lot_id, plate, channel, state,
       amount_fen, applied_fen, excess_fen, actor_id, actor_name, created_at)
     values ($1, $2, $3, 'order-refund', $4, $5, $6, $7, $8, $9, 'paying', $10, $11, $12, $13, $14, $15)`,
    [
      tx.tenantId,
      refund.id,
      refund.paymentNo,
      order.id,
      from.paymentId,
      refund.cardId,
      order.lotId,
      order.plate,
      channel,
      refund.amountFen,
      refund.appliedFen,
      refund.excessFen,
      requestedById,
      requestedBy,
      tx.now,
    ],
  );
  return refund;
}

/** Money has gone back: off the order, onto the card it came from, out of the ledger. */
async function finish(tx: TenantTx, order: ParkingOrder, refund: Refund, tradeNo: string | null): Promise<void> {
  const { id: paymentId, channel, cardId, amountFen, appliedFen, excessFen } = refund;
  await tx.query(
    `update payment set state = 'succeeded', paid_at = $3, trade_no = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, paymentId, tx.now, tradeNo],
  );
  await giveBack(tx, order, { appliedFen: -appliedFen, excessFen: -excessFen });
  if (cardId) {
    const card = await lockCard(tx, 'id', cardId);
    if (card?.state !== 'issued' && card?.state !== 'lost') throw new Refusal(refundRefusal['card-over']);
    await moveMoney(tx, card, {
      kind: 'payment-back',
      amountFen: -amountFen,
      lotId: order.lotId,
      paymentId,
      note: order.orderNo,
      actor: { id: refund.actorId, name: refund.actorName },
    });
  }
  await book(
    tx,
    [
      { account: `channel:${channel}`, amountFen },
      { account: 'revenue:parking', amountFen: -appliedFen },
      { account: 'owed:overpaid', amountFen: -excessFen },
    ],
    { lotId: order.lotId, orderId: order.id, paymentId },
  );
  tellRefund(tx, 'payment.refunded', order, refund);
}

/** What a channel told about a refund, by its number; told twice changes nothing. */
export async function settleRefund(
  tx: TenantTx,
  refundNo: string,
  outcome: 'success' | 'fail',
  tradeNo: string,
  amountFen: number,
): Promise<'done' | 'repeated' | 'unknown'> {
  const [found] = await tx.query<{ id: string; orderId: string }>(
    `select id, order_id as "orderId" from payment
     where tenant_id = $1 and payment_no = $2 and purpose = 'order-refund' and amount_fen = $3`,
    [tx.tenantId, refundNo, amountFen],
  );
  // The order is locked before its payment, as everywhere.
  const order = found ? await lockOrder(tx, found.orderId) : null;
  if (!found || !order) return 'unknown';
  const [refund] = await tx.query<Refund>(
    `select id, payment_no as "paymentNo", channel, card_id as "cardId", state, amount_fen as "amountFen",
       applied_fen as "appliedFen", excess_fen as "excessFen", actor_id as "actorId", actor_name as "actorName"
     from payment where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, found.id],
  );
  if (refund!.state !== 'paying') return 'repeated';
  if (outcome === 'success') await finish(tx, order, refund!, tradeNo);
  else {
    await tx.query(`update payment set state = 'failed', trade_no = $3 where tenant_id = $1 and id = $2`, [
      tx.tenantId,
      found.id,
      tradeNo,
    ]);
    // No money went back: it no longer counts towards the thresholds of approval.
    await countAmount(tx, { kind: refundKind, subjectId: order.id, amountFen: refund!.amountFen });
    tellRefund(tx, 'payment.refund-failed', order, refund!);
  }
  return 'done';
}

/** Events of refunds are filed under their order, so that its timeline tells them. */
function tellRefund(
  tx: TenantTx,
  kind: 'payment.refund-started' | 'payment.refunded' | 'payment.refund-failed',
  order: ParkingOrder,
  refund: Refund,
  refundOf: string | null = null,
): void {
  const { id: orderId, lotId, plate } = order;
  const { id: paymentId, paymentNo, channel, amountFen, excessFen } = refund;
  tx.emit({
    kind,
    lotId,
    subjectId: orderId,
    data: { paymentId, paymentNo, orderId, channel, amountFen, excessFen, plate, ...(refundOf ? { refundOf } : {}) },
  });
}
