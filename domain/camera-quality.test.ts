import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClockWrong, judgeLens } from './camera-quality.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const days = (count: number, cars: number, share: number) =>
  Array.from({ length: count }, () => ({ cars, read: Math.round(cars * share) }));
const past = days(14, 100, 0.95);

test.each([
  ['as usual', 0.95, false, false],
  ['a little worse', 0.9, false, false],
  ['much worse', 0.85, false, true],
  ['still worse', 0.9, true, true],
  ['as before', 0.93, true, false],
])('a lens that reads %s (%d), suspected before: %s', (_name, share, was, is) => {
  expect(judgeLens(days(1, 100, share), past, was).isSuspect).toBe(is);
});

test('few cars decide nothing', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.nat({ max: 29 }), (was, cars) => {
      expect(judgeLens([{ cars, read: 0 }], past, was)).toMatchObject({ isSuspect: was, rate: null });
      expect(judgeLens(days(1, 100, 0.2), [{ cars: 100, read: 100 }], was)).toMatchObject({
        isSuspect: was,
        usual: null,
      });
    }),
  );
});

test('a worse day never ends a suspicion that a better one keeps', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100 }), fc.nat({ max: 100 }), fc.boolean(), (one, other, was) => {
      const judge = (read: number) => judgeLens([{ cars: 100, read }], past, was).isSuspect;
      const [worse, better] = one < other ? [one, other] : [other, one];
      if (judge(better)) expect(judge(worse)).toBe(true);
    }),
  );
});

test.each([
  [59, false, false],
  [-60, false, true],
  [40, true, true],
  [19, true, false],
  [null, true, true],
])('a clock %s s ahead, wrong before: %s, is wrong: %s', (ahead, was, is) => expect(isClockWrong(ahead, was)).toBe(is));
