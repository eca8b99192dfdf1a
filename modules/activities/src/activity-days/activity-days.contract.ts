import { day, group, instant, integer, list, money, operation, rowId } from '@boyun/kernel/contract';
import { activityUseList } from '../activity/activity-use.contract.ts';

/** What an activity took off on each of its last days; a day begins and ends in the zone of the lot where it was used. */
export const getActivityDays = operation('get-activity-days', {
  title: { zh: '活动使用统计', en: 'Use of an activity by day' },
  path: '/api/activity/getDays',
  access: activityUseList.access,
  input: {
    id: rowId({ zh: '活动', en: 'Activity' }),
    days: integer({ zh: '最近天数', en: 'Last days' }, { min: 1, max: 366, byDefault: 30 }),
  },
  output: {
    // Before the first of the days.
    earlierFen: money({ zh: '此前已优惠', en: 'Given before' }),
    carCount: integer({ zh: '车辆数', en: 'Cars' }),
    days: list(
      { zh: '每日', en: 'By day' },
      group(
        { zh: '日', en: 'Day' },
        {
          day: day({ zh: '日期', en: 'Day' }),
          from: instant({ zh: '开始', en: 'From' }),
          to: instant({ zh: '结束', en: 'Until' }),
          usedCount: integer({ zh: '次数', en: 'Times' }),
          usedFen: money({ zh: '优惠金额', en: 'Taken off' }),
        },
      ),
    ),
  },
  isRead: true,
});
