import { fill, moduleContract, page } from '@boyun/kernel/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { findOrders } from './order/find-order.contract.ts';
import { inLotList } from './order/in-lot.contract.ts';
import { getOrder, orderList, orderRefusal, ParkingState, PayState } from './order/order.contract.ts';
import {
  orderClosedByHand,
  orderPictureCorrected,
  orderPlateCorrected,
  orderReduced,
  orderRefundAgreed,
  orderSettled,
  orderTimesCorrected,
  orderWaived,
  reductionOffered,
  stayClosed,
  stayExitFound,
  stayLeft,
  stayOpened,
  stayOverstayed,
  stayRecounted,
  stayRestored,
  stayVoided,
} from './order/order-event.contract.ts';
import {
  closeOrders,
  correctPicture,
  correctTimes,
  mayCorrect,
  restoreOrder,
  voidList,
  voidOrder,
  waiveOrder,
} from './order-change/order-change.contract.ts';
import { orderReviews } from './order-change/order-review.contract.ts';
import { stayPurpose } from './stay-payment/stay-purpose.contract.ts';

export { grantFigures, grantTotals } from './order/granted-report.contract.ts';
export { feeLine } from './order/order.contract.ts';
export {
  type Corrected,
  orderClosedByHand,
  orderPictureCorrected,
  orderPlateCorrected,
  orderReduced,
  orderRefundAgreed,
  orderSettled,
  orderTimesCorrected,
  orderWaived,
  reductionOffered,
  stayClosed,
  stayExitFound,
  stayLeft,
  stayOpened,
  stayOverstayed,
  stayRecounted,
  stayRestored,
  stayVoided,
} from './order/order-event.contract.ts';
export { PassType } from './order/pass-type.contract.ts';
export {
  findOrders,
  getOrder,
  inLotList,
  mayCorrect,
  orderList,
  orderRefusal,
  orderReviews,
  ParkingState,
  PayState,
  voidList,
  waiveOrder,
};

/** Parking orders: one stay of one car. */
export const orders = moduleContract('orders', {
  events: [
    stayOpened,
    stayLeft,
    stayClosed,
    stayExitFound,
    stayOverstayed,
    stayRecounted,
    stayVoided,
    stayRestored,
    orderClosedByHand,
    orderTimesCorrected,
    orderPlateCorrected,
    orderPictureCorrected,
    orderReduced,
    orderWaived,
    reductionOffered,
    orderRefundAgreed,
    orderSettled,
  ],
  operations: [getOrder, findOrders, voidOrder, restoreOrder, closeOrders, correctTimes, correctPicture, waiveOrder],
  reports: [orderList, inLotList, voidList],
  slots: [fill(billPurposes, stayPurpose), fill(reviewKinds, ...Object.values(orderReviews))],
  refusals: [orderRefusal],
  pages: [
    page('order', {
      path: '/_cloud_operation/order',
      title: orderList.title,
      icon: 'order',
      area: 'order',
      access: orderList.access,
    }),
    page('inLot', {
      path: '/_cloud_operation/inLot',
      title: inLotList.title,
      icon: 'inside',
      area: 'duty',
      access: inLotList.access,
    }),
    page('voidData', {
      path: '/_cloud_operation/voidData',
      title: voidList.title,
      icon: 'void',
      area: 'order',
      access: voidList.access,
    }),
  ],
});
