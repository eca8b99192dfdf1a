import { zoneClock } from '@boyun/domain/period';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutRange, dayRanges, daysRanges, hourRanges, monthsRanges, type Range } from './stat-range.service.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const HOUR_MS = 3_600_000;
const THIRD_MS = 8 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const ms = (text: string) => Date.parse(text);
const zones = [
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
];

test('a stretch is cut into full days, thirds of days, full hours and the rest without a gap', () => {
  const moment = fc.integer({ min: ms('2026-01-01T00:00:00Z'), max: ms('2026-01-06T00:00:00Z') });
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const range = { fromMs: Math.min(a, b), toMs: Math.max(a, b) };
      const { days, thirds, hours, rest } = cutRange(range);
      const parts = [...rest, ...hours, ...thirds, ...(days ? [days] : [])].sort((one, two) => one.fromMs - two.fromMs);
      for (const one of hours) expect([one.fromMs % HOUR_MS, one.toMs % HOUR_MS]).toEqual([0, 0]);
      for (const one of thirds) expect([one.fromMs % THIRD_MS, one.toMs % THIRD_MS]).toEqual([0, 0]);
      if (days) expect([days.fromMs % DAY_MS, days.toMs % DAY_MS]).toEqual([0, 0]);
      let place = range.fromMs;
      for (const part of parts) {
        expect(part.fromMs).toBe(place);
        expect(part.toMs).toBeGreaterThan(part.fromMs);
        place = part.toMs;
      }
      expect(place).toBe(range.toMs);
      for (const one of rest) expect(one.toMs - one.fromMs).toBeLessThan(2 * HOUR_MS);
      for (const one of hours) expect(one.toMs - one.fromMs).toBeLessThan(2 * THIRD_MS);
      for (const one of thirds) expect(one.toMs - one.fromMs).toBeLessThan(2 * DAY_MS);
    }),
  );
});

test('a day of China is three thirds', () => {
  const { today } = dayRanges(ms('2026-03-10T12:00:00Z'), 'Asia/Shanghai');
  expect(cutRange(today)).toEqual({ days: null, thirds: [today], hours: [], rest: [] });
});

test.each([
  ['Asia/Shanghai', '2026-03-10T15:59:59Z', '2026-03-09T16:00:00Z', '2026-03-10T16:00:00Z'],
  ['Asia/Shanghai', '2026-03-10T16:00:00Z', '2026-03-10T16:00:00Z', '2026-03-11T16:00:00Z'],
  ['Asia/Kolkata', '2026-03-10T18:29:00Z', '2026-03-09T18:30:00Z', '2026-03-10T18:30:00Z'],
  ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
])('today in %s at %s', (zone, at, from, to) => {
  const { today } = dayRanges(ms(at), zone);
  expect([new Date(today.fromMs), new Date(today.toMs)]).toEqual([new Date(from), new Date(to)]);
});

test('yesterday and last week end at the same time of their day', () => {
  const { yesterday, lastWeek } = dayRanges(ms('2026-03-10T02:30:00Z'), 'Asia/Shanghai');
  expect(yesterday).toEqual({ fromMs: ms('2026-03-08T16:00:00Z'), toMs: ms('2026-03-09T02:30:00Z') });
  expect(lastWeek).toEqual({ fromMs: ms('2026-03-02T16:00:00Z'), toMs: ms('2026-03-03T02:30:00Z') });
});

test('the day before a clock change is compared by the wall clock', () => {
  // New York springs forward on 8 March 2026: 11:00 there is 15:00 UTC after and 16:00 UTC before.
  const { yesterday } = dayRanges(ms('2026-03-08T15:00:00Z'), 'America/New_York');
  expect(yesterday).toEqual({ fromMs: ms('2026-03-07T05:00:00Z'), toMs: ms('2026-03-07T16:00:00Z') });
});

const isFirst = (localMs: number) => new Date(localMs).getUTCDate() === 1;

test('curves cover their days without gap or overlap, whatever the zone and the clock change', () => {
  const moment = fc.integer({ min: ms('2026-01-01T00:00:00Z'), max: ms('2026-12-31T00:00:00Z') });
  const covers = (ranges: readonly Range[], fromMs: number, toMs: number) => {
    let place = fromMs;
    for (const one of ranges) {
      expect(one.fromMs).toBe(place);
      expect(one.toMs).toBeGreaterThanOrEqual(one.fromMs);
      place = one.toMs;
    }
    expect(place).toBe(toMs);
  };
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (now, zone) => {
      const clock = zoneClock(zone);
      const day = clock.dayOf(now);
      covers(hourRanges(now, zone, 0), clock.dayStart(day), clock.dayStart(day + 1));
      covers(hourRanges(now, zone, 1), clock.dayStart(day - 1), clock.dayStart(day));
      covers(daysRanges(now, zone, 0), clock.dayStart(day - 13), clock.dayStart(day + 1));
      covers(daysRanges(now, zone, 14), clock.dayStart(day - 27), clock.dayStart(day - 13));
      const months = monthsRanges(now, zone, 0);
      covers([...monthsRanges(now, zone, 12), ...months], monthsRanges(now, zone, 12)[0]!.fromMs, months.at(-1)!.toMs);
      expect(months.at(-1)!.fromMs).toBeLessThanOrEqual(now);
      expect(months.at(-1)!.toMs).toBeGreaterThan(now);
      for (const one of months) expect(clock.localOf(one.fromMs + HOUR_MS)).toSatisfy(isFirst);
    }),
  );
});
