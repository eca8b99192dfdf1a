import { choice, day, optional, refusals, text } from '@boyun/kernel/contract';

/** The length of the periods of a statement. */
export const StatementBy = {
  day: { zh: '按日', en: 'By day' },
  month: { zh: '按月', en: 'By month' },
  year: { zh: '按年', en: 'By year' },
} as const;
export type StatementBy = keyof typeof StatementBy;

/** Most periods of a statement, and those shown where none are chosen. */
export const STATEMENT_PERIODS: Readonly<Record<StatementBy, { readonly most: number; readonly usual: number }>> = {
  day: { most: 93, usual: 14 },
  month: { most: 36, usual: 12 },
  year: { most: 10, usual: 3 },
};

/** The filters that choose the periods: all that `from` and `to` touch, both ends included. */
export const periodFilters = {
  by: optional(choice({ zh: '统计方式', en: 'By' }, StatementBy)),
  from: optional(day({ zh: '开始日期', en: 'From' })),
  to: optional(day({ zh: '结束日期', en: 'Until' })),
};

/** A period as rows name it: 2026-03-01, 2026-03 or 2026. */
export const periodColumn = text({ zh: '周期', en: 'Period' }, { max: 10 });

export const statementRefusal = refusals('statement', {
  'days-order': { status: 422, zh: '开始日期不能晚于结束日期', en: 'The first day may not be later than the last' },
  'too-many': {
    status: 422,
    zh: '最多统计{count}个周期，请缩短日期范围或改用更长的周期',
    en: 'A statement has at most {count} periods. Choose fewer days, or longer periods',
  },
});
