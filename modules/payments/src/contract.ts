import { moduleContract, page } from '@boyun/kernel/contract';
import {
  collectCash,
  getPayPage,
  PayChannel,
  PaymentState,
  paymentList,
  paymentRefusal,
  paySandbox,
} from './payment/payment.contract.ts';

export { collectCash, getPayPage, PayChannel, PaymentState, paymentList, paymentRefusal, paySandbox };

/** Money coming in, and the ledger behind it. */
export const payments = moduleContract('payments', {
  operations: [collectCash, getPayPage, paySandbox],
  reports: [paymentList],
  refusals: [paymentRefusal],
  pages: [
    page('payment', {
      path: '/_cloud_operation/payment',
      title: paymentList.title,
      icon: 'payment',
      area: 'operation',
      access: paymentList.access,
    }),
  ],
});
