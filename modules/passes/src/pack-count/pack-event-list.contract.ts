import { choice, instant, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { PackAct } from '../pack/pack.contract.ts';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const packRuleId = reference({ zh: '月卡规则', en: 'Pack rule' }, 'pack-rule');

/** What counts of packs distinguish among all that was done to them. */
export const PackActGroup = {
  sold: { zh: '新办', en: 'Sold' },
  renewed: { zh: '续费', en: 'Renewed' },
  paid: { zh: '新办与续费', en: 'Sold or renewed' },
  expired: { zh: '到期', en: 'Expired' },
  refunded: { zh: '退款', en: 'Refunded' },
  ended: { zh: '注销与退款', en: 'Cancelled or refunded' },
} as const;

/** What was done to packs, newest first. */
export const packEventList = report('pack-event', {
  title: { zh: '月卡办理记录', en: 'Acts on packs' },
  path: '/api/statement/packCount/listActs',
  access: permission('pack-count.list', { zh: '查看月卡统计', en: 'View: Monthly-pack counts' }),
  filters: {
    lotId: optional(lotId),
    packRuleId: optional(packRuleId),
    acts: optional(choice({ zh: '操作', en: 'Act' }, PackActGroup)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    act: choice({ zh: '操作', en: 'Act' }, PackAct),
    packNo: text({ zh: '卡号', en: 'Pack number' }),
    plates: text({ zh: '车牌', en: 'Plates' }),
    ownerName: text({ zh: '车主', en: 'Owner' }),
    packRuleId,
    lotId,
    amountFen: money({ zh: '金额', en: 'Amount' }),
    actorName: text({ zh: '操作人', en: 'By' }),
  },
  alwaysSortable: ['at'],
  totals: { amountFen: money({ zh: '金额合计', en: 'Amount in all' }) },
});
