import {
  choice,
  group,
  instant,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { refundableFen as leftFen, PayChannel, refundableChanged, refundInput } from '@boyun/money/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

const access = permission('order.refund', { zh: '停车费退款', en: 'Refund a parking fee' });
const orderId = reference({ zh: '订单', en: 'Order' }, 'parking-order');
const paymentId = reference({ zh: '原支付流水', en: 'Payment' }, 'payment');

/** The refundable payments of an order, oldest first, with the refundable amount of each. */
export const getRefundable = operation('get-refundable', {
  title: { zh: '可退款项', en: 'What can go back' },
  path: '/api/order/getRefundable',
  access,
  input: { orderId },
  output: {
    payments: list(
      { zh: '支付流水', en: 'Payments' },
      group(
        { zh: '支付', en: 'Payment' },
        {
          paymentId,
          paymentNo: text({ zh: '流水号', en: 'Payment number' }),
          channel: choice({ zh: '支付方式', en: 'Pay method' }, PayChannel),
          paidAt: optional(instant({ zh: '支付时间', en: 'Paid at' })),
          leftFen,
        },
      ),
    ),
  },
  isRead: true,
});

/**
 * Refunds a payment of a stay, at most its refundable amount: the excess first, then the part that paid for the stay, which is waived
 * with it. `leftFen` is the refundable amount the caller saw.
 */
export const refundOrder = operation('refund-order', {
  title: { zh: '停车费退款', en: 'Refund a parking fee' },
  path: '/api/order/refund',
  access,
  needsPassword: { zh: '是否退款？', en: 'Refund?' },
  input: {
    orderId,
    paymentId,
    leftFen,
    ...refundInput,
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true, words: 'order-refund' }),
  },
  output: reviewAnswer,
  audit: 'order.refund-requested',
});

export const refundRefusal = refusals('refund', {
  'too-much': {
    status: 409,
    zh: '该笔支付最多可退{left}元',
    en: 'At most {left} of this payment can be refunded',
  },
  changed: refundableChanged,
  simulated: {
    status: 422,
    zh: '这笔支付是试用期间的模拟支付，没有实际收款，不能退款',
    en: 'This payment was simulated in a trial: no money was received, so none can be refunded',
  },
  'to-wallet': {
    status: 422,
    zh: '钱包支付的停车费只能退回钱包',
    en: 'A fee that was paid from a wallet goes back into it',
  },
  'card-over': {
    status: 409,
    zh: '原储值卡已换卡或退卡，请选择其他退款方式',
    en: 'The card was replaced or returned: choose another way',
  },
});
