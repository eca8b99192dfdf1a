import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Covered } from './fee/stay.ts';
import {
  type ReducedStay,
  type ReductionEffect,
  type ReductionLine,
  type ReductionOffer,
  type ReductionRule,
  type ReductionTerms,
  reduceFee,
  reductionPayers,
  reductionSources,
} from './reduction.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const ZONE = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`2026-03-${text}:00+08:00`);
const ENTERED = at('04T08:00');
/** Wednesday, ten hours after the entry. */
const LEFT = at('04T18:00');
const stay: ReducedStay = { lotId: 'lot-1', vehicleKind: 'small', atMs: LEFT, zone: ZONE };
const FEE = 10_00;

/** One yuan for each hour that is not covered; the other tariff halves it. */
function price({ covered, tariffId }: ReductionTerms): number {
  let chargedMs = 0;
  let endMs = ENTERED;
  for (const { fromMs, toMs } of [...covered].sort((a, b) => a.fromMs - b.fromMs)) {
    chargedMs += Math.max(0, fromMs - endMs);
    endMs = Math.max(endMs, toMs);
  }
  chargedMs += Math.max(0, LEFT - endMs);
  const fen = Math.floor(chargedMs / 36_000);
  return tariffId ? Math.floor(fen / 2) : fen;
}

const hours = (from: number, to: number): Covered[] => [
  { fromMs: ENTERED + from * 3_600_000, toMs: ENTERED + to * 3_600_000 },
];
const offer = (effect: ReductionEffect, more: Partial<ReductionOffer> = {}): ReductionOffer => ({
  source: 'coupon',
  sourceId: null,
  payer: 'operator',
  effect,
  words: { zh: '券', en: 'Coupon' },
  ...more,
});
const reduce = (offers: readonly ReductionOffer[], settledFen = 0) =>
  reduceFee({ feeFen: FEE, settledFen, stay, offers, price });
const amounts = (offers: readonly ReductionOffer[], settledFen = 0) =>
  reduce(offers, settledFen).lines.map(({ kind, amountFen }) => [kind, amountFen]);

test.each<[effect: ReductionEffect, amountFen: number, value: number | null]>([
  [{ kind: 'free' }, 10_00, null],
  [{ kind: 'amount', fen: 3_00 }, 3_00, 3_00],
  [{ kind: 'amount', fen: 30_00 }, 10_00, 30_00],
  [{ kind: 'percent', percent: 25 }, 2_50, 25],
  [{ kind: 'fixed-price', fen: 4_00 }, 6_00, 4_00],
  [{ kind: 'minutes', spans: [...hours(0, 2), ...hours(1, 3)] }, 3_00, 180],
  [{ kind: 'tariff', tariffId: 'half' }, 5_00, null],
  // Six hours in the window cost six yuan, of which two are charged.
  [{ kind: 'cap', fen: 2_00, spans: hours(2, 8) }, 4_00, 2_00],
])('one reduction takes off what it says: %j', (effect, amountFen, value) => {
  const { lines, reducedFen } = reduce([offer(effect)]);
  expect(lines).toEqual([
    {
      source: 'coupon',
      sourceId: null,
      payer: 'operator',
      kind: effect.kind,
      value,
      amountFen,
      zh: '券',
      en: 'Coupon',
    },
  ]);
  expect(reducedFen).toBe(amountFen);
});

test.each<[effect: ReductionEffect]>([
  [{ kind: 'fixed-price', fen: 12_00 }],
  [{ kind: 'minutes', spans: [] }],
  [{ kind: 'cap', fen: 8_00, spans: hours(2, 8) }],
  [{ kind: 'percent', percent: 0 }],
])('what takes nothing off leaves no line: %j', (effect) => {
  expect(reduce([offer(effect)])).toMatchObject({ lines: [], reducedFen: 0, chargedFen: FEE });
});

test('sources apply in their order, each to what is left', () => {
  const offers = [
    offer({ kind: 'amount', fen: 50 }, { source: 'waiver' }),
    offer({ kind: 'percent', percent: 50 }, { source: 'coupon' }),
    offer({ kind: 'amount', fen: 2_00 }, { source: 'merchant', payer: 'merchant' }),
    offer({ kind: 'minutes', spans: hours(0, 4) }, { source: 'list' }),
  ];
  expect(reduce(offers).lines.map(({ source, payer, amountFen }) => [source, payer, amountFen])).toEqual([
    ['list', 'operator', 4_00],
    ['merchant', 'merchant', 2_00],
    ['coupon', 'operator', 2_00],
    ['waiver', 'operator', 50],
  ]);
});

test('covers that overlap count the same time once', () => {
  const pack = (from: number, to: number) => offer({ kind: 'minutes', spans: hours(from, to) }, { source: 'list' });
  expect(reduce([pack(0, 4), pack(2, 6)])).toMatchObject({ reducedFen: 6_00, chargedFen: 4_00 });
});

test('what was paid already is not reduced', () => {
  expect(amounts([offer({ kind: 'free' })], 7_00)).toEqual([['free', 3_00]]);
  expect(amounts([offer({ kind: 'minutes', spans: hours(0, 8) })], 7_00)).toEqual([['minutes', 3_00]]);
  expect(amounts([offer({ kind: 'free' })], 12_00)).toEqual([]);
});

test('terms that would make the stay dearer are not accepted', () => {
  const { lines, terms, chargedFen } = reduceFee({
    feeFen: FEE,
    settledFen: 0,
    stay,
    offers: [offer({ kind: 'minutes', spans: hours(0, 1) })],
    price: ({ covered }) => (covered.length > 0 ? FEE + 1 : FEE),
  });
  expect({ lines, terms, chargedFen }).toEqual({ lines: [], terms: { covered: [], tariffId: null }, chargedFen: FEE });
});

describe('what a paid quote promised', () => {
  const ID = 'one';
  const one = (effect: ReductionEffect) => offer(effect, { sourceId: ID });
  /** The lines of a quote at four hours, as they were when the driver paid it. */
  const paidQuote = (offers: readonly ReductionOffer[]) =>
    reduceFee({ feeFen: 4_00, settledFen: 0, stay, offers, price }).lines;
  const later = (offers: readonly ReductionOffer[], promised: readonly ReductionLine[]) => {
    const paidFen = 4_00 - promised.reduce((sum, line) => sum + line.amountFen, 0);
    return reduceFee({ feeFen: FEE, settledFen: paidFen, stay, offers, promised, price });
  };

  test.each<[effect: ReductionEffect, then: number, later: number]>([
    [{ kind: 'percent', percent: 25 }, 1_00, 2_50],
    [{ kind: 'amount', fen: 3_00 }, 3_00, 3_00],
    [{ kind: 'amount', fen: 5_00 }, 4_00, 5_00],
    [{ kind: 'fixed-price', fen: 1_00 }, 3_00, 9_00],
    [{ kind: 'free' }, 4_00, 10_00],
  ])('is kept, and its offer adds only what it takes off beyond: %j', (effect, then, altogether) => {
    const promised = paidQuote([one(effect)]);
    expect(promised.reduce((sum, line) => sum + line.amountFen, 0)).toBe(then);
    expect(later([one(effect)], promised).reducedFen).toBe(altogether);
    expect(later([], promised).reducedFen).toBe(then);
  });

  test('counts hours that were promised once', () => {
    const effect: ReductionEffect = { kind: 'minutes', spans: hours(0, 6) };
    const promised = [{ ...reduce([one(effect)]).lines[0]!, amountFen: 4_00 }];
    expect(later([one(effect)], promised).lines.map((line) => line.amountFen)).toEqual([4_00, 2_00]);
  });

  test('is limited by a fee that a correction lowered', () => {
    const promised = paidQuote([one({ kind: 'amount', fen: 3_00 })]);
    expect(reduceFee({ feeFen: 2_50, settledFen: 1_00, stay, offers: [], promised, price }).reducedFen).toBe(1_50);
  });
});

describe('a rule', () => {
  const free = (rule: ReductionRule) => amounts([offer({ kind: 'free' }, { rule })]).length > 0;
  test.each<[applies: boolean, rule: ReductionRule]>([
    [true, {}],
    [true, { lotIds: ['lot-1', 'lot-2'] }],
    [false, { lotIds: ['lot-2'] }],
    [true, { lotIds: [] }],
    [true, { vehicleKinds: ['small'] }],
    [false, { vehicleKinds: ['large'] }],
    [true, { days: [3] }],
    [false, { days: [1, 2, 4, 5, 6, 7] }],
    [true, { hours: { from: '17:00', to: '19:00' } }],
    [false, { hours: { from: '19:00', to: '17:00' } }],
    [true, { minimumFeeFen: FEE }],
    [false, { minimumFeeFen: FEE + 1 }],
    [true, { usesLeft: 1 }],
    [false, { usesLeft: 0 }],
    [true, { usesLeft: null, budgetFen: null }],
    [false, { budgetFen: 0 }],
  ])('applies (%s): %j', (applies, rule) => {
    expect(free(rule)).toBe(applies);
  });

  test('limits the amount by what is left of the budget', () => {
    expect(amounts([offer({ kind: 'free' }, { rule: { budgetFen: 1_23 } })])).toEqual([['free', 1_23]]);
  });

  test('keeps an exclusive offer apart: the best choice of its source applies', () => {
    const alone = (fen: number) => offer({ kind: 'amount', fen }, { rule: { isExclusive: true } });
    const stacked = [offer({ kind: 'amount', fen: 2_00 }), offer({ kind: 'amount', fen: 3_00 })];
    expect(amounts([...stacked, alone(4_00)])).toEqual([
      ['amount', 3_00],
      ['amount', 2_00],
    ]);
    expect(amounts([...stacked, alone(6_00), alone(5_50)])).toEqual([['amount', 6_00]]);
    // Offers of other sources combine with it.
    const waiver = offer({ kind: 'amount', fen: 1_00 }, { source: 'waiver' });
    expect(reduce([...stacked, alone(6_00), waiver]).reducedFen).toBe(7_00);
  });
});

describe('whatever is offered', () => {
  const fen = fc.integer({ min: 0, max: 15_00 });
  const spans = fc
    .array(fc.tuple(fc.integer({ min: -1, max: 11 }), fc.integer({ min: 0, max: 6 })), { maxLength: 3 })
    .map((parts) => parts.flatMap(([from, length]) => hours(from, from + length)));
  const effect = fc.oneof<fc.Arbitrary<ReductionEffect>[]>(
    fc.constant({ kind: 'free' }),
    fen.map((value) => ({ kind: 'amount', fen: value })),
    fc.integer({ min: 0, max: 100 }).map((percent) => ({ kind: 'percent', percent })),
    fen.map((value) => ({ kind: 'fixed-price', fen: value })),
    spans.map((value) => ({ kind: 'minutes', spans: value })),
    fc.constant({ kind: 'tariff', tariffId: 'half' }),
    fc.tuple(fen, spans).map(([most, value]) => ({ kind: 'cap', fen: most, spans: value })),
  );
  const rule = fc.record(
    {
      isExclusive: fc.boolean(),
      budgetFen: fc.option(fen),
      usesLeft: fc.option(fc.nat(2)),
      minimumFeeFen: fc.integer({ min: 0, max: 11_00 }),
    },
    { requiredKeys: [] },
  );
  const offers = fc.array(
    fc.record({
      source: fc.constantFrom(...(Object.keys(reductionSources) as (keyof typeof reductionSources)[])),
      sourceId: fc.option(fc.constantFrom<string[]>('a', 'b', 'c')),
      payer: fc.constantFrom(...(Object.keys(reductionPayers) as (keyof typeof reductionPayers)[])),
      effect,
      words: fc.constant({ zh: '券', en: 'Coupon' }),
      rule,
    }),
    { maxLength: 8 },
  );

  test('the sum is within what is left of the fee, and each line takes something off and names its payer', () => {
    fc.assert(
      fc.property(offers, fc.integer({ min: 0, max: 12_00 }), (all, settledFen) => {
        const { lines, reducedFen } = reduce(all, settledFen);
        expect(reducedFen).toBe(lines.reduce((sum, line) => sum + line.amountFen, 0));
        expect(reducedFen).toBeLessThanOrEqual(Math.max(0, FEE - settledFen));
        for (const line of lines) {
          expect(line.amountFen).toBeGreaterThan(0);
          expect(Number.isSafeInteger(line.amountFen)).toBe(true);
          expect(reductionPayers[line.payer]).toBeDefined();
        }
        const order = Object.keys(reductionSources);
        const places = lines.map((line) => order.indexOf(line.source));
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }),
    );
  });

  test('the order in which offers are given does not matter', () => {
    const shuffled = offers.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(reduce(other)).toEqual(reduce(all));
      }),
    );
  });

  test('no offer exceeds its budget, and none without remaining uses applies', () => {
    fc.assert(
      fc.property(offers, (all) => {
        for (const [index, one] of all.entries()) {
          const own = { ...one, sourceId: `own-${index}` };
          const { lines } = reduce(all.with(index, own));
          const spentFen = lines.filter((line) => line.sourceId === own.sourceId).reduce((s, l) => s + l.amountFen, 0);
          expect(spentFen).toBeLessThanOrEqual(one.rule.budgetFen ?? FEE);
          if (one.rule.usesLeft === 0) expect(spentFen).toBe(0);
        }
      }),
    );
  });

  test('the fee under the final terms is what the terms cost', () => {
    fc.assert(
      fc.property(offers, (all) => {
        const { terms, chargedFen } = reduce(all);
        expect(chargedFen).toBe(price(terms));
      }),
    );
  });
});
