import { expect, test } from 'vitest';
import { parseWireTime } from './wire-time.ts';

test.each([
  ['a time with its zone', '2026-03-08T16:00:30+08:00', 'Europe/Berlin', '2026-03-08T08:00:30.000Z'],
  ['a wall clock', '2026-03-09 00:00:30.5', 'Asia/Shanghai', '2026-03-08T16:00:30.500Z'],
  ['a day', '2026-03-09', 'Asia/Shanghai', '2026-03-08T16:00:00.000Z'],
  ['a time that comes twice, east of Greenwich', '2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['a time that comes twice, west of it', '2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['a time that is skipped', '2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
])('%s is read', (_, given, zone, instant) => {
  expect(parseWireTime(given, zone).toISOString()).toBe(instant);
});

test.each(['', '2026-02-30', '2026-03-09 24:00', '09:30', '1869-12-31', '2201-01-02', '2026-03-09T'])(
  '%j is no time',
  (given) => {
    expect(() => parseWireTime(given, 'Asia/Shanghai')).toThrow(RangeError);
  },
);
