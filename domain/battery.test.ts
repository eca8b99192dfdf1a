import { expect, test } from 'vitest';
import { isBatteryLow } from './battery.ts';

test.each([
  [21, false, false],
  [20, false, true],
  [29, true, true],
  [30, true, false],
  [null, true, true],
  [null, false, false],
])('a battery at %s percent, low before: %s, is low: %s', (percent, was, is) =>
  expect(isBatteryLow(percent, was)).toBe(is),
);
