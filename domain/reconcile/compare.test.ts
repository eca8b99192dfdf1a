import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BillLine,
  byAmountAndTime,
  byNumber,
  channelDayOf,
  channelDaySpan,
  classOf,
  type DifferenceKind,
  dayState,
  daysFrom,
  type OurRecord,
  type Pair,
  pairClasses,
  pairUp,
  settledBy,
  Tally,
} from './reconcile.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const DAY = '2026-03-04';
const side = fc.record({
  number: fc.integer({ min: 0, max: 30 }).map((one) => `Z${one}`),
  amountFen: fc.constantFrom(-300, -100, 100, 300, 500),
  feeFen: fc.constantFrom(0, 1, 2),
  atMs: fc.integer({ min: 0, max: 1000 }),
  isDone: fc.boolean(),
});
const ours = side.chain((one) =>
  fc
    .record({
      feeFen: fc.option(fc.constantFrom(0, 1, 2)),
      day: one.isDone ? fc.constantFrom(DAY, '2026-03-05') : fc.constant(null),
    })
    .map((more): OurRecord => ({ ...one, ...more, id: one.number })),
);
const theirs = side.map((one): BillLine => ({ ...one, tradeNo: '', day: DAY }));

/** Rows in the order of their numbers, cut into batches at random. */
function batches<T extends { readonly number: string; readonly amountFen: number }>(
  rows: readonly T[],
  sizes: readonly number[],
) {
  const sorted = rows.toSorted((a, b) =>
    a.number === b.number ? Number(a.amountFen < 0) - Number(b.amountFen < 0) : a.number < b.number ? -1 : 1,
  );
  const found: T[][] = [];
  for (let from = 0, cut = 0; from < sorted.length; cut += 1) {
    const size = sizes[cut % sizes.length]!;
    found.push(sorted.slice(from, from + size));
    from += size;
  }
  return found;
}
const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

async function allPairs(
  left: Parameters<typeof pairUp>[0],
  right: Parameters<typeof pairUp>[1],
  order = byNumber,
): Promise<Pair[]> {
  const found: Pair[] = [];
  for await (const batch of pairUp(left, right, order)) found.push(...batch);
  return found;
}

test('every record is in exactly one pair, whatever the batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ours), fc.array(theirs), sizes, sizes, async (left, right, leftSizes, rightSizes) => {
      const pairs = await allPairs(batches(left, leftSizes), batches(right, rightSizes));
      expect(new Set(pairs.flatMap((one) => one.ours ?? []))).toEqual(new Set(left));
      expect(pairs.filter((one) => one.ours)).toHaveLength(left.length);
      expect(pairs.filter((one) => one.theirs)).toHaveLength(right.length);
      for (const pair of pairs) {
        if (!pair.ours || !pair.theirs) continue;
        expect(pair.ours.number).toBe(pair.theirs.number);
        expect(pair.ours.amountFen < 0).toBe(pair.theirs.amountFen < 0);
      }
      // What is alone has nothing left on the other side to go with.
      const keyOf = (one: { number: string; amountFen: number }) => `${one.number} ${one.amountFen < 0}`;
      const alone = new Set(pairs.flatMap((one) => (one.theirs ? [] : keyOf(one.ours!))));
      expect(pairs.some((one) => !one.ours && alone.has(keyOf(one.theirs!)))).toBe(false);
    }),
  );
});

test('every record is in exactly one class, and the classes add up to both sides', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ours), fc.array(theirs), async (left, right) => {
      const tally = new Tally(DAY);
      const pairs = await allPairs([...batches(left, [3])], batches(right, [2]));
      for (const pair of pairs) tally.add(pair, classOf(pair, DAY));
      const sums = pairClasses.map((one) => tally.classSum(one));
      expect(sums.reduce((sum, one) => sum + one.count, 0)).toBe(pairs.length);
      const ofDay = left.filter((one) => one.isDone && one.day === DAY);
      const done = right.filter((one) => one.isDone);
      const fenOf = (rows: readonly { amountFen: number }[]) => rows.reduce((sum, one) => sum + one.amountFen, 0);
      expect(tally.ours).toMatchObject({ count: ofDay.length, fen: fenOf(ofDay) });
      expect(tally.theirs).toMatchObject({ count: done.length, fen: fenOf(done) });
      expect(sums.reduce((sum, one) => sum + one.oursFen, 0)).toBe(fenOf(ofDay));
      expect(sums.reduce((sum, one) => sum + one.theirsFen, 0)).toBe(fenOf(done));
      // Where nothing differs both sides are equal.
      for (const one of ['matched', 'idle', 'fee'] as const)
        expect(tally.classSum(one).oursFen).toBe(tally.classSum(one).theirsFen);
    }),
  );
});

describe('the class of a record', () => {
  const mine: OurRecord = { id: '1', number: 'Z1', amountFen: 600, feeFen: 4, atMs: 0, isDone: true, day: DAY };
  const its: BillLine = { number: 'Z1', tradeNo: 'T', amountFen: 600, feeFen: 4, atMs: 0, day: DAY, isDone: true };
  test.each<[DifferenceKind | 'matched' | 'idle', Partial<OurRecord> | null, Partial<BillLine> | null, string?]>([
    ['matched', {}, {}],
    ['matched', { feeFen: null }, { feeFen: 9 }],
    ['ours-only', {}, null],
    ['day', {}, null, '2026-03-05'],
    ['theirs-only', null, {}],
    ['idle', null, { isDone: false }],
    ['idle', { isDone: false, day: null }, { isDone: false }],
    ['state', { isDone: false, day: null }, {}],
    ['state', {}, { isDone: false }],
    ['day', { day: '2026-03-05' }, { amountFen: 500 }],
    ['amount', {}, { amountFen: 500, feeFen: 3 }],
    ['fee', {}, { feeFen: 3 }],
  ])('is %s', (wanted, left, right, theirDay) => {
    const pair = { ours: left && { ...mine, ...left }, theirs: right && { ...its, ...right } };
    expect(classOf(pair, DAY, theirDay)).toBe(wanted);
  });
});

test('records without a number are paired by amount, each with the one nearest in time', async () => {
  const mine = [10, 60, 300].map(
    (minute, index): OurRecord => ({
      id: `${index}`,
      number: '',
      amountFen: 600,
      feeFen: null,
      atMs: minute * 60_000,
      isDone: true,
      day: DAY,
    }),
  );
  const its = [12, 200, 298].map(
    (minute): BillLine => ({
      number: '',
      tradeNo: '',
      amountFen: 600,
      feeFen: 0,
      atMs: minute * 60_000,
      day: DAY,
      isDone: true,
    }),
  );
  const pairs = await allPairs([mine], [its], byAmountAndTime(5 * 60_000));
  expect(pairs.map(({ ours: a, theirs: b }) => [a && a.atMs / 60_000, b && b.atMs / 60_000])).toEqual([
    [10, 12],
    [60, null],
    [null, 200],
    [300, 298],
  ]);
});

test('the day of UnionPay ends at 23:00, that of others at midnight in Beijing', () => {
  const ms = Date.parse('2026-03-04T23:30:00+08:00');
  expect(channelDayOf('wechat', ms)).toBe('2026-03-04');
  expect(channelDayOf('unionpay', ms)).toBe('2026-03-05');
  const { fromMs, toMs } = channelDaySpan('unionpay', '2026-03-05');
  expect([
    channelDayOf('unionpay', fromMs - 1),
    channelDayOf('unionpay', fromMs),
    channelDayOf('unionpay', toMs - 1),
  ]).toEqual(['2026-03-04', '2026-03-05', '2026-03-05']);
  expect(daysFrom('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});

describe('the state of a day', () => {
  const day = {
    isClosed: false,
    hasBill: true,
    openCount: 0,
    oursFen: 600,
    theirsFen: 600,
    netFen: 596,
    settledFen: 0,
  };
  test.each([
    ['open', { hasBill: false }],
    ['differences', { openCount: 1 }],
    ['differences', { oursFen: 599 }],
    ['compared', {}],
    ['differences', { settledFen: 595 }],
    ['balanced', { settledFen: 596 }],
    ['balanced', { netFen: null }],
    ['closed', { isClosed: true, openCount: 1 }],
  ])('is %s', (wanted, more) => {
    expect(dayState({ ...day, ...more })).toBe(wanted);
  });
});

test('a settlement of the bank covers one day, or a run of days', () => {
  const days = [0, 300, 500, 700, 900].map((netFen, index) => ({
    id: `${index}`,
    day: `2026-03-0${index + 1}`,
    netFen,
  }));
  const found = (amountFen: number, day = '2026-03-06') =>
    settledBy({ day, amountFen }, days)?.map((one) => one.id) ?? null;
  expect(found(300)).toEqual(['1']);
  expect(found(1200)).toEqual(['2', '3']);
  expect(found(2400)).toEqual(['1', '2', '3', '4']);
  expect(found(1000)).toBeNull();
  // Nothing is settled before its day, or long after it.
  expect(found(900, '2026-03-04')).toBeNull();
  expect(found(300, '2026-03-20')).toBeNull();
});
