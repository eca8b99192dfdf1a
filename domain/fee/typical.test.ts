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
  ['overnight-fee', '2026-03-04T20:30', '2026-03-05T07:00', {}, 29],
];

test.each(cases)('%s from %s to %s with %j costs %d', (id, entry, exit, more, yuan) => {
  const { tariff, zone } = tariffTemplate.find((t) => t.id === id)!;
  expect(
    priceStay(tariff, { enteredAtMs: instantOfWall(entry, zone), exitAtMs: instantOfWall(exit, zone), zone, ...more })
      .totalFen,
  ).toBe(yuan * 100);
});

test('there are at least twelve, each with its own id and without errors of the linter', () => {
  expect(tariffTemplate.length).toBeGreaterThanOrEqual(12);
  expect(new Set(tariffTemplate.map((t) => t.id)).size).toBe(tariffTemplate.length);
  for (const { tariff } of tariffTemplate) expect(lintTariff(tariff).filter((f) => f.severity === 'error')).toEqual([]);
});
