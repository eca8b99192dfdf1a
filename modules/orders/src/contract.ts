import { moduleContract, page } from '@boyun/kernel/contract';
import {
  getOrder,
  inLotList,
  orderList,
  orderRefusal,
  orderTransitions,
  ParkingState,
  PayMethod,
  PayState,
  Standing,
  voidOrder,
} from './order/order.contract.ts';

export { feeLine } from './order/order.contract.ts';
export { PassType } from './order/pass-type.contract.ts';
export {
  getOrder,
  inLotList,
  orderList,
  orderRefusal,
  orderTransitions,
  ParkingState,
  PayMethod,
  PayState,
  Standing,
  voidOrder,
};

/** Parking orders: one stay of one car. */
export const orders = moduleContract('orders', {
  operations: [getOrder, voidOrder],
  reports: [orderList, inLotList],
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
  ],
});
