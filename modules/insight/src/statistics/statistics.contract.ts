import {
  day,
  decimal,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { seeStatistics } from '../stat/see-statistics.contract.ts';

/** Most days a period has. */
export const STATISTICS_DAYS = 93;

export const statisticsRefusal = refusals('statistics', {
  'days-order': { status: 422, zh: '开始日期不能晚于结束日期', en: 'The first day may not be later than the last' },
  'too-long': {
    status: 422,
    zh: '统计周期不能超过{days}天，请缩短日期范围',
    en: 'A period has at most {days} days; please choose fewer',
  },
});

const MOST_FEN = 100_000_000_00;
const MOST_SECONDS = 1e15;
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const lotIds = optional(list({ zh: '车场', en: 'Parking lots' }, lotId, { max: 200 }));
const aDay = day({ zh: '日期', en: 'Day' });

/** Figures of some lots over some days, with derived figures. */
const figures = {
  receivedFen: money({ zh: '实收', en: 'Received' }, { min: -MOST_FEN }),
  /** Fees of stays that ended, less those of stays voided afterwards. */
  feeFen: money({ zh: '应收', en: 'Fees' }, { min: -MOST_FEN }),
  reducedFen: money({ zh: '优惠', en: 'Reduced' }, { min: -MOST_FEN }),
  unpaidFen: money({ zh: '离场欠费', en: 'Left owing' }, { min: -MOST_FEN }),
  entries: integer({ zh: '入场', en: 'Entries' }, { min: -MOST_FEN }),
  exits: integer({ zh: '出场', en: 'Exits' }, { min: -MOST_FEN }),
  /** Stays of cars that drove out: what the mean and the buckets of lengths count. */
  stays: integer({ zh: '停放次数', en: 'Stays' }, { min: -MOST_FEN }),
  meanStaySeconds: optional(integer({ zh: '平均停车时长（秒）', en: 'Mean stay (s)' })),
  /** Entries per spot and day; null without spots. */
  turnover: optional(decimal({ zh: '日均周转率（次/位）', en: 'Turnover (cars per spot and day)' })),
  /** Total time of cars inside as a share of the time offered by all spots, 0 … 1 and more; null without spots. */
  occupancy: optional(decimal({ zh: '平均占用率', en: 'Mean occupancy' })),
};
const period = (zh: string, en: string) => group({ zh, en }, { from: aDay, to: aDay, ...figures });

/** Statistics of a choice of lots over a period of days, beside the period before and the same days a year before. */
export const getStatistics = operation('get-statistics', {
  title: { zh: '统计分析', en: 'Statistics' },
  path: '/api/statistics/get',
  access: seeStatistics,
  input: { lotIds, from: aDay, to: aDay },
  output: {
    at: instant({ zh: '截至', en: 'As of' }),
    /** IANA zone of the lots, or of the tenant where they lie in several: every lot's days are its own all the same. */
    zone: text({ zh: '时区', en: 'Time zone' }),
    /** The period's ends by the clock of that zone, for links to what the figures count. */
    startsAt: instant({ zh: '起', en: 'From' }),
    endsAt: instant({ zh: '止', en: 'To' }),
    capacity: integer({ zh: '总车位', en: 'Spots' }),
    total: period('本期', 'This period'),
    before: period('上期', 'The period before'),
    yearBefore: period('去年同期', 'A year before'),
    /** A day each; `isPast` is false for days that have not begun. */
    days: list(
      { zh: '每日', en: 'Days' },
      group(
        { zh: '日', en: 'Day' },
        {
          day: aDay,
          startsAt: instant({ zh: '起', en: 'From' }),
          endsAt: instant({ zh: '止', en: 'To' }),
          ...figures,
        },
      ),
    ),
    /** Stays by their length, shortest first; the last bucket has no end. */
    stays: list(
      { zh: '停车时长分布', en: 'Lengths of stays' },
      group(
        { zh: '时长', en: 'Length' },
        {
          fromMinutes: integer({ zh: '自（分）', en: 'From (min)' }),
          toMinutes: optional(integer({ zh: '至（分）', en: 'To (min)' })),
          count: integer({ zh: '停放次数', en: 'Stays' }, { min: -MOST_FEN }),
        },
      ),
    ),
    /** The hours of the week, 24 per day from Monday on: total entries and exits, and the mean number of cars inside. */
    hours: list(
      { zh: '时段', en: 'Hours of the week' },
      group(
        { zh: '时段', en: 'Hour' },
        {
          weekday: integer({ zh: '星期', en: 'Day of the week' }, { min: 1, max: 7 }),
          hour: integer({ zh: '时', en: 'Hour' }, { max: 23 }),
          entries: figures.entries,
          exits: figures.exits,
          inside: optional(decimal({ zh: '平均在场', en: 'Inside on average' }, { min: -MOST_SECONDS })),
        },
      ),
    ),
    lots: list(
      { zh: '车场对比', en: 'Lots compared' },
      group(
        { zh: '车场', en: 'Parking lot' },
        {
          lotId,
          startsAt: instant({ zh: '起', en: 'From' }),
          endsAt: instant({ zh: '止', en: 'To' }),
          capacity: integer({ zh: '总车位', en: 'Spots' }),
          ...figures,
          receivedBeforeFen: money({ zh: '上期实收', en: 'Received before' }, { min: -MOST_FEN }),
          entriesBefore: integer({ zh: '上期入场', en: 'Entries before' }, { min: -MOST_FEN }),
        },
      ),
    ),
  },
  isRead: true,
});

/** The same figures as rows, one for each lot and day: what an export takes. */
export const statisticsList = report('statistics', {
  title: { zh: '统计分析', en: 'Statistics' },
  path: '/api/statistics/getPage',
  access: seeStatistics,
  filters: { lotIds, from: optional(aDay), to: optional(aDay) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    day: aDay,
    lotId,
    capacity: integer({ zh: '总车位', en: 'Spots' }),
    ...figures,
  },
});
