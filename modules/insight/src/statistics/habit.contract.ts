import {
  choice,
  day,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';
import { getStatistics } from './statistics.contract.ts';

const lotIds = optional(
  list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 200 }),
);
const aDay = day({ zh: '日期', en: 'Day' });

/** The stays of a period by their length and the hour of the day in which they ended. */
export const getStayHours = operation('get-stay-hours', {
  title: { zh: '停车时长 × 离场时段', en: 'Length of stay × hour of leaving' },
  path: '/api/statistics/getStayHours',
  access: getStatistics.access,
  input: { lotIds, from: aDay, to: aDay },
  output: {
    /** Those that are not empty. */
    cells: list(
      { zh: '停放', en: 'Stays' },
      group(
        { zh: '停放', en: 'Stays' },
        {
          /** The bucket of lengths, by the minutes from which it begins. */
          fromMinutes: integer({ zh: '自（分）', en: 'From (min)' }),
          hour: integer({ zh: '时', en: 'Hour' }, { max: 23 }),
          count: integer({ zh: '停放次数', en: 'Stays' }, { min: -1_000_000_000 }),
        },
      ),
    ),
  },
  isRead: true,
});

/** The length of the periods in which plates come back. */
export const ReturnBy = {
  week: { zh: '按周', en: 'By week' },
  month: { zh: '按月', en: 'By month' },
} as const;
export type ReturnBy = keyof typeof ReturnBy;

/** Periods that are looked at, the running one included. */
export const RETURN_PERIODS: Readonly<Record<ReturnBy, number>> = { week: 8, month: 6 };

/** How many of the plates that parked in a week or month parked again in those after it. */
export const getReturning = operation('get-returning', {
  title: { zh: '回头车辆', en: 'Returning plates' },
  path: '/api/statistics/getReturning',
  access: getStatistics.access,
  input: { lotIds, by: choice({ zh: '统计方式', en: 'By' }, ReturnBy, { byDefault: 'week' }) },
  output: {
    at: instant({ zh: '截至', en: 'As of' }),
    /** The weeks or months in which cars parked, oldest first. */
    cohorts: list(
      { zh: '周期', en: 'Periods' },
      group(
        { zh: '周期', en: 'Period' },
        {
          /** The Monday of a week, or a month such as 2026-03. */
          period: text({ zh: '周期', en: 'Period' }, { max: 10 }),
          plateCount: integer({ zh: '车牌数', en: 'Plates' }),
          /** Plates that stayed more than once in it. */
          againCount: integer({ zh: '期内多次', en: 'More than once' }),
          /** Plates that came back one, two … periods later; as many as there are periods since. */
          back: list({ zh: '之后各期', en: 'Periods after' }, integer({ zh: '车牌数', en: 'Plates' })),
        },
      ),
    ),
  },
  isRead: true,
});
