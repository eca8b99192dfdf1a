import { choice, day, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { figureFields } from '../settlement/settlement.contract.ts';

/** What the figures are summed up by. */
export const FinanceLevel = {
  lot: { zh: '按车场', en: 'By lot' },
  'sub-merchant': { zh: '按子商户', en: 'By sub-merchant' },
  tenant: { zh: '全部', en: 'In all' },
} as const;

/** How much of what was brought is settled. */
export const FinanceState = {
  own: { zh: '自营', en: 'Own', tone: 'neutral' },
  open: { zh: '未结算', en: 'Not settled', tone: 'warn' },
  partly: { zh: '部分结算', en: 'Partly settled', tone: 'info' },
  settled: { zh: '已结算', en: 'Settled', tone: 'good' },
} as const;

const signed = { min: -100_000_000_00 };
const subMerchantId = reference({ zh: '子商户', en: 'Sub-merchant' }, 'sub-merchant');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const from = optional(day({ zh: '开始日期', en: 'From' }));
const to = optional(day({ zh: '结束日期', en: 'Until' }));
const shareFen = money({ zh: '分成', en: 'Share' }, signed);
const keptFen = money({ zh: '运营方留存', en: 'Kept by the operator' }, signed);
const payableFen = money({ zh: '待付', en: 'To be paid' }, signed);
const paidFen = money({ zh: '已付', en: 'Paid' }, signed);
const mayView = permission('finance.list', { zh: '查看财务', en: 'View: Finance' });
const sums = { ...figureFields, shareFen, keptFen, payableFen, paidFen };

/** What the tenant, its sub-merchants and its lots brought and get, up to yesterday. */
export const financeList = report('finance', {
  title: { zh: '查看财务', en: 'View finance' },
  path: '/api/seeReconciliation/list',
  access: mayView,
  filters: {
    level: optional(choice({ zh: '汇总', en: 'Summed up' }, FinanceLevel, { byDefault: 'lot' })),
    subMerchantId: optional(subMerchantId),
    lotId: optional(lotId),
    from,
    to,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    subMerchantId: optional(subMerchantId),
    lotId: optional(lotId),
    state: choice({ zh: '结算状态', en: 'Settlement' }, FinanceState),
    ...sums,
  },
  totals: sums,
});

/** The days of lots, each with its settlement. */
export const lotDayList = report('lot-day', {
  title: { zh: '车场日结', en: 'Days of lots' },
  path: '/api/seeReconciliation/days',
  access: mayView,
  filters: { subMerchantId: optional(subMerchantId), lotId: optional(lotId), from, to },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    day: day({ zh: '日期', en: 'Day' }),
    lotId,
    ...figureFields,
    shareFen: optional(shareFen),
    settlementId: optional(text({ zh: '结算单', en: 'Settlement' })),
    settlementNo: optional(text({ zh: '结算单号', en: 'Settlement' })),
  },
  totals: figureFields,
});
