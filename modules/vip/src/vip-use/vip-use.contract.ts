import { instant, money, optional, permission, plate, reference, report, text } from '@boyun/kernel/contract';

const amounts = {
  feeFen: money({ zh: '停车费', en: 'Fee' }),
  reducedFen: money({ zh: 'VIP减免', en: 'Taken off' }),
  paidFen: money({ zh: '实收', en: 'Paid' }),
};

/** The stays that a VIP group made cheaper. */
export const vipUseList = report('vip-use', {
  title: { zh: 'VIP使用记录', en: 'Uses of VIP groups' },
  path: '/api/vipUse/list',
  access: permission('vip-use.list', { zh: '查看VIP使用记录', en: 'View: Uses of VIP groups' }),
  filters: {
    plate: optional(plate()),
    vipGroupId: optional(reference({ zh: 'VIP分组', en: 'VIP group' }, 'vip-group')),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    from: optional(instant({ zh: '离场起', en: 'Left from' })),
    to: optional(instant({ zh: '离场止', en: 'Left until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    plate: plate(),
    vipGroupId: reference({ zh: 'VIP分组', en: 'VIP group' }, 'vip-group'),
    ownerName: optional(text({ zh: '车主', en: 'Owner' })),
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
    leftAt: instant({ zh: '离场时间', en: 'Left' }),
    policy: text({ zh: '优惠说明', en: 'Why' }),
    ...amounts,
    orderId: text({ zh: '订单', en: 'Order' }),
    orderNo: text({ zh: '订单号', en: 'Order number' }),
  },
  totals: amounts,
  maxDays: 366,
});
