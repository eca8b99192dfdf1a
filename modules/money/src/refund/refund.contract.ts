import { refusals } from '@boyun/kernel/contract';

/** Refusals of refunds. */
export const refundRefusal = refusals('money-refund', {
  simulated: {
    status: 422,
    zh: '这笔支付是试用期间的模拟支付，没有实际收款，不能退款',
    en: 'This payment was simulated in a trial: no money was received, so none can be refunded',
  },
});
