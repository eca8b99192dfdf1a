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
import {
  card,
  cardRefusal,
  findCard,
  loseCard,
  payByCard,
  rechargeCard,
  replaceCard,
  returnCard,
} from './card/card.contract.ts';
import { CardRefusal, cardEntryList, cardUseList } from './card/card-list.contract.ts';
import { payChannel, payChannelRefusal, setPayKeys, testPayChannel } from './pay-channel/pay-channel.contract.ts';
import { collectCash, getPayPage, paymentList, paymentRefusal, paySandbox } from './payment/payment.contract.ts';
import { getRefundable, refundOrder, refundRefusal } from './refund/refund.contract.ts';

export { CardRefusal, card, collectCash, getPayPage, payChannel, paymentList, paymentRefusal, paySandbox };

/** Money coming in, and the ledger behind it. */
export const payments = moduleContract('payments', {
  resources: [payChannel, card],
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
    rechargeCard,
    loseCard,
    findCard,
    replaceCard,
    returnCard,
    payByCard,
    getRefundable,
    refundOrder,
  ],
  reports: [cardEntryList, cardUseList, paymentList, arrearsList, arrearsByPlate, arrearsByLot],
  refusals: [paymentRefusal, arrearsRefusal, payChannelRefusal, cardRefusal, refundRefusal],
  pages: [
    resourcePage('card', card, {
      path: '/_cloud_operation/card',
      title: { zh: '卡片管理', en: 'Cards' },
      icon: 'card',
      area: 'operation',
    }),
    resourcePage('payConfig', payChannel, {
      path: '/_cloud_basic/payConfig',
      title: { zh: '支付配置', en: 'Payment configuration' },
      icon: 'payment',
      area: 'basic',
    }),
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
