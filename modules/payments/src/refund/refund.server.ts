import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { describeRequest, lockForChange, type ParkingOrder, requestAbout, yuan } from '@boyun/orders/server';
import { getRefundable, refundOrder, refundRefusal } from './refund.contract.ts';
import { askRefund, findRefundable, refundChanges, requireRefundable, requireWay } from './refund.service.ts';

/** Refundable payments and their refund. */
export const refundServers = [
  handle(getRefundable, async (tx, { orderId }) => {
    const [order] = await tx.query<Pick<ParkingOrder, 'id' | 'lotId' | 'parkingState'>>(
      `select id, lot_id, parking_state from stay_fact where tenant_id = $1 and id = $2`,
      [tx.tenantId, orderId],
    );
    if (!order || !coversLot(tx.who, order.lotId)) throw notFound(tx.who, { zh: '订单', en: 'Order' });
    return { payments: await findRefundable(tx, order) };
  }),
  handle(refundOrder, async (tx, { orderId, paymentId, leftFen, amountFen, way, reason }, act) => {
    const order = await lockForChange(tx, orderId, 'refund');
    const from = await requireRefundable(tx, order, paymentId, amountFen);
    requireWay(from, way);
    if (from.leftFen !== leftFen) throw new Refusal(refundRefusal.changed, { left: formatYuan(from.leftFen) });
    const asked = await askRefund(tx, {
      ...requestAbout(order, { zh: `停车费退款 ${yuan(amountFen).zh}`, en: `Refund ${yuan(amountFen).en} to` }),
      changes: refundChanges(from, amountFen, way),
      amountFen,
      counting: 'added',
      reason,
      payload: { orderId, paymentId, amountFen, way },
    });
    return describeRequest(act, order, reason, asked);
  }),
];
