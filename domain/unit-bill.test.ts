import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOfWall } from './period.ts';
import { contractMonth, monthBefore, rentOf } from './unit-bill.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const zone = 'Asia/Shanghai';
const at = (text: string) => instantOfWall(text, zone);
const days = (month: string, from: string, to: string | null) => {
  const { contractDays, monthDays } = contractMonth(month, zone, {
    fromMs: at(from),
    toMs: to === null ? null : at(to),
  });
  return [contractDays, monthDays];
};

test('a contract covers the days of a month that it touches', () => {
  expect(days('2026-02', '2026-01-01 00:00', null)).toEqual([28, 28]);
  expect(days('2028-02', '2026-01-01 00:00', null)).toEqual([29, 29]);
  expect(days('2026-03', '2026-03-31 23:59', null)).toEqual([1, 31]);
  expect(days('2026-03', '2026-01-01 00:00', '2026-03-11 00:00')).toEqual([10, 31]);
  expect(days('2026-03', '2026-03-05 12:00', '2026-03-05 12:01')).toEqual([1, 31]);
  expect(days('2026-03', '2026-04-01 00:00', null)).toEqual([0, 31]);
  expect(days('2026-03', '2025-01-01 00:00', '2026-03-01 00:00')).toEqual([0, 31]);
});

test('rent is the full price of a whole month, and its share by days', () => {
  expect(rentOf({ spots: 3, spotFeeFen: 300_00 }, { contractDays: 31, monthDays: 31 })).toBe(900_00);
  expect(rentOf({ spots: 1, spotFeeFen: 100_00 }, { contractDays: 10, monthDays: 31 })).toBe(32_26);
});

test('two contracts that follow each other cost one of the whole month, to the rounding', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(500_00), fc.integer({ min: 0, max: 30 }), (spots, spotFeeFen, split) => {
      const middle = at('2026-04-01 00:00') + split * 86_400_000;
      const of = (fromMs: number, toMs: number) =>
        rentOf({ spots, spotFeeFen }, contractMonth('2026-04', zone, { fromMs, toMs }));
      const sum = of(at('2026-01-01 00:00'), middle) + of(middle, at('2027-01-01 00:00'));
      expect(Math.abs(sum - spots * spotFeeFen)).toBeLessThanOrEqual(1);
    }),
  );
});

test('the month before is that of the lot', () => {
  expect(monthBefore(Date.parse('2026-03-31T16:30:00Z'), zone)).toBe('2026-03');
  expect(monthBefore(Date.parse('2026-03-31T15:30:00Z'), zone)).toBe('2026-02');
  expect(monthBefore(Date.parse('2026-01-15T00:00:00Z'), zone)).toBe('2025-12');
});
