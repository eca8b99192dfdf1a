import { event, flag, money, plate, reference } from '@boyun/kernel/contract';

const orderId = reference({ zh: '订单编号', en: 'Order' }, 'order');

/** A person recorded a car on a roadside spot. */
export const roadsideOpened = event('roadside.opened', {
  label: { zh: '路侧登记车辆', en: 'A car was recorded on a roadside spot' },
  fields: {
    orderId,
    spotId: reference({ zh: '车位', en: 'Spot' }, 'spot'),
    plate: plate(),
    isRenamed: flag({ zh: '补录车牌', en: 'Plate added' }),
  },
});

/** A person recorded that a car left its roadside spot. */
export const roadsideClosed = event('roadside.closed', {
  label: { zh: '路侧车辆离开', en: 'A car left its roadside spot' },
  fields: { orderId, dueFen: money({ zh: '待收金额', en: 'Due' }) },
});
