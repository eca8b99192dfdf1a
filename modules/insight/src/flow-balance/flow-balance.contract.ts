import {
  day,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';

const access = permission('flow-balance.list', { zh: '查看车流平衡核对', en: 'View: Balance of cars' });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const MOST = 1_000_000;
const signed = (zh: string, en: string) => integer({ zh, en }, { min: -MOST, max: MOST });

/** Per lot and day: entries − exits − closings ± corrections = change of the cars inside, by events and by orders. */
export const flowBalanceList = report('flow-balance', {
  title: { zh: '车流平衡核对', en: 'Balance of cars' },
  path: '/api/flowBalance/list',
  access,
  filters: {
    lotId: optional(lotId),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
    hasGap: optional(flag({ zh: '只看不平衡', en: 'Gaps only' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId,
    day: day({ zh: '日期', en: 'Day' }),
    insideBefore: signed('期初在场', 'Inside at start'),
    entries: integer({ zh: '入场', en: 'Entries' }),
    exits: integer({ zh: '出场', en: 'Exits' }),
    closed: integer({ zh: '无出场关闭', en: 'Closed' }),
    corrected: signed('作废与更正', 'Corrections'),
    insideAfter: signed('期末在场', 'Inside at end'),
    byEvents: signed('在场变化（按过车）', 'Change by passings'),
    byOrders: signed('在场变化（按订单）', 'Change by orders'),
    gap: signed('差额', 'Gap'),
  },
  maxDays: 93,
  totals: {
    entries: integer({ zh: '入场', en: 'Entries' }),
    exits: integer({ zh: '出场', en: 'Exits' }),
    closed: integer({ zh: '无出场关闭', en: 'Closed' }),
    corrected: signed('作废与更正', 'Corrections'),
    gapCount: integer({ zh: '不平衡天数', en: 'Days with a gap' }),
  },
});

/** The records of one lot's day: orders whose events and rows do not agree, and everything that was corrected. */
export const getFlowGap = operation('get-flow-gap', {
  title: { zh: '车流差额明细', en: 'Records behind a gap' },
  path: '/api/flowBalance/getGap',
  access,
  input: { lotId, day: day({ zh: '日期', en: 'Day' }) },
  output: {
    gaps: list(
      { zh: '不一致的订单', en: 'Orders that do not agree' },
      group(
        { zh: '订单', en: 'Order' },
        {
          orderId: text({ zh: '订单', en: 'Order' }),
          orderNo: optional(text({ zh: '订单号', en: 'Order number' })),
          plate: optional(text({ zh: '车牌', en: 'Plate' })),
          byEvents: signed('按过车', 'By passings'),
          byOrders: signed('按订单', 'By orders'),
        },
      ),
    ),
    corrections: list(
      { zh: '当日更正', en: 'Corrections of the day' },
      group(
        { zh: '更正', en: 'Correction' },
        {
          orderId: text({ zh: '订单', en: 'Order' }),
          orderNo: optional(text({ zh: '订单号', en: 'Order number' })),
          plate: optional(text({ zh: '车牌', en: 'Plate' })),
          at: instant({ zh: '时间', en: 'Time' }),
          kind: text({ zh: '事件', en: 'Event' }),
          change: signed('在场变化', 'Change inside'),
        },
      ),
    ),
  },
  isRead: true,
});
