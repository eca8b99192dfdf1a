import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOfKey, keyOfDay } from './period.ts';
import { type LotDay, type ShareTerms, settleShare, splitByWeight } from './settlement.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const net = fc.integer({ min: -500_00, max: 50_000_00 });
const basisPoints = fc.integer({ min: 0, max: 100_00 });
const terms: fc.Arbitrary<ShareTerms> = fc.oneof(
  basisPoints.map((one) => ({ kind: 'percent' as const, basisPoints: one })),
  fc
    .array(fc.record({ fromFen: fc.integer({ min: 1, max: 200_000_00 }), basisPoints }), { maxLength: 4 })
    .chain((more) =>
      basisPoints.map((first) => ({
        kind: 'tiers' as const,
        tiers: [
          { fromFen: 0, basisPoints: first },
          ...[...new Map(more.map((one) => [one.fromFen, one])).values()].sort((a, b) => a.fromFen - b.fromFen),
        ],
      })),
    ),
  fc.integer({ min: 0, max: 100_000_00 }).map((rentFen) => ({ kind: 'rent' as const, rentFen })),
);
const LOTS = ['a', 'b', 'c'];
const FIRST = dayOfKey('2026-01-20');
const DAYS = 60;
/** The net of each lot on each of sixty days. */
const history = fc
  .array(fc.array(net, { minLength: LOTS.length, maxLength: LOTS.length }), { minLength: DAYS, maxLength: DAYS })
  .map((all): LotDay[] =>
    all.flatMap((lots, day) => lots.map((netFen, lot) => ({ lotId: LOTS[lot]!, day: keyOfDay(FIRST + day), netFen }))),
  );
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
const netOf = (days: readonly LotDay[]) => sum(days.map((one) => one.netFen));
const between = (days: readonly LotDay[], from: string, to: string) =>
  days.filter(({ day }) => day >= from && day <= to);

/** Settles the days from the first in runs that end at the given days. */
function inRuns(of: ShareTerms, days: readonly LotDay[], ends: readonly number[]) {
  let from = keyOfDay(FIRST);
  return ends.map((end) => {
    const to = keyOfDay(FIRST + end);
    const month = `${from.slice(0, 7)}-01`;
    const earlierFen = netOf(days.filter(({ day }) => day >= month && day < from));
    const settled = settleShare(of, { from, to }, between(days, from, to), earlierFen);
    from = keyOfDay(FIRST + end + 1);
    return settled;
  });
}

describe('the share of a settlement', () => {
  test.each<[string, ShareTerms, number, number]>([
    ['a percentage', { kind: 'percent', basisPoints: 65_00 }, 1000_01, 650_01],
    ['a half fen, up', { kind: 'percent', basisPoints: 50_00 }, 3, 2],
    ['less than nothing', { kind: 'percent', basisPoints: 50_00 }, -3, -2],
    [
      'the first band',
      {
        kind: 'tiers',
        tiers: [
          { fromFen: 0, basisPoints: 60_00 },
          { fromFen: 100_00, basisPoints: 70_00 },
        ],
      },
      100_00,
      60_00,
    ],
    [
      'two bands',
      {
        kind: 'tiers',
        tiers: [
          { fromFen: 0, basisPoints: 60_00 },
          { fromFen: 100_00, basisPoints: 70_00 },
        ],
      },
      150_00,
      95_00,
    ],
    [
      'below the bands',
      {
        kind: 'tiers',
        tiers: [
          { fromFen: 0, basisPoints: 60_00 },
          { fromFen: 100_00, basisPoints: 70_00 },
        ],
      },
      -50_00,
      -30_00,
    ],
    ['seven of thirty-one days of a rent', { kind: 'rent', rentFen: 3100_00 }, 0, 700_00],
  ])('%s', (_, of, netFen, shareFen) => {
    const days = [{ lotId: 'a', day: '2026-03-07', netFen }];
    const settled = settleShare(of, { from: '2026-03-01', to: '2026-03-07' }, days, 0);
    expect(settled).toEqual({ shareFen, parts: [{ key: '2026-03-07 a', fen: shareFen }] });
  });

  test('has the same parts by day and lot, which add up to it, in whatever order the days come', () => {
    fc.assert(
      fc.property(terms, history, fc.infiniteStream(fc.nat()), (of, days, order) => {
        const range = { from: keyOfDay(FIRST), to: keyOfDay(FIRST + DAYS - 1) };
        const settled = settleShare(of, range, days, 0);
        expect(sum(settled.parts.map((one) => one.fen))).toBe(settled.shareFen);
        const shuffled = days.map((one) => [order.next().value, one] as const).sort((a, b) => a[0] - b[0]);
        const other = settleShare(
          of,
          range,
          shuffled.map(([, one]) => one),
          0,
        );
        const byKey = (parts: typeof settled.parts) => new Map(parts.map((one) => [one.key, one.fen]));
        expect(byKey(other.parts)).toEqual(byKey(settled.parts));
        expect(other.parts).toHaveLength(days.length);
      }),
      { numRuns: 50 },
    );
  });

  test('is the same in whatever runs the days are settled', () => {
    const ends = fc
      .uniqueArray(fc.integer({ min: 0, max: DAYS - 2 }), { maxLength: 6 })
      .map((all) => [...all.sort((a, b) => a - b), DAYS - 1]);
    fc.assert(
      fc.property(terms, history, ends, (of, days, cuts) => {
        const whole = sum(inRuns(of, days, [DAYS - 1]).map((one) => one.shareFen));
        expect(sum(inRuns(of, days, cuts).map((one) => one.shareFen))).toBe(whole);
      }),
      { numRuns: 100 },
    );
  });

  test('never falls when the net rises, and never exceeds it', () => {
    fc.assert(
      fc.property(terms, net, fc.nat(10_000_00), (of, low, more) => {
        const shareOf = (netFen: number) =>
          settleShare(of, { from: '2026-03-01', to: '2026-03-31' }, [{ lotId: 'a', day: '2026-03-02', netFen }], 0)
            .shareFen;
        expect(shareOf(low + more)).toBeGreaterThanOrEqual(shareOf(low));
        if (of.kind !== 'rent' && low > 0) expect(shareOf(low)).toBeLessThanOrEqual(low);
      }),
    );
  });
});

describe('a split', () => {
  const weights = fc.uniqueArray(fc.record({ key: fc.string({ minLength: 1, maxLength: 4 }), weight: net }), {
    minLength: 1,
    maxLength: 8,
    selector: (one) => one.key,
  });

  test('adds up, and gives each its exact part to the fen', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_00, max: 100_000_00 }), weights, (amount, all) => {
        const parts = splitByWeight(amount, all);
        expect(sum(parts.map((one) => one.fen))).toBe(amount);
        const total = sum(all.map((one) => one.weight));
        if (total === 0) return;
        for (const [index, { weight }] of all.entries())
          expect(Math.abs(parts[index]!.fen - (amount * weight) / total)).toBeLessThan(1.001);
      }),
    );
  });

  test('depends on nothing but keys and weights', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_00 }), weights, (amount, all) => {
        const byKey = (parts: readonly { key: string; fen: number }[]) =>
          new Map(parts.map((one) => [one.key, one.fen]));
        expect(byKey(splitByWeight(amount, [...all].reverse()))).toEqual(byKey(splitByWeight(amount, all)));
      }),
    );
  });
});
