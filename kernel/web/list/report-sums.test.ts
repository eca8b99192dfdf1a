import { instant, text } from '@boyun/kernel/contract';
import { expect, test } from 'vitest';
import type { Translate } from '../language.ts';
import { sumsBy, sumsOfPeriods } from './report-sums.ts';

const t: Translate = (label, params = {}) => label.en.replace('{n}', String(params.n));
const name = text({ zh: '渠道', en: 'Channel' });

test('figures are summed by name, the largest first', () => {
  const rows = [
    { channel: 'cash', paidFen: 100, count: 1 },
    { channel: 'card', paidFen: 500, count: 2 },
    { channel: 'cash', paidFen: 300, count: null },
  ];
  expect(sumsBy(rows, name, 'channel', ['paidFen'], t)).toEqual([
    { name: 'card', paidFen: 500 },
    { name: 'cash', paidFen: 400 },
  ]);
});

test('what is too small to be drawn is summed up, so that the bars are the whole', () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ channel: `c${index}`, paidFen: index }));
  const sums = sumsBy(rows, name, 'channel', ['paidFen'], t);
  expect(sums).toHaveLength(20);
  expect(sums.at(-1)!.name).toBe('31 others');
  expect(sums.reduce((all, one) => all + Number(one.paidFen), 0)).toBe((49 * 50) / 2);
});

test('moments are summed by day, in their order', () => {
  const at = (day: number, paidFen: number) => ({ at: new Date(Date.UTC(2026, 2, day, 4)), paidFen });
  const field = instant({ zh: '时间', en: 'Time' });
  expect(sumsBy([at(3, 1), at(1, 5), at(3, 2)], field, 'at', ['paidFen'], t)).toEqual([
    { name: '2026-03-01', paidFen: 5 },
    { name: '2026-03-03', paidFen: 3 },
  ]);
});

test('rows of several lots are one bar per period, in the order of the periods', () => {
  const rows = [
    { period: '2026-03-02', lotId: 'a', feeFen: 300 },
    { period: '2026-03-01', lotId: 'a', feeFen: 900 },
    { period: '2026-03-02', lotId: 'b', feeFen: 50 },
  ];
  expect(sumsOfPeriods(rows, 'period', ['feeFen'])).toEqual([
    { period: '2026-03-01', feeFen: 900 },
    { period: '2026-03-02', feeFen: 350 },
  ]);
});
