import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecastClose } from './close-forecast.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/** What days of one pattern by the week still received, yesterday first. */
const regular = (rest: (day: number) => number, days = 42) =>
  Array.from({ length: days }, (_, index) => rest((index + 1) % 7));

test('days that repeat exactly are forecast exactly, without a band', () => {
  const past = regular((day) => 1000 + day * 10);
  expect(forecastClose(450, past)).toMatchObject({ value: 1450, low: 1450, high: 1450, error: 0 });
});

test('the same day of the week counts, not the day before', () => {
  const past = regular((day) => (day === 0 ? 9000 : 1000));
  expect(forecastClose(0, past)?.value).toBe(9000);
});

test('before there are weeks, the last days count; too few of them forecast nothing', () => {
  expect(
    forecastClose(
      300,
      regular(() => 1000, 12),
    )?.value,
  ).toBe(1300);
  expect(
    forecastClose(
      0,
      regular(() => 1000, 6),
    ),
  ).toBeNull();
  expect(forecastClose(0, [])).toBeNull();
});

test('the forecast lies in its band and is never below what was received', () => {
  const amount = fc.integer({ min: 0, max: 10_000_00 });
  fc.assert(
    fc.property(amount, fc.array(fc.option(amount), { maxLength: 70 }), (soFar, past) => {
      const found = forecastClose(soFar, past);
      if (!found) return;
      expect(found.low).toBeGreaterThanOrEqual(soFar);
      expect(found.low).toBeLessThanOrEqual(found.value);
      expect(found.value).toBeLessThanOrEqual(found.high);
      expect(found.error).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('the band holds about four fifths of days that vary', () => {
  // A fixed sequence: what counts is that the band is as wide as the days vary.
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const days = Array.from({ length: 400 }, () => 1000 + Math.round(random() * 500));
  const held = Array.from({ length: 300 }, (_, index) => {
    const { low, high } = forecastClose(0, days.slice(index + 1, index + 57))!;
    return days[index]! >= low && days[index]! <= high;
  });
  const share = held.filter(Boolean).length / held.length;
  expect(share).toBeGreaterThan(0.65);
  expect(share).toBeLessThan(0.95);
});
