import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { feeCases } from './case.ts';
import { priceStay } from './fee.ts';
import { tariffTemplate } from './template.ts';

test.each(feeCases)('%s from %s to %s costs %i fen', (id, entry, exit, feeFen) => {
  const { tariff, zone } = tariffTemplate.find((t) => t.id === id)!;
  const priced = priceStay(tariff, {
    enteredAtMs: instantOfWall(entry, zone),
    exitAtMs: instantOfWall(exit, zone),
    zone,
  });
  expect(priced.totalFen).toBe(feeFen);
  expect(priced.lines.reduce((sum, line) => sum + line.amountFen, 0)).toBe(feeFen);
});

/** The table of worked stays that may lie in a folder `shared` beside the repository; it is not part of it. */
function sharedCases(): URL | undefined {
  const path = 'shared/data/tariffs/cases.csv';
  const found = ['../../../', '../../../../'].map((up) => new URL(`${up}${path}`, import.meta.url));
  return found.find((url) => existsSync(url));
}

const table = sharedCases();

test.skipIf(!table)('all worked stays of the shared table are tried here', () => {
  const [, ...rows] = readFileSync(table!, 'utf8').trim().split('\n');
  const minute = (time: string) => time.replace(/:00$/, '');
  const given = rows.map((row) => {
    const [tariff = '', entry = '', exit = '', yuan] = row.split(',');
    return [tariff, minute(entry), minute(exit), Math.round(Number(yuan) * 100)];
  });
  expect(given.length).toBeGreaterThan(0);
  for (const one of given) expect(feeCases).toContainEqual(one);
});
