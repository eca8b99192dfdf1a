import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReductionOffer, ReductionSource } from './reduction.ts';
import { conflictFinder, type TriedStay } from './reduction-conflict.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const ZONE = 'Asia/Shanghai';
const AT = Date.parse('2026-03-04T18:00:00+08:00');
const offer = (
  sourceId: string,
  source: ReductionSource,
  effect: ReductionOffer['effect'],
  rule: ReductionOffer['rule'] = {},
): ReductionOffer => ({
  source,
  sourceId,
  payer: source === 'merchant' ? 'merchant' : 'operator',
  effect,
  words: { zh: sourceId, en: sourceId },
  rule,
});
const tried = (feeFen: number, ...offers: ReductionOffer[]): TriedStay<number> => ({
  of: feeFen,
  stay: { lotId: 'lot', vehicleKind: null, atMs: AT, zone: ZONE },
  feeFen,
  offers,
  price: () => feeFen,
});
function findConflicts(stays: readonly TriedStay<number>[]) {
  const finder = conflictFinder<number>();
  for (const one of stays) finder.take(one);
  return finder.found();
}
const seen = (stays: readonly TriedStay<number>[]) =>
  findConflicts(stays).map(({ kind, parties, stayCount, example }) => [
    kind,
    parties.map((one) => one.sourceId).join('+'),
    stayCount,
    example.of,
  ]);

const half = offer('half', 'activity', { kind: 'percent', percent: 50 });
const five = offer('five', 'coupon', { kind: 'amount', fen: 5_00 });

test('two that each leave something and nothing together are named, with the dearest example', () => {
  expect(seen([tried(8_00, half, five), tried(10_00, half, five), tried(30_00, half, five)])).toEqual([
    ['free-together', 'half+five', 2, 10_00],
  ]);
});

test('an activity whose smallest fee is never reached never applies', () => {
  const late = offer('late', 'activity', { kind: 'amount', fen: 1_00 }, { minimumFeeFen: 100_00 });
  expect(seen([tried(8_00, late, five), tried(15_00, late)])).toEqual([['never', 'late', 2, 15_00]]);
});

test('one that loses to an exclusive one each time is displaced by it', () => {
  const best = offer('best', 'coupon', { kind: 'amount', fen: 6_00 }, { isExclusive: true });
  const small = offer('small', 'coupon', { kind: 'amount', fen: 2_00 }, { isExclusive: true });
  expect(seen([tried(8_00, best, small), tried(20_00, best, small)])).toEqual([['displaced', 'small+best', 2, 20_00]]);
});

test('an activity that makes everything free without a budget is named; with one, or from a merchant, it is not', () => {
  const free = (source: ReductionSource, rule = {}) => offer('free', source, { kind: 'free' }, rule);
  expect(seen([tried(8_00, free('activity'))])).toEqual([['free-for-all', 'free', 1, 8_00]]);
  expect(seen([tried(8_00, free('activity', { budgetFen: 100_00 }))])).toEqual([]);
  expect(seen([tried(8_00, free('merchant'))])).toEqual([]);
});

test('the order of offers changes nothing, and examples add up', () => {
  const offers = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      source: fc.constantFrom<ReductionSource>('activity', 'merchant', 'coupon'),
      fen: fc.integer({ min: 1, max: 12_00 }),
      isExclusive: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(offers, fc.array(fc.integer({ min: 0, max: 20_00 }), { minLength: 1, maxLength: 4 }), (given, fees) => {
      const own = [...new Map(given.map((one) => [one.id, one])).values()].map(({ id, source, fen, isExclusive }) =>
        offer(`${id}`, source, { kind: 'amount', fen }, { isExclusive }),
      );
      const one = findConflicts(fees.map((fee) => tried(fee, ...own)));
      const other = findConflicts(fees.map((fee) => tried(fee, ...own.toReversed())));
      const keys = (all: typeof one) =>
        all.map(({ kind, parties, stayCount }) => {
          const ids = parties.map((party) => party.sourceId);
          return JSON.stringify([kind, kind === 'free-together' ? ids.sort() : ids, stayCount]);
        });
      expect(keys(one).sort()).toEqual(keys(other).sort());
      for (const { example } of one) {
        const reduced = example.lines.reduce((sum, line) => sum + line.amountFen, 0);
        expect(example.dueFen).toBe(example.feeFen - reduced);
        expect(example.dueFen).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
