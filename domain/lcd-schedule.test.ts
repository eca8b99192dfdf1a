import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isShownAt, type LcdTimes, playlistsAt } from './lcd-schedule.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const ZONE = 'Asia/Shanghai';
const always: LcdTimes = {
  days: [],
  dailyFrom: null,
  dailyTo: null,
  validFrom: '2026-01-01',
  validUntil: null,
  isAlone: false,
};
const at = (wall: string) => Date.parse(`${wall}:00+08:00`);

// 2026-11-26 is a Thursday.
test.each([
  ['without limits', {}, '2026-11-26T03:00', true],
  ['before its first day', { validFrom: '2026-11-27' }, '2026-11-26T23:59', false],
  ['on its last day', { validUntil: '2026-11-26' }, '2026-11-26T23:59', true],
  ['after its last day', { validUntil: '2026-11-26' }, '2026-11-27T00:00', false],
  ['on one of its days', { days: [4] }, '2026-11-26T12:00', true],
  ['on another day', { days: [0, 6] }, '2026-11-26T12:00', false],
  ['when its hours begin', { dailyFrom: '08:00', dailyTo: '20:00' }, '2026-11-26T08:00', true],
  ['when its hours are over', { dailyFrom: '08:00', dailyTo: '20:00' }, '2026-11-26T20:00', false],
  ['until midnight', { dailyFrom: '20:00', dailyTo: '24:00' }, '2026-11-26T23:59', true],
  ['in the evening of a night', { dailyFrom: '22:00', dailyTo: '06:00', days: [4] }, '2026-11-26T23:00', true],
  ['the morning after it', { dailyFrom: '22:00', dailyTo: '06:00', days: [4] }, '2026-11-27T05:59', true],
  ['the morning before it', { dailyFrom: '22:00', dailyTo: '06:00', days: [4] }, '2026-11-26T05:59', false],
  [
    'the night of its last day',
    { dailyFrom: '22:00', dailyTo: '06:00', validUntil: '2026-11-26' },
    '2026-11-27T01:00',
    true,
  ],
] as const)('%s', (_, times, wall, shown) => {
  expect(isShownAt({ ...always, ...times }, at(wall), ZONE)).toBe(shown);
});

test('one that is shown alone leaves out the others while its time lasts', () => {
  const usual = { ...always, name: 'usual' };
  const alone = { ...always, name: 'alone', isAlone: true, dailyFrom: '12:00', dailyTo: '13:00' };
  const names = (wall: string) => playlistsAt([usual, alone], at(wall), ZONE).map((one) => one.name);
  expect([names('2026-11-26T11:59'), names('2026-11-26T12:00')]).toEqual([['usual'], ['alone']]);
});

const clocks = fc.integer({ min: 0, max: 1439 }).map((minute) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
});

test('at every instant either a span of hours or the one from its end to its start is shown', () => {
  fc.assert(
    fc.property(clocks, clocks, fc.integer({ min: 0, max: 20 * 1440 }), (from, to, minutes) => {
      fc.pre(from !== to);
      const instant = at('2026-03-01T00:00') + minutes * 60_000;
      const of = (dailyFrom: string, dailyTo: string) => isShownAt({ ...always, dailyFrom, dailyTo }, instant, ZONE);
      return of(from, to) !== of(to, from);
    }),
  );
});
