import { expect, test } from 'vitest';
import { otherPeriod } from './compared-period.ts';

const ZONE = 'Asia/Shanghai';
/** Thursday, 15:30 in Shanghai. */
const NOW = new Date('2026-11-26T07:30:00Z');
const local = (text: string) => new Date(`${text}+08:00`);

test.each([
  [
    'the days just before, as long',
    'before',
    ['2026-11-10T00:00:00', '2026-11-16T23:59:59'],
    ['2026-11-03T00:00:00', '2026-11-09T23:59:59'],
  ],
  [
    'a whole month against a whole month',
    'before',
    ['2026-10-01T00:00:00', '2026-10-31T23:59:59'],
    ['2026-09-01T00:00:00', '2026-09-30T23:59:59'],
  ],
  [
    'a running month until the same day and time',
    'before',
    ['2026-11-01T00:00:00', '2026-11-30T23:59:59'],
    ['2026-10-01T00:00:00', '2026-10-26T15:30:00'],
  ],
  [
    'a running day until the same time',
    'before',
    ['2026-11-26T00:00:00', '2026-11-26T23:59:59'],
    ['2026-11-25T00:00:00', '2026-11-25T15:30:00'],
  ],
  [
    'a running month against the year before',
    'year-before',
    ['2026-11-01T00:00:00', '2026-11-30T23:59:59'],
    ['2025-11-01T00:00:00', '2025-11-26T15:30:00'],
  ],
] as const)('%s', (_, comparison, [from, to], [otherFrom, otherTo]) => {
  const other = otherPeriod({ from: local(from), to: local(to) }, comparison, NOW, ZONE);
  expect(other).toMatchObject({ from: local(otherFrom), to: local(otherTo) });
});

test('days are compared as days, and a period without both ends with nothing', () => {
  expect(otherPeriod({ from: '2026-11-01', to: '2026-11-30' }, 'before', NOW, ZONE)).toMatchObject({
    from: '2026-10-01',
    to: '2026-10-26',
    days: '2026-10-01 ~ 2026-10-26',
  });
  expect(otherPeriod({ from: '2026-11-01' }, 'before', NOW, ZONE)).toBeNull();
});

test('rows by month or year are compared with whole ones', () => {
  const days = { from: '2026-10-09', to: '2026-11-20' };
  expect(otherPeriod({ ...days, by: 'month' }, 'before', NOW, ZONE)).toMatchObject({
    from: '2026-08-01',
    to: '2026-09-30',
    shift: { days: 0, months: 2 },
  });
  expect(otherPeriod({ ...days, by: 'year' }, 'year-before', NOW, ZONE)).toMatchObject({
    from: '2025-01-01',
    to: '2025-12-31',
  });
});
