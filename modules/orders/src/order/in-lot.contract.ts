import { file, instant, integer, money, optional, report } from '@boyun/kernel/contract';
import { orderColumns, orderList } from './order.contract.ts';

/** Cars inside with their fee so far. */
export const inLotList = report('in-lot', {
  title: { zh: '在场车辆', en: 'Vehicles inside' },
  path: '/api/order/getInLotPage',
  access: orderList.access,
  filters: {
    lotId: optional(orderColumns.lotId),
    plate: optional(orderColumns.plate),
    minHours: optional(integer({ zh: '停车超过（小时）', en: 'Longer than (h)' }, { max: 100_000 })),
    standing: optional(orderColumns.standing),
    from: optional(instant({ zh: '入场起', en: 'Entered from' })),
    to: optional(instant({ zh: '入场止', en: 'Entered to' })),
  },
  columns: {
    id: orderColumns.id,
    orderNo: orderColumns.orderNo,
    plate: orderColumns.plate,
    plateColor: orderColumns.plateColor,
    lotId: orderColumns.lotId,
    standing: orderColumns.standing,
    enteredAt: orderColumns.enteredAt,
    parkedMinutes: orderColumns.parkedMinutes,
    feeFen: money({ zh: '当前费用', en: 'Fee so far' }),
    reducedFen: orderColumns.reducedFen,
    paidFen: orderColumns.paidFen,
    dueFen: orderColumns.dueFen,
    entryPicture: optional(file({ zh: '入场图片', en: 'Entry picture' })),
  },
  sortable: ['orderNo', 'plate', 'plateColor', 'lotId', 'standing', 'enteredAt', 'parkedMinutes', 'paidFen'],
  alwaysSortable: ['enteredAt', 'parkedMinutes'],
  totals: {
    feeFen: money({ zh: '当前费用合计', en: 'Fees so far' }),
    reducedFen: money({ zh: '优惠合计', en: 'Reduced' }),
    paidFen: money({ zh: '实收合计', en: 'Paid' }),
    dueFen: money({ zh: '待收合计', en: 'Due' }),
    longCount: integer({ zh: '超24小时', en: 'Over 24 h' }),
  },
});
