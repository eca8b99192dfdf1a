import { choice, day, decimal, integer, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { orderList } from '@boyun/orders/contract';

/** What turnover is stated for. */
export const TurnoverBy = {
  lot: { zh: '按车场', en: 'By lot' },
  spot: { zh: '按车位', en: 'By spot' },
} as const;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** The stays that began in a lot or on a spot; those voided since are among them. */
const STAYS = {
  figures: { entries: null },
  list: orderList,
  page: '/_cloud_operation/order',
  period: ['from', 'to'],
} as const;

/** How often spots were taken, how long, and for what share of the time: of lots, or of the numbered spots that stays name. */
export const spotTurnover = report('spot-turnover', {
  title: { zh: '车位周转', en: 'Spot turnover' },
  path: '/api/statement/spotTurnover/list',
  access: permission('spot-turnover.list', { zh: '查看车位周转', en: 'View: Spot turnover' }),
  filters: {
    by: optional(choice({ zh: '统计方式', en: 'By' }, TurnoverBy)),
    lotId: optional(lotId),
    from: optional(day({ zh: '开始日期', en: 'From' })),
    to: optional(day({ zh: '结束日期', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId,
    spotNumber: optional(text({ zh: '车位号', en: 'Spot' })),
    spots: integer({ zh: '车位数', en: 'Spots' }),
    /** Cars that came in, or with spots, stays there. */
    entries: integer({ zh: '停放次数', en: 'Cars' }, { min: -1_000_000_000 }),
    turnover: optional(decimal({ zh: '日均周转率（次/位）', en: 'Cars per spot and day' })),
    occupancy: optional(decimal({ zh: '占用率', en: 'Occupancy' })),
    meanMinutes: optional(integer({ zh: '平均停车时长（分）', en: 'Mean stay (min)' })),
  },
  compared: { by: ['id'] },
  rowsAt: [
    { ...STAYS, when: { by: 'lot' }, same: ['lotId'] },
    { ...STAYS, when: { by: 'spot' }, same: ['lotId', 'spotNumber'] },
  ],
  totals: { entries: integer({ zh: '停放次数', en: 'Cars' }, { min: -1_000_000_000 }) },
});
