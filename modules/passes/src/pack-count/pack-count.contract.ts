import { instant, integer, money, optional, reference, report, text } from '@boyun/kernel/contract';
import { packEventList } from './pack-event-list.contract.ts';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const packRuleId = reference({ zh: '月卡规则', en: 'Pack rule' }, 'pack-rule');
const figures = {
  soldCount: integer({ zh: '新办', en: 'Sold' }),
  renewedCount: integer({ zh: '续费', en: 'Renewed' }),
  expiredCount: integer({ zh: '到期', en: 'Expired' }),
  endedCount: integer({ zh: '注销退款', en: 'Cancelled or refunded' }),
  /** Packs in force or paused now. */
  activeCount: integer({ zh: '当前有效', en: 'In force now' }),
  paidFen: money({ zh: '收费', en: 'Paid' }),
  refundedFen: money({ zh: '退款', en: 'Refunded' }),
};

/** What was done to the packs of a rule in a lot. */
const ACTS = {
  list: packEventList,
  page: '/reportData/packCount?tab=acts',
  same: ['lotId', 'packRuleId'],
  period: ['from', 'to'],
} as const;

/** Packs by lot and rule: what was sold, renewed, ended, paid and refunded in a time, and what is in force now. */
export const packCount = report('pack-count', {
  title: { zh: '月卡统计', en: 'Monthly-pack counts' },
  path: '/api/statement/packCount/list',
  access: packEventList.access,
  filters: {
    lotId: optional(lotId),
    packRuleId: optional(packRuleId),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: { id: text({ zh: '编号', en: 'Id' }), lotId, packRuleId, ...figures },
  totals: figures,
  compared: { by: ['id'], without: ['activeCount'] },
  rowsAt: [
    { ...ACTS, figures: { soldCount: null }, fixed: { acts: 'sold' } },
    { ...ACTS, figures: { renewedCount: null }, fixed: { acts: 'renewed' } },
    { ...ACTS, figures: { expiredCount: null }, fixed: { acts: 'expired' } },
    { ...ACTS, figures: { endedCount: null }, fixed: { acts: 'ended' } },
    { ...ACTS, figures: { paidFen: 'amountFen' }, fixed: { acts: 'paid' } },
    { ...ACTS, figures: { refundedFen: 'amountFen' }, fixed: { acts: 'refunded' } },
  ],
  chart: { by: 'packRuleId', figures: ['soldCount', 'renewedCount', 'expiredCount', 'endedCount'] },
  maxDays: 366,
});
