import { expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { lintTariff, priceStay, type Stay, tariffTemplate } from './fee.ts';

/** Fees worked out by hand from the sentence of each ready tariff, in yuan; 4 March 2026 is a Wednesday. */
const cases: [id: string, entry: string, exit: string, more: Partial<Stay>, yuan: number][] = [
  ['per-entry', '2026-03-04T09:00', '2026-03-04T09:15', {}, 0],
  ['per-entry', '2026-03-04T09:00', '2026-03-09T09:15', {}, 10],
  ['day-night-unfinished-free', '2026-03-04T20:15', '2026-03-04T23:30', {}, 3],
  ['day-night-unfinished-free', '2026-03-04T08:00', '2026-03-04T20:00', {}, 30],
  ['airport-ladder', '2026-03-04T09:00', '2026-03-04T10:30', {}, 20],
  ['airport-ladder', '2026-03-04T09:00', '2026-03-04T14:30', {}, 40],
  ['airport-ladder', '2026-03-04T09:00', '2026-03-05T09:10', {}, 90],
  ['evening-flat', '2026-03-04T18:10', '2026-03-05T08:30', {}, 22],
  ['evening-flat', '2026-03-04T19:00', '2026-03-06T07:00', {}, 86],
  ['mall-workday-holiday', '2026-03-04T09:00', '2026-03-04T12:00', {}, 16],
  ['mall-workday-holiday', '2026-03-06T08:00', '2026-03-07T23:00', {}, 100],
  ['new-energy-half', '2026-03-04T09:00', '2026-03-04T12:00', { plateColor: 1 }, 12],
  ['new-energy-half', '2026-03-04T09:00', '2026-03-04T12:00', { plateColor: 6 }, 4],
  ['station-two-days', '2026-03-04T09:00', '2026-03-06T10:00', {}, 105],
  ['station-two-days', '2026-03-04T09:00', '2026-03-06T10:00', { vehicleKind: 'large' }, 210],
  ['free-then-half-hours', '2026-03-04T09:00', '2026-03-04T11:00', {}, 0],
  ['free-then-half-hours', '2026-03-04T09:00', '2026-03-04T12:05', {}, 9],
  ['free-then-half-hours', '2026-03-04T09:00', '2026-03-05T12:05', {}, 49],
  ['roadside-day-night', '2026-03-04T09:00', '2026-03-04T09:15', {}, 0],
  ['roadside-day-night', '2026-03-04T09:00', '2026-03-04T11:00', {}, 14],
  ['roadside-day-night', '2026-03-04T19:00', '2026-03-05T07:00', {}, 6],
  ['residential-night', '2026-03-04T09:00', '2026-03-04T11:30', {}, 6],
  ['residential-night', '2026-03-04T07:00', '2026-03-05T07:00', {}, 15],
  ['residential-night', '2026-03-04T20:00', '2026-03-05T06:00', {}, 5],
  ['office-workday', '2026-03-04T09:00', '2026-03-04T18:00', {}, 60],
  ['office-workday', '2026-03-04T09:00', '2026-03-04T11:00', {}, 16],
  ['office-workday', '2026-03-07T09:00', '2026-03-07T18:00', {}, 10],
  ['hospital-visit', '2026-03-04T09:00', '2026-03-04T10:50', {}, 5],
  ['hospital-visit', '2026-03-04T09:00', '2026-03-04T13:10', {}, 11],
  ['hospital-visit', '2026-03-04T09:00', '2026-03-05T08:00', {}, 25],
  ['overnight-fee', '2026-03-04T20:30', '2026-03-05T07:00', {}, 29],
];

test.each(cases)('%s from %s to %s with %j costs %d', (id, entry, exit, more, yuan) => {
  const { tariff, zone } = tariffTemplate.find((t) => t.id === id)!;
  expect(
    priceStay(tariff, { enteredAtMs: instantOfWall(entry, zone), exitAtMs: instantOfWall(exit, zone), zone, ...more })
      .totalFen,
  ).toBe(yuan * 100);
});

test('each has an id of its own and no finding of the linter, other than prices that its notice means so', () => {
  expect(new Set(tariffTemplate.map((t) => t.id)).size).toBe(tariffTemplate.length);
  const found = tariffTemplate.map(({ id, tariff }) => [id, lintTariff(tariff)] as const);
  expect(found.flatMap(([, all]) => all.filter((one) => one.severity === 'error'))).toEqual([]);
  expect(found.filter(([, all]) => all.length > 0).map(([id]) => id)).toEqual([
    'overnight-fee',
    'guangzhou-day-night',
    'shenzhen-class-1-workday',
  ]);
});
