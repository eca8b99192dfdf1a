import { choice, operation, text } from '@boyun/kernel/contract';
import { PaymentState } from '@boyun/money/contract';
import { collectCash, feeInput } from '../payment/payment.contract.ts';

const payment = { paymentNo: text({ zh: '流水号', en: 'Payment number' }, { max: 64 }) };
const state = choice({ zh: '状态', en: 'State' }, PaymentState);

/**
 * Takes exactly the amount given by the payment code that the driver's phone shows. `state` is `paying` where the driver has to confirm
 * first: `followCode` then tells the outcome.
 */
export const collectByCode = operation('collect-by-code', {
  title: { zh: '扫付款码收费', en: 'Scan the payment code' },
  path: '/api/order/collectByCode',
  access: collectCash.access,
  input: { ...feeInput, authCode: text({ zh: '付款码', en: 'Payment code' }, { max: 24 }) },
  output: { ...payment, state },
  audit: 'order.code-scanned',
});

/** Asks the channel about a payment by code, books its outcome, and tells the state. */
export const followCode = operation('follow-code', {
  title: { zh: '查询付款码收费', en: 'Follow a payment by code' },
  path: '/api/order/followCode',
  access: collectCash.access,
  input: payment,
  output: { state },
  isRead: true,
});

/** Takes a payment by code back: it cannot be paid any more, and money that was paid meanwhile returns to the driver. */
export const cancelCode = operation('cancel-code', {
  title: { zh: '取消付款码收费', en: 'Cancel a payment by code' },
  path: '/api/order/cancelCode',
  access: collectCash.access,
  input: payment,
  output: { state },
  audit: 'order.code-cancelled',
});
