import { fill, liveReaders, moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import {
  billPurposes,
  paymentClosed,
  paymentFailed,
  paymentRefunded,
  paymentStarted,
  paymentSucceeded,
  refundFailed,
} from '@boyun/money/contract';
import { orderList } from '@boyun/orders/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import {
  arrearsByLot,
  arrearsByPlate,
  arrearsList,
  arrearsRefusal,
  collectArrears,
  getDebtor,
  remindArrears,
} from './arrears/arrears.contract.ts';
import { arrearsReminded } from './arrears/arrears-event.contract.ts';
import { getArrearsStatement } from './arrears/arrears-statement.contract.ts';
import { debitFellBack, debitOwed } from './auto-debit/auto-debit-event.contract.ts';
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
import {
  cardFound,
  cardLost,
  cardRecharged,
  cardRefunded,
  cardRefundFailed,
  cardReplaced,
  cardReturned,
} from './card/card-event.contract.ts';
import { CardRefusal, cardEntryList, cardUseList } from './card/card-list.contract.ts';
import { cardPurpose } from './card/card-purpose.contract.ts';
import { cardReviews } from './card/card-review.contract.ts';
import {
  applyCoupon,
  collectCash,
  feeInput,
  getPayPage,
  paymentList,
  paymentRefusal,
  paySandbox,
} from './payment/payment.contract.ts';
import { cancelCode, collectByCode, followCode } from './payment-code/payment-code.contract.ts';
import {
  findPlaceStay,
  getPlaceCodes,
  getPlacePage,
  placeCodeList,
  placeRefusal,
  rotatePlaceCode,
} from './place-code/place-code.contract.ts';
import { getRefundable, refundOrder, refundRefusal } from './refund/refund.contract.ts';
import { startPay } from './start-pay/start-pay.contract.ts';
import { StoredUse, storedEntries } from './stored-value/stored-value.contract.ts';

export {
  CardRefusal,
  card,
  cardRecharged,
  cardRefunded,
  collectCash,
  feeInput,
  getPayPage,
  paymentList,
  paymentRefusal,
  paySandbox,
  StoredUse,
  storedEntries,
};

const shown = [paymentStarted, paymentSucceeded, paymentFailed, paymentClosed, paymentRefunded, refundFailed];
const readers = [paymentList.access, orderList.access];

/** Taking money: at the booth, by phone, from cards; arrears and refunds of stays. */
export const payments = moduleContract('payments', {
  events: [
    cardRecharged,
    cardLost,
    cardFound,
    cardReplaced,
    cardRefunded,
    cardRefundFailed,
    cardReturned,
    arrearsReminded,
    debitFellBack,
    debitOwed,
  ],
  resources: [card],
  operations: [
    collectCash,
    collectArrears,
    getArrearsStatement,
    getDebtor,
    remindArrears,
    getPayPage,
    paySandbox,
    applyCoupon,
    startPay,
    collectByCode,
    followCode,
    cancelCode,
    rechargeCard,
    loseCard,
    findCard,
    replaceCard,
    returnCard,
    payByCard,
    getRefundable,
    refundOrder,
    getPlaceCodes,
    rotatePlaceCode,
    getPlacePage,
    findPlaceStay,
  ],
  reports: [cardEntryList, cardUseList, paymentList, arrearsList, arrearsByPlate, arrearsByLot, placeCodeList],
  slots: [
    fill(billPurposes, cardPurpose),
    fill(reviewKinds, ...Object.values(cardReviews)),
    fill(liveReaders, ...shown.flatMap((event) => readers.map((access) => ({ event, access })))),
  ],
  refusals: [paymentRefusal, arrearsRefusal, cardRefusal, refundRefusal, placeRefusal],
  pages: [
    resourcePage('card', card, {
      path: '/_cloud_operation/card',
      title: { zh: '卡片管理', en: 'Cards' },
      icon: 'card',
      area: 'pass',
    }),
    page('payment', {
      path: '/_cloud_operation/payment',
      title: paymentList.title,
      icon: 'payment',
      area: 'order',
      access: paymentList.access,
    }),
    page('placeCode', {
      path: '/_cloud_basic/placeCode',
      title: placeCodeList.title,
      icon: 'payment',
      area: 'basic',
      access: placeCodeList.access,
    }),
    page('arrears', {
      path: '/_cloud_operation/arrears',
      title: arrearsList.title,
      icon: 'arrears',
      area: 'order',
      access: arrearsList.access,
    }),
    reportPage('arrearsByLot', arrearsByLot, {
      title: { zh: '车场欠费', en: 'Arrears by lot' },
      path: '/reportData/arrearsByLot',
      icon: 'arrears',
      area: 'report',
    }),
    reportPage('arrearsByPlate', arrearsByPlate, {
      title: { zh: '车牌欠费', en: 'Arrears by plate' },
      path: '/reportData/arrearsByPlate',
      icon: 'arrears',
      area: 'report',
    }),
    reportPage('cardUsage', cardUseList, {
      title: { zh: '卡片使用', en: 'Card usage' },
      path: '/reportData/cardUsage',
      icon: 'report',
      area: 'report',
    }),
  ],
});
