import { moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import {
  arrearsByLot,
  arrearsByPlate,
  arrearsList,
  arrearsRefusal,
  collectArrears,
  getDebtor,
  remindArrears,
} from './arrears/arrears.contract.ts';
import { getArrearsRule, saveArrearsRule } from './arrears/arrears-rule.contract.ts';
import { payChannel, payChannelRefusal, setPayKeys, testPayChannel } from './pay-channel/pay-channel.contract.ts';
import {
  collectCash,
  getPayPage,
  PayChannel,
  PaymentState,
  paymentList,
  paymentRefusal,
  paySandbox,
} from './payment/payment.contract.ts';

export { collectCash, getPayPage, PayChannel, PaymentState, payChannel, paymentList, paymentRefusal, paySandbox };

/** Money coming in, and the ledger behind it. */
export const payments = moduleContract('payments', {
  resources: [payChannel],
  operations: [
    collectCash,
    collectArrears,
    getDebtor,
    remindArrears,
    getArrearsRule,
    saveArrearsRule,
    getPayPage,
    paySandbox,
    setPayKeys,
    testPayChannel,
  ],
  reports: [paymentList, arrearsList, arrearsByPlate, arrearsByLot],
  refusals: [paymentRefusal, arrearsRefusal, payChannelRefusal],
  pages: [
    resourcePage('payConfig', payChannel, { path: '/_cloud_basic/payConfig', icon: 'payment', area: 'basic' }),
    page('payment', {
      path: '/_cloud_operation/payment',
      title: paymentList.title,
      icon: 'payment',
      area: 'operation',
      access: paymentList.access,
    }),
    page('arrears', {
      path: '/_cloud_operation/arrears',
      title: arrearsList.title,
      icon: 'arrears',
      area: 'operation',
      access: arrearsList.access,
    }),
  ],
});
