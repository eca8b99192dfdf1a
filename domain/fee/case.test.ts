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
