import { expect, test } from 'vitest';
import { makeCrashFilter, stackOf } from './crash.ts';

test('the crash filter reports the same error once a minute, twenty errors in total, and never harmless ones', () => {
  let now = 0;
  const isNew = makeCrashFilter(() => now);
  expect([isNew('TypeError: a'), isNew('TypeError: a'), isNew('TypeError: b')]).toEqual([true, false, true]);
  expect(isNew('ResizeObserver loop completed with undelivered notifications.')).toBe(false);
  now = 60_000;
  expect(isNew('TypeError: a')).toBe(true);
  const told = Array.from({ length: 40 }, (_, index) => isNew(`Error: ${index}`));
  expect(told.filter(Boolean)).toHaveLength(17);
});

test('the reported stack of an error includes its causes', () => {
  const cause = new TypeError('rows is undefined');
  const told = stackOf(new Error('drawn again', { cause }));
  expect(told).toContain('Error: drawn again');
  expect(told).toContain('\nCaused by: TypeError: rows is undefined');
  expect(stackOf('a text')).toBeNull();
});
