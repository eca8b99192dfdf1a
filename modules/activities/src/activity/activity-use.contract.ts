import { instant, money, optional, reference, report, text } from '@boyun/kernel/contract';
import { orderList } from '@boyun/orders/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Which stays used which activity, and how much it took off. */
export const activityUseList = report('activity-use', {
  title: { zh: '活动使用记录', en: 'Use of activities' },
  path: '/api/activity/getUsePage',
  access: orderList.access,
  filters: {
    activityId: optional(text({ zh: '活动', en: 'Activity' }, { max: 36 })),
    lotId: optional(lotId),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    from: optional(instant({ zh: '使用起', en: 'From' })),
    to: optional(instant({ zh: '使用止', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '使用时间', en: 'Used at' }),
    activityName: text({ zh: '活动', en: 'Activity' }),
    plate: text({ zh: '车牌', en: 'Plate' }),
    lotId,
    orderId: text({ zh: '订单', en: 'Order' }),
    orderNo: text({ zh: '订单号', en: 'Order number' }),
    feeFen: money({ zh: '停车费', en: 'Fee' }),
    amountFen: money({ zh: '优惠金额', en: 'Taken off' }),
  },
  alwaysSortable: ['at'],
  totals: { amountFen: money({ zh: '优惠合计', en: 'Taken off in all' }) },
  chart: { by: 'activityName', figures: ['amountFen'] },
});
