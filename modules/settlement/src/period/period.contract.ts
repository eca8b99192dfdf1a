import {
  choice,
  instant,
  integer,
  money,
  month,
  operation,
  optional,
  permission,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

/** Whether a month takes entries. */
export const PeriodState = {
  open: { zh: '未结账', en: 'Open', tone: 'info' },
  closed: { zh: '已结账', en: 'Closed', tone: 'good' },
} as const;
export type PeriodState = keyof typeof PeriodState;

const monthOf = month({ zh: '会计期间', en: 'Month' });
const note = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255, isLong: true });

/** The months of the ledger. */
export const periodList = report('accounting-period', {
  title: { zh: '会计期间', en: 'Accounting months' },
  path: '/api/accountingPeriod/list',
  access: permission('accounting-period.list', { zh: '查看会计期间', en: 'View: Accounting months' }),
  filters: {},
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    month: monthOf,
    state: choice({ zh: '状态', en: 'State' }, PeriodState),
    entryCount: integer({ zh: '分录数', en: 'Entries' }),
    debitFen: money({ zh: '借方合计', en: 'Debits' }, { max: 1_000_000_000_00 }),
    creditFen: money({ zh: '贷方合计', en: 'Credits' }, { max: 1_000_000_000_00 }),
    closedAt: optional(instant({ zh: '结账时间', en: 'Closed at' })),
    closedBy: optional(text({ zh: '结账人', en: 'Closed by' })),
    reopenedAt: optional(instant({ zh: '反结账时间', en: 'Reopened at' })),
    reopenedBy: optional(text({ zh: '反结账人', en: 'Reopened by' })),
    note: optional(text({ zh: '说明', en: 'Note' })),
  },
});

/** Closes a month: the database takes no further entry of it. */
export const closePeriod = operation('close-period', {
  title: { zh: '结账', en: 'Close the month' },
  path: '/api/accountingPeriod/close',
  access: permission('accounting-period.close', { zh: '会计期间结账', en: 'Close accounting months' }),
  needsPassword: {
    zh: '是否结账？结账后该月不再接受任何分录。',
    en: 'Close this month? It takes no entry afterwards.',
  },
  input: { month: monthOf },
  output: {},
  audit: 'accounting-period.closed',
});

/** Opens the last closed month again, after approval where the flow requires one. */
export const reopenPeriod = operation('reopen-period', {
  title: { zh: '反结账', en: 'Reopen the month' },
  path: '/api/accountingPeriod/reopen',
  access: permission('accounting-period.reopen', { zh: '会计期间反结账', en: 'Reopen accounting months' }),
  needsPassword: { zh: '是否反结账？', en: 'Reopen this month?' },
  input: { month: monthOf, note },
  output: reviewAnswer,
  audit: 'accounting-period.reopen-requested',
});

/** Refusals of accounting months. */
export const periodRefusal = refusals('accounting-period', {
  'not-next': { status: 409, zh: '请先结账{month}', en: 'Close {month} first' },
  'not-over': {
    status: 409,
    zh: '{month}还没有结束，次日1时后才能结账',
    en: '{month} is not over: it can be closed one hour after its end',
  },
  'is-closed': { status: 409, zh: '{month}已结账', en: '{month} is closed' },
  'not-last': { status: 409, zh: '只能反结账最后一个已结账的月份', en: 'Only the last closed month can be reopened' },
  unbalanced: {
    status: 409,
    zh: '{month}借贷不平，不能结账，请先校验账目',
    en: 'The debits and credits of {month} differ: verify the books first',
  },
});
