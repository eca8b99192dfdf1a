import { describe, expect, it, test } from 'vitest';
import { EXPORT_ROWS, type ExportRange, exportWarning, monthFrom, periodKeys } from './export-range.ts';
import { day, instant, text } from './field.ts';

const pages = (startPage: number, endPage: number, perPage = 20): ExportRange => ({
  kind: 'pages',
  startPage,
  endPage,
  perPage,
});
const period = (fromDay: string, toDay: string): ExportRange => ({ kind: 'period', fromDay, toDay });
const today = '2026-03-31';

describe('what an export warns of', () => {
  it.each([
    ['nothing within the pages there are', pages(1, 3), 50, null],
    ['a start after the end', pages(3, 2), 50, '起始页面需小于结束页面'],
    ['pages beyond the total', pages(1, 4), 50, '导出页数已经超过总数'],
    ['no page beyond the first of an empty list', pages(1, 2), 0, '导出页数已经超过总数'],
    ['nothing at the first page of an empty list', pages(1, 1), 0, null],
    ['page zero at the start', pages(0, 2), 50, '导出页数不得为 0'],
    ['page zero at the end', pages(1, 0), 50, '导出页数不得为 0'],
    ['a start below one', pages(-1, 2), 50, '起始页面需大于 0'],
    ['more than a thousand rows a page', pages(1, 1, 1001), 5000, '最多支持1000条记录'],
    ['nothing at a thousand rows a page', pages(1, 1, 1000), 5000, null],
    ['nothing when everything is wanted', { kind: 'all' } as const, EXPORT_ROWS, null],
    [
      'more rows than one export takes',
      { kind: 'all' } as const,
      EXPORT_ROWS + 1,
      '一次最多导出1000000条，请缩小筛选范围后再导出',
    ],
    [
      'more rows of a period than one export takes',
      period(today, today),
      EXPORT_ROWS + 1,
      '一次最多导出1000000条，请缩小筛选范围后再导出',
    ],
    ['nothing about the last month until today', period(monthFrom(today, -1), today), 50, null],
    ['nothing about a month from its first day', period('2026-01-31', '2026-02-28'), 50, null],
    ['a day more than a month', period('2026-02-27', today), 50, '导出时间范围不能超过一个月'],
    ['the future', period('2026-03-30', '2026-04-01'), 50, '导出时间不能晚于今天'],
    ['a period that ends before it starts', period('2026-03-30', '2026-03-29'), 50, '开始时间不能大于结束时间!'],
  ])('%s', (_, range, total, text) => {
    expect(exportWarning(range, { total, today })?.zh ?? null).toBe(text);
  });
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
] as const)('a month from %s by %d is %s', (from, step, expected) => {
  expect(monthFrom(from, step)).toBe(expected);
});

test.each([
  ['from and to', { from: instant({ zh: '起', en: 'From' }), to: instant({ zh: '止', en: 'To' }) }, ['from', 'to']],
  [
    'a range of a field',
    {
      name: text({ zh: '名', en: 'Name' }),
      dayFrom: day({ zh: '起', en: 'From' }),
      dayTo: day({ zh: '止', en: 'To' }),
    },
    ['dayFrom', 'dayTo'],
  ],
  ['places that are no times', { from: text({ zh: '起', en: 'From' }), to: text({ zh: '止', en: 'To' }) }, null],
  [
    'the first of several ranges',
    {
      presentFrom: instant({ zh: '起', en: 'From' }),
      presentTo: instant({ zh: '止', en: 'To' }),
      from: instant({ zh: '起', en: 'From' }),
      to: instant({ zh: '止', en: 'To' }),
    },
    ['presentFrom', 'presentTo'],
  ],
  ['a start alone', { from: instant({ zh: '起', en: 'From' }) }, null],
])('the time of a list is bound by %s', (_, filters, keys) => {
  expect(periodKeys(filters)).toEqual(keys);
});
