import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestGift, type MoneyPart, planRefund, putBack, type Share, type ToppedUpPart, takeFrom } from './wallet.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const AT = 1_000;
const part = fc.record({
  kind: fc.constantFrom('paid' as const, 'gift' as const),
  leftFen: fc.integer({ min: 0, max: 500 }),
  endsAtMs: fc.option(fc.integer({ min: 0, max: 2_000 })),
  onRefund: fc.constantFrom('whole' as const, 'proportional' as const),
  topUp: fc.integer({ min: 0, max: 3 }),
});
const wallet = fc.array(part, { maxLength: 8 }).map((all): ToppedUpPart[] =>
  all.map(({ topUp, ...one }, index) => ({
    ...one,
    endsAtMs: one.kind === 'gift' ? one.endsAtMs : null,
    id: `p${index}`,
    number: index + 1,
    topUpId: topUp === 0 ? null : `t${topUp}`,
  })),
);
const amount = fc.integer({ min: 1, max: 1_500 });
const sumOf = (all: readonly { amountFen: number }[]) => all.reduce((sum, one) => sum + one.amountFen, 0);
const byId = (parts: readonly MoneyPart[], id: string) => parts.find((one) => one.id === id)!;
const isUsable = (one: MoneyPart) => one.endsAtMs === null || one.endsAtMs > AT;
const without = (parts: readonly ToppedUpPart[], shares: readonly Share[]) =>
  parts.map((one) => ({
    ...one,
    leftFen: one.leftFen - sumOf(shares.filter(({ partId }) => partId === one.id)),
  }));

describe('a use', () => {
  test('takes exactly its amount, or nothing where the usable money is not enough', () => {
    fc.assert(
      fc.property(wallet, amount, (parts, fen) => {
        const usableFen = parts.filter(isUsable).reduce((sum, one) => sum + one.leftFen, 0);
        const shares = takeFrom(parts, fen, AT);
        if (usableFen < fen) expect(shares).toBeNull();
        else {
          expect(sumOf(shares!)).toBe(fen);
          for (const { partId, amountFen } of shares!) {
            expect(amountFen).toBeGreaterThan(0);
            expect(amountFen).toBeLessThanOrEqual(byId(parts, partId).leftFen);
            expect(isUsable(byId(parts, partId))).toBe(true);
          }
        }
      }),
    );
  });

  test('leaves no money that ought to have been used before what it took', () => {
    fc.assert(
      fc.property(wallet, amount, (parts, fen) => {
        const shares = takeFrom(parts, fen, AT);
        if (!shares) return;
        const kept = without(parts, shares).filter((one) => one.leftFen > 0 && isUsable(one));
        for (const { partId } of shares)
          for (const other of kept) {
            const used = byId(parts, partId);
            if (other.id === used.id) continue;
            expect(other.kind === 'gift' && used.kind === 'paid').toBe(false);
            if (other.kind !== used.kind) continue;
            const [end, usedEnd] = [other.endsAtMs ?? Infinity, used.endsAtMs ?? Infinity];
            expect(end).toBeGreaterThanOrEqual(usedEnd);
            if (end === usedEnd) expect(other.number).toBeGreaterThan(used.number);
          }
      }),
    );
  });

  test('takes the same at once as in two steps', () => {
    fc.assert(
      fc.property(wallet, amount, amount, (parts, first, second) => {
        const once = takeFrom(parts, first + second, AT);
        const before = takeFrom(parts, first, AT);
        const after = before && takeFrom(without(parts, before), second, AT);
        expect(after === null).toBe(once === null);
        if (once) expect(without(without(parts, before!), after!)).toEqual(without(parts, once));
      }),
    );
  });

  test('that is returned in parts puts everything back where it came from, paid money first', () => {
    fc.assert(
      fc.property(wallet, amount, fc.integer({ min: 1, max: 1_500 }), (parts, fen, partFen) => {
        const taken = takeFrom(parts, fen, AT);
        if (!taken) return;
        const backFen = Math.min(partFen, fen);
        const first = putBack(parts, taken, backFen)!;
        const away = taken.map((one) => ({
          ...one,
          amountFen: one.amountFen - sumOf(first.filter(({ partId }) => partId === one.partId)),
        }));
        if (first.some(({ partId }) => byId(parts, partId).kind === 'gift'))
          for (const one of away) if (byId(parts, one.partId).kind === 'paid') expect(one.amountFen).toBe(0);
        const rest = fen > backFen ? putBack(parts, away, fen - backFen)! : [];
        for (const { partId, amountFen } of taken)
          expect(sumOf([...first, ...rest].filter((one) => one.partId === partId))).toBe(amountFen);
        expect(putBack(parts, taken, fen + 1)).toBeNull();
      }),
    );
  });
});

describe('a refund', () => {
  test('returns paid money alone, the newest first, and forfeits no more than the gifts that came with it', () => {
    fc.assert(
      fc.property(wallet, amount, (parts, fen) => {
        const paidFen = parts.filter((one) => one.kind === 'paid').reduce((sum, one) => sum + one.leftFen, 0);
        const plan = planRefund(parts, fen);
        expect(plan === null).toBe(paidFen < fen);
        if (!plan) return;
        expect(sumOf(plan.back)).toBe(fen);
        const touched = plan.back.map(({ partId }) => byId(parts, partId) as ToppedUpPart);
        for (const one of without(parts, plan.back))
          if (one.kind === 'paid' && one.leftFen > 0)
            for (const other of touched) expect(one.number).toBeLessThanOrEqual(other.number);
        for (const { partId, amountFen } of plan.forfeited) {
          const gift = byId(parts, partId) as ToppedUpPart;
          expect(touched.some((one) => one.topUpId === gift.topUpId)).toBe(true);
          expect(amountFen).toBeLessThanOrEqual(gift.leftFen);
        }
      }),
    );
  });

  const paid = { id: 'p', number: 1, kind: 'paid', leftFen: 10_000, endsAtMs: null, topUpId: 't' } as const;
  const gift = { id: 'g', number: 2, kind: 'gift', leftFen: 2_000, endsAtMs: null, topUpId: 't' } as const;
  test.each([
    ['whole', 1, 2_000],
    ['whole', 10_000, 2_000],
    ['proportional', 1, 0],
    ['proportional', 5_000, 1_000],
    ['proportional', 10_000, 2_000],
  ] as const)('forfeits a gift by its rule: %s, %i fen', (onRefund, fen, forfeited) => {
    const plan = planRefund(
      [paid, gift].map((one) => ({ ...one, onRefund })),
      fen,
    );
    expect(sumOf(plan!.forfeited)).toBe(forfeited);
  });
});

describe('a gift', () => {
  const at = new Date('2026-03-04T01:00:00Z');
  const rule = { id: 'a', minimumFen: 10_000, giftFen: 1_000, lotIds: [], validFrom: null, validUntil: null };
  test.each([
    ['enough', {}, { amountFen: 10_000 }, 'a'],
    ['too little', {}, { amountFen: 9_999 }, null],
    ['another lot', { lotIds: ['m'] }, {}, null],
    ['its lot', { lotIds: ['l'] }, {}, 'a'],
    ['before it begins', { validFrom: new Date(at.getTime() + 1) }, {}, null],
    ['at its end', { validUntil: at }, {}, null],
  ])('by rule: %s', (_, more, topUp, id) => {
    expect(bestGift([{ ...rule, ...more }], { amountFen: 20_000, lotId: 'l', at, ...topUp })?.id ?? null).toBe(id);
  });

  test('is the largest one that applies', () => {
    const rules = [
      rule,
      { ...rule, id: 'b', giftFen: 3_000 },
      { ...rule, id: 'c', minimumFen: 50_000, giftFen: 9_000 },
    ];
    expect(bestGift(rules, { amountFen: 30_000, lotId: 'l', at })?.id).toBe('b');
  });
});
