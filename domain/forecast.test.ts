import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forecastHours, SHORTEST_HISTORY } from './forecast.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const WEEK = 168;
/** A week of values, repeated. */
const repeated = (week: readonly number[], hours: number) =>
  Array.from({ length: hours }, (_, hour) => week[hour % WEEK]!);
const weeks = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: WEEK, maxLength: WEEK });

test('what repeats by the week is forecast without error, wherever the series ends', () => {
  fc.assert(
    fc.property(weeks, fc.integer({ min: 0, max: 2 * WEEK }), (week, more) => {
      const hours = SHORTEST_HISTORY + more;
      const { hours: found, error } = forecastHours(repeated(week, hours), null)!;
      for (const [index, { value, low, high }] of found.entries()) {
        expect(value).toBeCloseTo(week[(hours + index) % WEEK]!, 6);
        expect([low, high]).toEqual([value, value]);
      }
      expect(error.mean).toBeCloseTo(0, 6);
      expect(error.count).toBeGreaterThan(0);
    }),
    { numRuns: 40 },
  );
});

const noisy = fc
  .tuple(weeks, fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 3 * WEEK, maxLength: 5 * WEEK }))
  .map(([week, noise]) => noise.map((one, hour) => week[hour % WEEK]! + one + 40));

test('values and bands stay between nothing and the most, and the band holds the value', () => {
  fc.assert(
    fc.property(noisy, fc.integer({ min: 1, max: 300 }), (series, most) => {
      const { hours } = forecastHours(
        series.map((one) => Math.min(one, most)),
        most,
      )!;
      for (const { value, low, high } of hours) {
        expect(0 <= low && low <= value && value <= high && high <= most).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('a lot that is fuller by a constant is forecast fuller by it, with the same error', () => {
  fc.assert(
    fc.property(noisy, fc.integer({ min: 1, max: 900 }), (series, more) => {
      const [one, other] = [
        forecastHours(series, null)!,
        forecastHours(
          series.map((value) => value + more),
          null,
        )!,
      ];
      // Nothing is cut off at zero where the values are high enough.
      if (one.hours.some(({ low }) => low === 0)) return;
      for (const [index, { value }] of one.hours.entries())
        expect(other.hours[index]!.value).toBeCloseTo(value + more, 4);
      expect(other.error.mean).toBeCloseTo(one.error.mean, 4);
    }),
    { numRuns: 30 },
  );
});

test('hours that are not known are left out of the measure', () => {
  fc.assert(
    fc.property(weeks, fc.array(fc.nat(4 * WEEK - 1), { maxLength: 60 }), (week, gaps) => {
      const series: (number | null)[] = repeated(week, 4 * WEEK);
      for (const gap of gaps) series[gap] = null;
      const found = forecastHours(series, null);
      if (found) expect(found.error.mean).toBeCloseTo(0, 6);
    }),
    { numRuns: 40 },
  );
});

describe('the error', () => {
  const base = (hour: number) => 100 + 60 * Math.sin((hour / 24) * 2 * Math.PI);

  test('is smaller than that of guessing no change, where days have a shape', () => {
    const series = Array.from({ length: 5 * WEEK }, (_, hour) => base(hour) + ((hour * 7919) % 23) - 11);
    const { error } = forecastHours(series, null)!;
    expect(error.mean).toBeLessThan(error.unchanged / 2);
    expect(error.mean).toBeGreaterThan(0);
  });

  test('is measured on the days that followed: a break in the last days makes it large', () => {
    const calm = Array.from({ length: 5 * WEEK }, (_, hour) => base(hour));
    const broken = calm.map((one, hour) => (hour >= 5 * WEEK - 72 && hour % 24 === 12 ? one + 200 : one));
    expect(forecastHours(broken, null)!.error.mean).toBeGreaterThan(1);
  });
});

test('less than two weeks are too little', () => {
  expect(forecastHours(repeated(Array(WEEK).fill(5), SHORTEST_HISTORY - 1), null)).toBeNull();
});
