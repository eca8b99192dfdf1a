import { moduleContract, resourcePage } from '@boyun/kernel/contract';
import { HandChannel, PayChannel, PayMethod } from './channel/channel.contract.ts';
import { payChannel, payChannelRefusal, setPayKeys, testPayChannel } from './pay-channel/pay-channel.contract.ts';
import { PaymentState, RefundState } from './payment/payment-state.contract.ts';

export { HandChannel, PayChannel, PayMethod, PaymentState, payChannel, RefundState };

/** Bills, payments, refunds and the ledger behind them, below everything that is paid for. */
export const money = moduleContract('money', {
  resources: [payChannel],
  operations: [setPayKeys, testPayChannel],
  refusals: [payChannelRefusal],
  pages: [
    resourcePage('payConfig', payChannel, {
      path: '/_cloud_basic/payConfig',
      title: { zh: '支付配置', en: 'Payment configuration' },
      icon: 'payment',
      area: 'basic',
    }),
  ],
});
