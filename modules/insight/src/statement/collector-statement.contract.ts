import { instant, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { paymentList } from '@boyun/payments/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const amount = { min: -100_000_000_00 };
const figures = {
  orderCount: integer({ zh: '收费订单', en: 'Orders' }),
  cashFen: money({ zh: '现金', en: 'Cash' }),
  electronicFen: money({ zh: '电子支付', en: 'Electronic' }),
  arrearsFen: money({ zh: '其中追缴欠费', en: 'Of it arrears' }),
  refundedFen: money({ zh: '退款', en: 'Refunded' }),
  netFen: money({ zh: '净额', en: 'Net' }, amount),
};

/** The payments and refunds of a collector at a lot. */
const MONEY = {
  list: paymentList,
  page: '/_cloud_operation/payment',
  same: ['actorId', 'lotId'],
  period: ['from', 'to'],
} as const;

/** What each collector took and gave back at each lot; fees of stays that had ended before count as arrears. */
export const collectorStatement = report('collector-statement', {
  title: { zh: 'POS收费员报表', en: 'POS collector statement' },
  path: '/api/statement/posCollector/list',
  access: permission('collector-statement.list', { zh: '查看POS收费员报表', en: 'View: POS collector statement' }),
  filters: {
    lotId: optional(lotId),
    actorName: optional(text({ zh: '收费员', en: 'Collector' }, { max: 64 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    actorId: text({ zh: '收费员编号', en: 'Id of the collector' }),
    actorName: text({ zh: '收费员', en: 'Collector' }),
    lotId: optional(lotId),
    ...figures,
  },
  totals: figures,
  compared: { by: ['id'] },
  rowsAt: [
    { ...MONEY, figures: { netFen: 'amountFen' }, fixed: { state: 'succeeded' } },
    // An order may have several payments.
    { ...MONEY, figures: { orderCount: false }, fixed: { state: 'succeeded', isRefund: false, purpose: 'order' } },
    { ...MONEY, figures: { cashFen: 'amountFen' }, fixed: { state: 'succeeded', isRefund: false, isCash: true } },
    {
      ...MONEY,
      figures: { electronicFen: 'amountFen' },
      fixed: { state: 'succeeded', isRefund: false, isCash: false },
    },
    { ...MONEY, figures: { arrearsFen: 'amountFen' }, fixed: { state: 'succeeded', isArrears: true } },
    // Refunds are negative in the list.
    { ...MONEY, figures: { refundedFen: false }, fixed: { state: 'succeeded', isRefund: true } },
  ],
  chart: { by: 'actorName', figures: ['cashFen', 'electronicFen'], isStacked: true },
  maxDays: 366,
});
