import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unusualDays } from './unusual.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/** Nine weeks, each day of the week with its own level. */
const plain = Array.from({ length: 63 }, (_, day) => 1000 + (day % 7) * 100 + ((day * 37) % 11));

test.each<[string, number, boolean]>([
  ['half of the usual', 800, true],
  ['twice the usual', 3200, true],
  ['a tenth more', 1760, false],
  ['nothing at all', 0, true],
])('a day with %s', (_, value, isUnusual) => {
  const series = [...plain.slice(0, -1), value];
  const found = unusualDays(series, 1);
  expect(found.length).toBe(isUnusual ? 1 : 0);
  if (isUnusual) {
    expect(found[0]).toMatchObject({ at: 62, value, weeks: 8 });
    expect(found[0]!.usual).toBeGreaterThan(1590);
    expect(found[0]!.usual).toBeLessThan(1620);
  }
});

test('nothing is unusual without four weeks to compare with', () => {
  expect(unusualDays([...plain.slice(0, 27), 0], 28)).toEqual([]);
  expect(unusualDays([...plain.slice(0, 28), 0], 1)).toHaveLength(1);
});

const series = fc.array(fc.option(fc.integer({ min: 0, max: 10_000 }), { freq: 9 }), { minLength: 30, maxLength: 100 });

test('what is marked lies outside the range it names, and what is not lies inside', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: 0, max: 500 }), (values, least) => {
      const found = unusualDays(values, 14, least);
      for (const { at, value, low, high, usual } of found) {
        expect(value < low || value > high).toBe(true);
        expect(low <= usual && usual <= high).toBe(true);
        expect(Math.abs(value - usual)).toBeGreaterThan(least);
        expect(at).toBeGreaterThanOrEqual(values.length - 14);
      }
    }),
  );
});

test('a day is not part of what it is compared with: marks do not depend on later days', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: 0, max: 10_000 }), (values, later) => {
      const own = unusualDays(values, 1).map((one) => one.value);
      const withLater = unusualDays([...values, later], 2).filter((one) => one.at === values.length - 1);
      expect(withLater.map((one) => one.value)).toEqual(own);
    }),
  );
});
