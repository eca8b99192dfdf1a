import {
  choice,
  decimal,
  instant,
  integer,
  money,
  optional,
  permission,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';
import { ShiftState, shiftList } from '../shift/shift.contract.ts';

const access = permission('sentry-data.list', { zh: '查看岗亭值班统计', en: 'View: Sentry duty statistics' });
const { sentryId, lotId } = shiftList.columns;
const filters = {
  lotId: optional(lotId),
  sentryId: optional(sentryId),
  from: optional(instant({ zh: '开始时间', en: 'From' })),
  to: optional(instant({ zh: '结束时间', en: 'To' })),
};
const figures = {
  shiftCount: integer({ zh: '班次数', en: 'Shifts' }),
  dutyHours: decimal({ zh: '值班小时', en: 'Hours on duty' }),
  entryCount: integer({ zh: '入场车辆', en: 'Cars in' }),
  exitCount: integer({ zh: '出场车辆', en: 'Cars out' }),
  cashCount: integer({ zh: '现金笔数', en: 'Cash payments' }),
  cashFen: money({ zh: '收取现金', en: 'Cash taken' }),
  differenceFen: money({ zh: '差额', en: 'Difference' }, { min: -100_000_000_00 }),
  freeCount: integer({ zh: '免费放行', en: 'Let out free' }),
  forcedCount: integer({ zh: '强制开闸', en: 'Forced openings' }),
  operationCount: integer({ zh: '全部异常操作', en: 'All operations' }),
};
const MOST_DAYS = 93;

/** Figures per shift, by its start: cars at the booth's lanes, cash of its holder, barriers opened by hand. */
export const sentryDataByShift = report('sentry-data', {
  title: { zh: '岗亭值班统计', en: 'Sentry duty statistics' },
  path: '/api/statement/sentryData/getByShift',
  access,
  filters: { ...filters, holderId: optional(reference({ zh: '值班人', en: 'On duty' }, 'employee')) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    sentryId,
    lotId,
    holderName: shiftList.columns.holderName,
    state: choice({ zh: '状态', en: 'State' }, ShiftState),
    openedAt: shiftList.columns.openedAt,
    countedAt: shiftList.columns.countedAt,
    ...figures,
  },
  totals: figures,
  maxDays: MOST_DAYS,
});

/** The shifts that a row sums up. */
const SHIFTS = {
  figures: {
    ...Object.fromEntries(Object.keys(figures).map((key) => [key, key])),
    shiftCount: null,
  },
  list: sentryDataByShift,
  page: '/reportData/Sentry_Data',
  period: ['from', 'to'],
} as const;

/** The same by booth. */
export const sentryDataBySentry = report('sentry-data-by-sentry', {
  title: { zh: '岗亭值班统计（按岗亭）', en: 'Sentry duty by booth' },
  path: '/api/statement/sentryData/getBySentry',
  access,
  filters,
  columns: { id: text({ zh: '编号', en: 'Id' }), sentryId, lotId, ...figures },
  totals: figures,
  compared: { by: ['id'] },
  rowsAt: [{ ...SHIFTS, same: ['sentryId', 'lotId'] }],
  maxDays: MOST_DAYS,
});

/** The same by person. */
export const sentryDataByPerson = report('sentry-data-by-person', {
  title: { zh: '岗亭值班统计（按人员）', en: 'Sentry duty by person' },
  path: '/api/statement/sentryData/getByPerson',
  access,
  filters,
  columns: { id: text({ zh: '编号', en: 'Id' }), holderName: shiftList.columns.holderName, ...figures },
  totals: figures,
  compared: { by: ['id'] },
  rowsAt: [{ ...SHIFTS, same: [], as: { id: 'holderId' }, filters: ['lotId', 'sentryId'] }],
  maxDays: MOST_DAYS,
});
