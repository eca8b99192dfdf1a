import { expect, test } from 'vitest';
import { serialNumber } from './serial-number.ts';

const AT = new Date('2026-11-22T16:45:17Z');

test.each([
  ['Asia/Shanghai', '261123', '261123004517'],
  ['UTC', '261122', '261122164517'],
])('a number of %s begins with its day', (zone, day, time) => {
  expect(serialNumber('P', AT, zone, { digits: 6, isTimed: true })).toMatch(new RegExp(`^P${time}[0-9A-F]{6}$`));
  expect(serialNumber('M', AT, zone, { digits: 8 })).toMatch(new RegExp(`^M${day}[0-9A-F]{8}$`));
});
