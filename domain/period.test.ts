import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayKey,
  dayMs,
  dayOfKey,
  dayStart,
  instantOfWall,
  keyOfDay,
  monthKey,
  monthStart,
  readClock,
  wallTime,
  weekdayOf,
  zoneClock,
} from './period.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const utc = (text: string) => Date.parse(`${text}Z`);
const zones = [
  'Asia/Shanghai',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'UTC',
];

describe('period', () => {
  test('days begin at the local midnight', () => {
    expect(dayKey(utc('2026-03-01T15:59:59'), 'Asia/Shanghai')).toBe('2026-03-01');
    expect(dayKey(utc('2026-03-01T16:00:00'), 'Asia/Shanghai')).toBe('2026-03-02');
    expect(dayStart(utc('2026-03-01T17:00:00'), 'Asia/Shanghai')).toBe(utc('2026-03-01T16:00:00'));
    expect(monthKey(utc('2026-02-28T16:00:00'), 'Asia/Shanghai')).toBe('2026-03');
    expect(monthStart(utc('2026-03-20T00:00:00'), 'Asia/Shanghai')).toBe(utc('2026-02-28T16:00:00'));
  });

  test('a day that skips midnight begins when it begins', () => {
    // Brazil went from 00:00 to 01:00 on 2018-11-04.
    expect(dayStart(utc('2018-11-04T12:00:00'), 'America/Sao_Paulo')).toBe(utc('2018-11-04T03:00:00'));
    expect(zoneClock('America/Sao_Paulo').isPlainDay(dayOfKey('2018-11-04'))).toBe(false);
  });

  test('an offset is steady until the clocks change', () => {
    const winter = utc('2026-01-10T00:00:00');
    expect(zoneClock('America/New_York').steadyUntil(winter, utc('2030-01-01T00:00:00'))).toBe(
      utc('2026-03-08T07:00:00'),
    );
    expect(zoneClock('America/New_York').steadyUntil(winter, winter + dayMs)).toBe(winter + dayMs);
    expect(zoneClock('Asia/Shanghai').steadyUntil(winter, utc('2036-01-01T00:00:00'))).toBe(utc('2036-01-01T00:00:00'));
  });

  test('times that are skipped or occur twice', () => {
    expect(instantOfWall('2026-03-08T02:30', 'America/New_York')).toBe(utc('2026-03-08T07:00:00'));
    expect(instantOfWall('2026-11-01T01:30', 'America/New_York')).toBe(utc('2026-11-01T05:30:00'));
    expect(
      addDays(instantOfWall('2026-03-07T12:00', 'America/New_York'), 1, 'America/New_York') -
        instantOfWall('2026-03-07T12:00', 'America/New_York'),
    ).toBe(23 * 3_600_000);
  });

  test('months keep the day or take the last', () => {
    const at = instantOfWall('2026-01-31T08:00', 'Asia/Shanghai');
    expect(wallTime(addMonths(at, 1, 'Asia/Shanghai'), 'Asia/Shanghai')).toBe('2026-02-28T08:00:00');
    expect(wallTime(addMonths(at, -2, 'Asia/Shanghai'), 'Asia/Shanghai')).toBe('2025-11-30T08:00:00');
    expect(wallTime(addMonths(at, 25, 'Asia/Shanghai'), 'Asia/Shanghai')).toBe('2028-02-29T08:00:00');
  });

  test.each(['2026-02-30T00:00', '2026-13-01T00:00', '2026-01-01', '2026-01-01T24:00', 'now'])('refuses %s', (text) =>
    expect(() => instantOfWall(text, 'Asia/Shanghai')).toThrow(RangeError),
  );
  test('refuses an unknown zone', () => expect(() => dayKey(0, 'Mars/Olympus')).toThrow('Mars/Olympus'));

  test('weekdays', () => {
    expect(weekdayOf(dayOfKey('2026-11-20'))).toBe(5);
    expect(weekdayOf(dayOfKey('1969-12-28'))).toBe(0);
  });

  const instant = fc.integer({ min: utc('1990-01-01T00:00:00'), max: utc('2035-01-01T00:00:00') });

  test('agrees with Intl, regardless of earlier look-ups', () => {
    const formats = new Map(
      zones.map((zone) => [
        zone,
        new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
      ]),
    );
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
        expect(wallTime(at, zone)).toBe(formats.get(zone)!.format(at).replace(' ', 'T'));
      }),
      { numRuns: 2000 },
    );
  });

  test('wall clock and instant come back, days hold their instants', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
        const clock = zoneClock(zone);
        const again = clock.instantOf(clock.localOf(at));
        // Only the second occurrence of a repeated time maps to the first.
        expect(again === at || (again < at && at - again <= 3_600_000)).toBe(true);
        const day = clock.dayOf(at);
        expect(clock.dayStart(day)).toBeLessThanOrEqual(at);
        expect(clock.dayStart(day + 1)).toBeGreaterThan(at);
        expect(dayOfKey(keyOfDay(day))).toBe(day);
      }),
      { numRuns: 2000 },
    );
  });

  test('later readings never give earlier instants', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 2 * dayMs }), fc.constantFrom(...zones), (at, more, zone) => {
        const clock = zoneClock(zone);
        expect(clock.instantOf(at + more)).toBeGreaterThanOrEqual(clock.instantOf(at));
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ['8', '08:00'],
  ['8:00', '08:00'],
  ['8：05', '08:05'],
  ['0800', '08:00'],
  [' 23:59 ', '23:59'],
  ['24:00', '24:00'],
  ['24:01', null],
  ['25', null],
  ['8:6', null],
  ['12:60', null],
  ['-1', null],
  ['', null],
])('a time of day typed as "%s" is %s', (typed, read) => {
  expect(readClock(typed)).toBe(read);
});
