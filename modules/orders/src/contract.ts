import { moduleContract, page } from '@boyun/kernel/contract';
import { findOrders } from './order/find-order.contract.ts';
import {
  getOrder,
  inLotList,
  orderList,
  orderRefusal,
  ParkingState,
  PayMethod,
  PayState,
  Standing,
} from './order/order.contract.ts';
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

export { feeLine } from './order/order.contract.ts';
export { PassType } from './order/pass-type.contract.ts';
export {
  findOrders,
  getOrder,
  inLotList,
  mayCorrect,
  orderList,
  orderRefusal,
  ParkingState,
  PayMethod,
  PayState,
  Standing,
  waiveOrder,
};

/** Parking orders: one stay of one car. */
export const orders = moduleContract('orders', {
  operations: [getOrder, findOrders, voidOrder, restoreOrder, closeOrders, correctTimes, correctPicture, waiveOrder],
  reports: [orderList, inLotList, voidList],
  refusals: [orderRefusal],
  pages: [
    page('order', {
      path: '/_cloud_operation/order',
      title: orderList.title,
      icon: 'order',
      area: 'operation',
      access: orderList.access,
    }),
    page('inLot', {
      path: '/_cloud_operation/inLot',
      title: inLotList.title,
      icon: 'inside',
      area: 'operation',
      access: inLotList.access,
    }),
    page('voidData', {
      path: '/_cloud_operation/voidData',
      title: voidList.title,
      icon: 'void',
      area: 'operation',
      access: voidList.access,
    }),
  ],
});
