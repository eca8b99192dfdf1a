import {
  choice,
  day,
  group,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { ActivityKind } from '../activity/activity-act.contract.ts';

/** The most past stays a preview prices; of more it takes an even sample. */
export const MOST_PREVIEWED = 5000;

/**
 * What an activity would have taken off the stays that ended in the last days, whether it holds already or not. Beyond `MOST_PREVIEWED`
 * stays the figures are projected from a sample.
 */
export const previewActivity = operation('preview-activity', {
  title: { zh: '测算活动', en: 'Preview an activity' },
  path: '/api/activity/preview',
  access: permission('activity.preview', { zh: '测算活动', en: 'Preview activities' }),
  input: {
    kind: choice({ zh: '类型', en: 'Kind' }, ActivityKind),
    id: rowId({ zh: '活动', en: 'Activity' }),
    days: integer({ zh: '最近天数', en: 'Last days' }, { min: 1, max: 31, byDefault: 14 }),
  },
  output: {
    stayCount: integer({ zh: '停车次数', en: 'Stays' }),
    reachedCount: integer({ zh: '享受优惠', en: 'Stays reduced' }),
    feeFen: money({ zh: '停车费', en: 'Fees' }),
    reducedFen: money({ zh: '优惠金额', en: 'Taken off' }),
    /** The stays that were priced; fewer than `stayCount` where the figures are projected. */
    pricedCount: integer({ zh: '测算次数', en: 'Stays priced' }),
    /** Days until the budget would be spent; null where it would last, or there is none. */
    lastsDays: optional(integer({ zh: '预算可用天数', en: 'Days the budget lasts' })),
    days: list(
      { zh: '每日', en: 'By day' },
      group(
        { zh: '日', en: 'Day' },
        { day: day({ zh: '日期', en: 'Day' }), reducedFen: money({ zh: '优惠金额', en: 'Taken off' }) },
      ),
    ),
    examples: list(
      { zh: '示例', en: 'Examples' },
      group(
        { zh: '停车', en: 'Stay' },
        {
          orderId: text({ zh: '订单', en: 'Order' }),
          plate: text({ zh: '车牌', en: 'Plate' }),
          feeFen: money({ zh: '停车费', en: 'Fee' }),
          reducedFen: money({ zh: '优惠金额', en: 'Taken off' }),
        },
      ),
    ),
  },
  isRead: true,
});
