import {
  choice,
  day,
  decimal,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  reference,
} from '@boyun/kernel/contract';
import { getStatistics } from './statistics.contract.ts';

const MOST = 1e12;
const cars = (zh: string, en: string) => decimal({ zh, en }, { min: -MOST, max: MOST });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** The figures that are watched for unusual days. */
export const WatchedFigure = {
  received: { zh: '实收', en: 'Received' },
  entries: { zh: '入场车次', en: 'Entries' },
} as const;

/** The cars that are expected in the next 24 hours, with the error of such forecasts, and days far from what is usual. */
export const getOutlook = operation('get-outlook', {
  title: { zh: '预测与异常', en: 'Outlook' },
  path: '/api/statistics/getOutlook',
  access: getStatistics.access,
  input: { lotIds: optional(list({ zh: '车场', en: 'Parking lots' }, lotId, { max: 200 })) },
  output: {
    at: instant({ zh: '截至', en: 'As of' }),
    capacity: integer({ zh: '总车位', en: 'Spots' }),
    past: list(
      { zh: '过去24小时', en: 'The last 24 hours' },
      group({ zh: '时刻', en: 'Hour' }, { at: instant({ zh: '时间', en: 'Time' }), cars: cars('在场', 'Inside') }),
    ),
    /** Empty where there are less than two weeks to learn from. */
    hours: list(
      { zh: '未来24小时', en: 'The next 24 hours' },
      group(
        { zh: '时刻', en: 'Hour' },
        {
          at: instant({ zh: '时间', en: 'Time' }),
          cars: cars('预测在场', 'Expected'),
          low: cars('下限', 'Low'),
          high: cars('上限', 'High'),
        },
      ),
    ),
    error: optional(
      group(
        { zh: '误差', en: 'Error' },
        {
          mean: cars('平均误差（辆）', 'Mean error (cars)'),
          weekBefore: cars('上周同时的误差', 'Error of the week before'),
          unchanged: cars('保持不变的误差', 'Error of no change'),
          count: integer({ zh: '比较次数', en: 'Compared' }),
        },
      ),
    ),
    unusual: list(
      { zh: '异常日', en: 'Unusual days' },
      group(
        { zh: '异常', en: 'Unusual' },
        {
          day: day({ zh: '日期', en: 'Day' }),
          startsAt: instant({ zh: '起', en: 'From' }),
          endsAt: instant({ zh: '止', en: 'To' }),
          figure: choice({ zh: '指标', en: 'Figure' }, WatchedFigure),
          /** Money in fen, or cars. */
          value: integer({ zh: '数值', en: 'Value' }, { min: -MOST, max: MOST }),
          usual: integer({ zh: '通常', en: 'Usual' }, { min: -MOST, max: MOST }),
          low: integer({ zh: '通常范围下限', en: 'Usually from' }, { min: -MOST, max: MOST }),
          high: integer({ zh: '通常范围上限', en: 'Usually to' }, { min: -MOST, max: MOST }),
          weeks: integer({ zh: '比较周数', en: 'Weeks compared' }),
        },
      ),
    ),
  },
  isRead: true,
});
