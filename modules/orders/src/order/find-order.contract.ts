import { group, list, operation, reference, text } from '@boyun/kernel/contract';
import { orderList } from './order.contract.ts';

const plate = text({ zh: '车牌', en: 'Plate' }, { max: 16 });

/** Cars inside and plates of orders by any part of the plate, order numbers by their beginning: a few of each. */
export const findOrders = operation('find-orders', {
  title: { zh: '查找车牌和订单', en: 'Find plates and orders' },
  path: '/api/order/find',
  access: orderList.access,
  input: { text: text({ zh: '车牌或订单号的一部分', en: 'Part of a plate or order number' }, { min: 2, max: 40 }) },
  output: {
    inside: list(
      { zh: '在场车辆', en: 'Cars inside' },
      group(
        { zh: '在场车辆', en: 'Car inside' },
        { plate, lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot') },
      ),
    ),
    plates: list({ zh: '车牌', en: 'Plates' }, plate),
    orderNos: list({ zh: '订单号', en: 'Order numbers' }, text({ zh: '订单号', en: 'Order number' }, { max: 40 })),
  },
  isRead: true,
});
