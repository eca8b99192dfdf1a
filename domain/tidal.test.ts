import { describe, expect, test } from 'vitest';
import { type TidalWindow, tidalClash, tidalDirection } from './tidal.ts';

const ZONE = 'Asia/Shanghai';
const WORKDAYS = [1, 2, 3, 4, 5];
const morning: TidalWindow = { days: WORKDAYS, from: '07:00', to: '10:00', direction: 'entry' };
const night: TidalWindow = { days: [6], from: '22:00', to: '06:00', direction: 'exit' };

describe('which way a lane goes', () => {
  test.each([
    ['a workday before the window', '2026-03-02T06:59:59+08:00', 'exit'],
    ['its first minute', '2026-03-02T07:00:00+08:00', 'entry'],
    ['its last minute', '2026-03-02T09:59:59+08:00', 'entry'],
    ['its end', '2026-03-02T10:00:00+08:00', 'exit'],
    ['a weekend', '2026-03-01T08:00:00+08:00', 'exit'],
    ['the same instant told in another zone', '2026-03-02T00:30:00Z', 'entry'],
  ])('%s', (_, at, direction) => {
    expect(tidalDirection([morning], 'exit', Date.parse(at), ZONE)).toBe(direction);
  });

  test.each([
    ['Saturday night', '2026-03-07T23:00:00+08:00', 'exit'],
    ['Sunday before dawn, in the next week', '2026-03-08T05:59:00+08:00', 'exit'],
    ['Sunday at its end', '2026-03-08T06:00:00+08:00', 'entry'],
    ['Saturday before dawn', '2026-03-07T05:00:00+08:00', 'entry'],
  ])('over midnight: %s', (_, at, direction) => {
    expect(tidalDirection([night], 'entry', Date.parse(at), ZONE)).toBe(direction);
  });

  test('without a plan a lane has its usual direction', () => {
    expect(tidalDirection([], 'entry', 0, ZONE)).toBe('entry');
  });
});

describe('a plan', () => {
  test.each<[string, TidalWindow[], [number, number] | null]>([
    ['windows one behind the other', [morning, { ...morning, from: '10:00', to: '12:00' }], null],
    ['windows that overlap', [morning, { ...morning, from: '09:59', to: '12:00' }], [0, 1]],
    ['the same hours on other days', [morning, { ...morning, days: [0, 6] }], null],
    [
      'a night that reaches into the next day',
      [
        { ...night, days: [1] },
        { ...morning, from: '05:00', days: [2] },
      ],
      [0, 1],
    ],
    ['a night that reaches into the next week', [{ ...morning, from: '05:00', days: [0] }, night], [0, 1]],
    [
      'a window of a whole day and the next',
      [
        { ...night, from: '06:00' },
        { ...morning, days: [0] },
      ],
      null,
    ],
  ])('%s', (_, plan, clash) => {
    expect(tidalClash(plan)).toEqual(clash);
  });
});
