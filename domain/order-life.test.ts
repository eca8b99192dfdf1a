import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type OrderAct,
  type OrderFacts,
  type OrderPay,
  type OrderPlace,
  orderActs,
  orderDisabledReason,
  payStateOf,
  refundDisabledReason,
} from './order-life.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const PLACES: readonly OrderPlace[] = ['inside', 'left', 'no-exit', 'void'];
const PAYS: readonly OrderPay[] = [
  'unpaid',
  'paying',
  'part-paid',
  'paid',
  'free',
  'arrears',
  'settled',
  'part-refunded',
  'refunded',
];
const ACTS = Object.keys(orderActs) as OrderAct[];
const NOW = { payState: 'unpaid', paidFen: 0, dueFen: 5_00 } as const;

/** Where each act is possible, with 5 yuan due and nothing paid. */
const POSSIBLE: Readonly<Record<OrderAct, readonly OrderPlace[]>> = {
  collect: ['inside', 'left', 'no-exit'],
  leave: ['inside'],
  close: ['inside'],
  void: ['inside', 'left', 'no-exit'],
  restore: ['void'],
  'correct-plate': ['inside', 'left', 'no-exit'],
  'correct-times': ['inside', 'left', 'no-exit'],
  'correct-picture': ['inside', 'left', 'no-exit'],
  waive: ['left', 'no-exit'],
  refund: PLACES,
};

describe('each act in each place', () => {
  test.each(ACTS.flatMap((act) => PLACES.map((place) => [act, place] as const)))(
    '%s of a car that is %s',
    (act, place) => {
      const reason = orderDisabledReason(act, { ...NOW, parkingState: place });
      expect(reason === null).toBe(POSSIBLE[act].includes(place));
    },
  );
});

test.each<[OrderAct, Partial<OrderFacts>, RegExp]>([
  ['collect', { dueFen: 0 }, /没有待收/],
  ['waive', { parkingState: 'left', dueFen: 0 }, /没有待收/],
  ['void', { paidFen: 1 }, /先退款/],
  ['void', { payState: 'paying' }, /正在支付/],
  ['correct-plate', { payState: 'paying' }, /正在支付/],
  ['close', { payState: 'paying' }, /正在支付/],
  ['refund', { payState: 'paying' }, /正在支付/],
])('%s is refused with %o', (act, more, words) => {
  expect(orderDisabledReason(act, { ...NOW, parkingState: 'inside', ...more })?.zh).toMatch(words);
});

test.each<[Partial<OrderFacts & { overpaidFen: number }>, RegExp | null]>([
  [{ parkingState: 'left' }, /没有可退/],
  [{ parkingState: 'left', paidFen: 5_00 }, null],
  [{ parkingState: 'no-exit', paidFen: 5_00 }, null],
  [{ parkingState: 'inside', paidFen: 5_00 }, /离场后/],
  [{ parkingState: 'inside', paidFen: 5_00, overpaidFen: 1 }, null],
  [{ parkingState: 'void', overpaidFen: 1 }, null],
  [{ parkingState: 'void' }, /没有可退/],
  [{ parkingState: 'left', paidFen: 5_00, payState: 'paying' }, /正在支付/],
])('the money of order %o can be refunded, or the reason is given', (more, words) => {
  const reason = refundDisabledReason({ ...NOW, parkingState: 'left', overpaidFen: 0, ...more });
  if (words) expect(reason?.zh).toMatch(words);
  else expect(reason).toBeNull();
});

const orders = fc.record({
  parkingState: fc.constantFrom(...PLACES),
  payState: fc.constantFrom(...PAYS),
  paidFen: fc.nat(100_00),
  dueFen: fc.nat(100_00),
});

test('for any order a reason has both languages, and a void order can only be restored or have late money refunded', () => {
  fc.assert(
    fc.property(orders, fc.constantFrom(...ACTS), (order, act) => {
      const reason = orderDisabledReason(act, order);
      if (reason) expect([reason.zh, reason.en].every((words) => words.length > 3)).toBe(true);
      if (order.parkingState === 'void' && act !== 'refund') expect(reason === null).toBe(act === 'restore');
    }),
  );
});

test('an act that leads somewhere leads out of where it is possible, and cannot be done twice', () => {
  fc.assert(
    fc.property(orders, fc.constantFrom(...ACTS), (order, act) => {
      const { to } = orderActs[act];
      if (to === null || orderDisabledReason(act, order) !== null) return;
      expect(to).not.toBe(order.parkingState);
      expect(orderDisabledReason(act, { ...order, parkingState: to })).not.toBeNull();
    }),
  );
});

test('only an order with an unpaid fee is in arrears after the car has left', () => {
  const money = fc.record({
    parkingState: fc.constantFrom(...PLACES),
    paidFen: fc.nat(100_00),
    dueFen: fc.integer({ min: -50_00, max: 100_00 }),
    refundedFen: fc.nat(100_00),
    wasOwed: fc.boolean(),
    isSettled: fc.boolean(),
  });
  fc.assert(
    fc.property(money, (order) => {
      const isGone = order.parkingState === 'left' || order.parkingState === 'no-exit';
      const state = payStateOf(order);
      expect(state === 'arrears').toBe(isGone && order.dueFen > 0);
      if (state === 'settled') expect(isGone && order.wasOwed && order.dueFen <= 0).toBe(true);
      if (state === 'refunded') expect(order.paidFen).toBe(0);
      if (state.endsWith('refunded')) expect(isGone && order.refundedFen > 0).toBe(true);
      if (state === 'free') expect(order.parkingState === 'void' || order.paidFen === 0).toBe(true);
      if (isGone) expect(['unpaid', 'part-paid', 'paying']).not.toContain(state);
    }),
  );
});
