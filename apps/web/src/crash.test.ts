import { expect, test } from 'vitest';
import { makeCrashFilter, stackOf } from './crash.ts';

test('an error is told once a minute, twenty in all, and harmless ones never', () => {
  let now = 0;
  const isNew = makeCrashFilter(() => now);
  expect([isNew('TypeError: a'), isNew('TypeError: a'), isNew('TypeError: b')]).toEqual([true, false, true]);
  expect(isNew('ResizeObserver loop completed with undelivered notifications.')).toBe(false);
  now = 60_000;
  expect(isNew('TypeError: a')).toBe(true);
  const told = Array.from({ length: 40 }, (_, index) => isNew(`Error: ${index}`));
  expect(told.filter(Boolean)).toHaveLength(17);
});

test('what is told of an error names the errors it was made of', () => {
  const cause = new TypeError('rows is undefined');
  const told = stackOf(new Error('drawn again', { cause }));
  expect(told).toContain('Error: drawn again');
  expect(told).toContain('\nCaused by: TypeError: rows is undefined');
  expect(stackOf('a text')).toBeNull();
});
