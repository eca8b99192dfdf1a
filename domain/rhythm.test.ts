import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, dayOfKey, instantOfWall, wallTime, weekdayOf, zoneClock } from './period.ts';
import { type Comparison, comparedSpan, type DaySpanName, daysNamed, nextOf, type Rhythm } from './rhythm.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const ZONE = 'Asia/Shanghai';

test.each<[Rhythm, string, string]>([
  [{ kind: 'day', at: '07:00' }, '2026-11-26T06:59:59', '2026-11-26T07:00:00'],
  [{ kind: 'day', at: '07:00' }, '2026-11-26T07:00:00', '2026-11-27T07:00:00'],
  [{ kind: 'week', at: '07:00', weekDay: 1 }, '2026-11-26T12:00:00', '2026-11-30T07:00:00'],
  [{ kind: 'week', at: '07:00', weekDay: 4 }, '2026-11-26T06:00:00', '2026-11-26T07:00:00'],
  [{ kind: 'month', at: '23:30', monthDay: 1 }, '2026-12-31T23:59:00', '2027-01-01T23:30:00'],
  [{ kind: 'month', at: '00:00', monthDay: 28 }, '2026-02-28T00:00:00', '2026-03-28T00:00:00'],
])('%j after %s is due at %s', (rhythm, after, due) => {
  expect(wallTime(nextOf(rhythm, instantOfWall(after, ZONE), ZONE), ZONE)).toBe(due);
});

test('a clock that skips the time is due when it goes on', () => {
  const at = nextOf(
    { kind: 'day', at: '02:30' },
    instantOfWall('2026-03-29T00:00:00', 'Europe/Berlin'),
    'Europe/Berlin',
  );
  expect(wallTime(at, 'Europe/Berlin')).toBe('2026-03-29T03:00:00');
});

const rhythms = fc.oneof(
  fc.record({ kind: fc.constant('day' as const), at: fc.constantFrom('00:00', '07:05', '23:59') }),
  fc.record({ kind: fc.constant('week' as const), at: fc.constant('07:00'), weekDay: fc.integer({ min: 0, max: 6 }) }),
  fc.record({
    kind: fc.constant('month' as const),
    at: fc.constant('18:30'),
    monthDay: fc.integer({ min: 1, max: 28 }),
  }),
);

test('due times come later, in order, and none is left out', () => {
  fc.assert(
    fc.property(rhythms, fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), (rhythm, seconds) => {
      const first = nextOf(rhythm, seconds * 1000, ZONE);
      const second = nextOf(rhythm, first, ZONE);
      expect(first).toBeGreaterThan(seconds * 1000);
      const most = { day: 1, week: 7, month: 31 }[rhythm.kind];
      const least = { day: 1, week: 7, month: 28 }[rhythm.kind];
      expect(second - first).toBeLessThanOrEqual(most * dayMs);
      expect(second - first).toBeGreaterThanOrEqual(least * dayMs);
      if (rhythm.kind === 'week') expect(weekdayOf(zoneClock(ZONE).dayOf(first))).toBe(rhythm.weekDay);
    }),
  );
});

test.each<[DaySpanName, string, string, string]>([
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last-7-days', '2026-11-26', '2026-11-19', '2026-11-25'],
  ['last-week', '2026-11-26', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-29', '2026-11-16', '2026-11-22'],
  ['this-month', '2026-11-26', '2026-11-01', '2026-11-26'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
])('%s on %s is %s to %s', (name, today, from, to) => {
  expect(daysNamed(name, dayOfKey(today))).toEqual({ from, to });
});

test.each<[string, string, Comparison, string, string]>([
  ['2026-11-20', '2026-11-26', 'before', '2026-11-13', '2026-11-19'],
  ['2026-11-26', '2026-11-26', 'before', '2026-11-25', '2026-11-25'],
  ['2026-03-01', '2026-03-31', 'before', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-03-31', 'before', '2025-10-01', '2025-12-31'],
  ['2026-02-01', '2026-02-28', 'year-before', '2025-02-01', '2025-02-28'],
  ['2025-02-01', '2025-02-28', 'year-before', '2024-02-01', '2024-02-29'],
  ['2028-02-20', '2028-02-29', 'year-before', '2027-02-20', '2027-02-28'],
])('%s to %s is compared, %s, with %s to %s', (from, to, comparison, otherFrom, otherTo) => {
  expect(comparedSpan({ from, to }, comparison)).toMatchObject({ from: otherFrom, to: otherTo });
});
