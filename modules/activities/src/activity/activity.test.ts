import { SetClock } from '@boyun/kernel/server';
import { dropFlow, setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { spentActivities } from './activity.jobs.ts';

/** Wednesday, nine o'clock in Shanghai. A lot of `TestGate` charges 3 yuan for each started hour, at most 15 a day. */
const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR = 60;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let count = 0;
const next = () => {
  count += 1;
  return count;
};

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 50 });
});
afterAll(() => server?.stop());

const system = <T extends object>(text: string, values: unknown[] = []) =>
  server.product.kernel.database.system<T>(text, values);
const newPlate = () => `粤B7${String(next()).padStart(4, '0')}`;
const make = (path: string, body: object) =>
  user.call(`${path}/create`, { Name: `Activity ${next()}`, ValidFrom: START.toISOString(), ...body });
const discount = (body: object) => make('/api/customTimeDiscount', body);
const fixed = (body: object) => make('/api/fixedAmount', body);

async function made(answer: Promise<{ state: string; message?: string; data: { Id: string } }>): Promise<string> {
  const { state, message, data } = await answer;
  if (state !== 'success') throw new Error(message);
  return data.Id;
}

/** Drives a car in and, after some minutes, to the exit; returns its order with the reductions by kind. */
async function stay(minutes: number, plate = newPlate(), at = 0, of = lot) {
  await gate.see(of.entry, plate, at);
  await gate.see(of.exit, plate, at + minutes);
  return readOrder(plate);
}

async function readOrder(plate: string) {
  const [row] = await system<{ fee: number; due: number; reduced: number; lines: unknown }>(
    `select o.id, fee_fen as fee, due_fen as due, reduced_fen as reduced,
       (select json_agg(json_build_array(r.kind, r.amount_fen) order by r.step) from order_reduction r
        where r.tenant_id = o.tenant_id and r.order_id = o.id) as lines
     from parking_order o where o.tenant_id = $1 and o.plate = $2 order by entered_at desc limit 1`,
    [user.tenantId, plate],
  );
  return row as typeof row & { id: string };
}

const uses = () =>
  system<{ amount: number; held: boolean }>(
    'select amount_fen as amount, held_until is not null as held from activity_use where tenant_id = $1 order by amount_fen desc',
    [user.tenantId],
  );

describe('a discount takes off a stay of four hours for 12 yuan', () => {
  test.each<[what: string, body: object, reduced: number]>([
    ['a part', { Effect: 'percent', Percent: 25 }, 3_00],
    ['an amount', { Effect: 'amount', Amount: '5.00' }, 5_00],
    ['the first minutes', { Effect: 'minutes', Minutes: 120 }, 6_00],
    ['the time within hours', { Effect: 'window', DailyFrom: '11:00', DailyTo: '12:00' }, 3_00],
    ['everything', { Effect: 'free' }, 12_00],
    ['nothing in other lots', { Effect: 'free', VehicleKinds: ['bus'] }, 0],
    ['nothing on other days', { Effect: 'free', Days: [0, 6] }, 0],
    ['something on this day', { Effect: 'free', Days: [3] }, 12_00],
    ['nothing at other hours', { Effect: 'free', DailyFrom: '20:00', DailyTo: '06:00' }, 0],
    ['nothing of a smaller fee', { Effect: 'free', MinimumFee: '12.01' }, 0],
    ['no more than its budget', { Effect: 'free', Budget: '7.00' }, 7_00],
  ])('%s', async (_what, body, reduced) => {
    await made(discount(body));
    const order = await stay(4 * HOUR);
    expect(order).toMatchObject({ fee: 12_00, reduced, due: 12_00 - reduced });
  });

  test('and a fixed amount limits what the time within hours costs, or the whole stay', async () => {
    const id = await made(fixed({ AppliesTo: 'window', Price: '2.00', DailyFrom: '10:00', DailyTo: '13:00' }));
    expect(await stay(4 * HOUR)).toMatchObject({ fee: 12_00, reduced: 7_00, lines: [['cap', 7_00]] });
    await user.call('/api/activity/pause', { Kind: 'fixedAmount', Id: id, IsPaused: true });
    expect(await stay(4 * HOUR)).toMatchObject({ reduced: 0 });
    await made(fixed({ AppliesTo: 'stay', Price: '5.00' }));
    expect(await stay(4 * HOUR)).toMatchObject({ reduced: 7_00, lines: [['fixed-price', 7_00]] });
  });

  test('and the better one applies where they do not combine', async () => {
    await made(discount({ Effect: 'amount', Amount: '2.00' }));
    await made(discount({ Effect: 'percent', Percent: 50, IsExclusive: true }));
    expect(await stay(4 * HOUR)).toMatchObject({ lines: [['percent', 6_00]] });
  });
});

test('two cars that leave at once never spend more than the budget', async () => {
  const id = await made(discount({ Effect: 'percent', Percent: 50, Budget: '9.00' }));
  const lots = [lot, await gate.newLot({}, { Capacity: 50 }), await gate.newLot({}, { Capacity: 50 })];
  const cars = lots.map((of) => ({ of, plate: newPlate() }));
  for (const { of, plate } of cars) await gate.see(of.entry, plate, 0);
  gate.at(4 * HOUR);
  await Promise.all(cars.map(({ of, plate }) => gate.see(of.exit, plate, 4 * HOUR)));
  expect((await uses()).map((use) => use.amount)).toEqual([6_00, 3_00]);
  // The cars wait to pay: the quotes are held. A later car finds nothing.
  expect(await stay(4 * HOUR, newPlate(), 1)).toMatchObject({ reduced: 0 });
  // Nobody paid, so the hold lapses.
  expect(await stay(4 * HOUR, newPlate(), 20)).toMatchObject({ reduced: 6_00 });
  const row = (await user.call('/api/customTimeDiscount/get', { Id: id })).data;
  expect(row).toMatchObject({ UsedCount: 0, State: 'running' });
});

test('a spent budget stops the activity, and is told once', async () => {
  const id = await made(discount({ Effect: 'free', Budget: '10.00' }));
  const plate = newPlate();
  await stay(4 * HOUR, plate);
  const order = await readOrder(plate);
  expect(order).toMatchObject({ reduced: 10_00, due: 2_00 });
  await user.call('/api/order/collectCash', { OrderId: order.id, Amount: '2.00' });
  expect(await uses()).toEqual([{ amount: 10_00, held: false }]);
  const row = async () => (await user.call('/api/customTimeDiscount/get', { Id: id })).data;
  expect(await row()).toMatchObject({ State: 'spent', Used: '10.00', UsedCount: 1 });
  for (let run = 0; run < 2; run += 1) await spentActivities.run(server.product.kernel);
  const told = await system(`select from event where tenant_id = $1 and kind = 'activity.spent'`, [user.tenantId]);
  expect(told).toHaveLength(1);
  const change = { ...(await row()), Budget: '9.99' };
  expect(await user.call('/api/customTimeDiscount/update', change)).toMatchObject({
    state: 'fail',
    message: '预算不能低于已优惠的10.00元',
  });
  expect(await user.call('/api/customTimeDiscount/update', { ...change, Budget: '30.00' })).toMatchObject({
    state: 'success',
  });
  expect(await row()).toMatchObject({ State: 'running' });
});

test('a car uses an activity as often as it may', async () => {
  await made(discount({ Effect: 'amount', Amount: '1.00', UsesPerDay: 1, UsesPerPlate: 2 }));
  const plate = newPlate();
  const pay = async (at: number) => {
    const order = await stay(HOUR, plate, at);
    await user.call('/api/order/collectCash', { OrderId: order.id, Amount: (order.due / 100).toFixed(2) });
    await gate.see(lot.exit, plate, at + HOUR + 1);
    return order.reduced;
  };
  const day = 24 * HOUR;
  expect([await pay(0), await pay(2 * HOUR), await pay(day), await pay(2 * day)]).toEqual([1_00, 0, 1_00, 0]);
});

test('what a paid quote promised is kept when the activity has ended', async () => {
  const id = await made(discount({ Effect: 'percent', Percent: 50, Budget: '100.00' }));
  const plate = newPlate();
  await gate.see(lot.entry, plate, 0);
  gate.at(4 * HOUR);
  const { id: orderId } = await readOrder(plate);
  expect(await user.call('/api/order/collectCash', { OrderId: orderId, Amount: '6.00' })).toMatchObject({
    state: 'success',
  });
  await user.call('/api/activity/pause', { Kind: 'customTime', Id: id, IsPaused: true });
  expect(await gate.see(lot.exit, plate, 4 * HOUR + 5)).toMatchObject({ decision: 'open' });
  expect(await readOrder(plate)).toMatchObject({ fee: 12_00, reduced: 6_00, due: 0 });
  expect(await uses()).toEqual([{ amount: 6_00, held: false }]);
});

test('a void order gives back what it used, and takes it again when it is restored', async () => {
  const id = await made(discount({ Effect: 'free', Budget: '100.00' }));
  const { id: orderId } = await stay(4 * HOUR);
  expect(await uses()).toEqual([{ amount: 12_00, held: false }]);
  const second = await server.newUser(user, ['review.list', 'review.decide', 'order.list', 'order.void']);
  const decided = async (path: string) => {
    const { data, message } = await user.call(path, { OrderId: orderId, Reason: '测试撤销' });
    if (!data) throw new Error(message);
    if (data.IsPending) await second.call('/api/review/approve', { ReviewIds: [data.ReviewId] });
  };
  await decided('/api/order/void');
  expect(await uses()).toEqual([]);
  await decided('/api/order/restore');
  expect(await uses()).toEqual([{ amount: 12_00, held: false }]);
  const split = (await user.call('/api/statement/reduction/list', {})).data;
  expect(split.Rows).toMatchObject([
    { LotId: lot.id, Source: 'activity', Payer: 'operator', StayCount: 1, Amount: '12.00' },
  ]);
  const sums = await system(
    'select used_fen::int as fen, used_count as count from activity_sum where tenant_id = $1 and used_count > 0',
    [user.tenantId],
  );
  expect(sums).toEqual([{ fen: 12_00, count: 1 }]);
  expect(await user.call('/api/customTimeDiscount/delete', { Id: id, Version: 1 })).toMatchObject({ state: 'fail' });
});

test('the check names what makes stays free together, and what never applies', async () => {
  await made(discount({ Name: '九折', Effect: 'percent', Percent: 10 }));
  await made(discount({ Name: '够不着', Effect: 'amount', Amount: '1.00', MinimumFee: '900.00' }));
  await user.call('/api/coupon/create', { Name: '减14元', Effect: 'amount', Amount: '14.00', ValidDays: 30 });
  const { data } = await user.call('/api/activity/checkReductions');
  expect(data).toMatchObject({ ReductionCount: 3, LotCount: 1 });
  const found = (data.Conflicts as { Kind: string; Parties: { Zh: string }[]; Due: string; Lines: unknown[] }[]).map(
    ({ Kind, Parties, Due, Lines }) => [Kind, Parties.map((one) => one.Zh).join('+'), Due, Lines.length],
  );
  expect(found).toContainEqual(['never', '够不着', expect.any(String), 0]);
  expect(found).toContainEqual(['free-together', '九折+减14元', '0.00', 2]);
});

test.each<[body: object, message: string]>([
  [{ Effect: 'percent' }, '请填写“优惠比例（%）”'],
  [{ Effect: 'free', Minutes: 5 }, '该优惠方式不填写“优惠时长（分）”'],
  [{ Effect: 'window' }, '按时段优惠须填写每日开始和结束'],
  [{ Effect: 'free', ValidUntil: new Date(START.getTime() - 1).toISOString() }, '开始时间不能大于结束时间!'],
])('refuses %j', async (body, message) => {
  expect(await discount(body)).toMatchObject({ state: 'fail', message });
});

test('waits for approval where the tenant has a flow for it', async () => {
  const second = await server.newUser(user, ['review.list', 'review.decide']);
  await setFlow(server, user, { Kind: 'custom-time-discount', Level: 1, AmountFrom: '0.00', IsEnabled: true });
  await discount({ Effect: 'free' });
  expect(await stay(4 * HOUR)).toMatchObject({ reduced: 0 });
  const [request] = (await second.call('/api/review/getReviewList', { Mine: 'decide' })).data.Rows;
  expect(await second.call('/api/review/approve', { ReviewIds: [request.Id] })).toMatchObject({ state: 'success' });
  expect(await stay(4 * HOUR)).toMatchObject({ reduced: 12_00 });
  await dropFlow(server, user, 'custom-time-discount');
});

test('a preview says what an activity would have taken off past stays', async () => {
  for (const minutes of [HOUR, 4 * HOUR]) {
    const plate = newPlate();
    const order = await stay(minutes, plate);
    await user.call('/api/order/collectCash', { OrderId: order.id, Amount: (order.due / 100).toFixed(2) });
    await gate.see(lot.exit, plate, minutes + 1);
  }
  const id = await made(
    discount({
      Effect: 'percent',
      Percent: 50,
      MinimumFee: '6.00',
      Budget: '60.00',
      ValidFrom: new Date('2027-01-01T00:00:00Z').toISOString(),
    }),
  );
  const preview = (await user.call('/api/activity/preview', { Kind: 'customTime', Id: id, Days: 10 })).data;
  expect(preview).toMatchObject({ StayCount: 2, ReachedCount: 1, Fee: '15.00', Reduced: '6.00', LastsDays: 100 });
  expect(preview.Examples).toMatchObject([{ Fee: '12.00', Reduced: '6.00' }]);
});

test('the use of an activity is counted by day, without what quotes merely hold', async () => {
  const ValidFrom = new Date(START.getTime() - 2 * 86_400_000).toISOString();
  const id = await made(discount({ Effect: 'amount', Amount: '2.00', Budget: '50.00', ValidFrom }));
  const plate = newPlate();
  // The last two end after midnight in Shanghai.
  for (const at of [0, 15 * HOUR, 17 * HOUR]) {
    const order = await stay(HOUR, plate, at);
    await user.call('/api/order/collectCash', { OrderId: order.id, Amount: (order.due / 100).toFixed(2) });
    await gate.see(lot.exit, plate, at + HOUR + 1);
  }
  await stay(HOUR, newPlate(), 19 * HOUR);
  const days = (most: number) => user.call('/api/activity/getDays', { Id: id, Days: most });
  expect(await days(30)).toMatchObject({
    data: {
      Earlier: '0.00',
      CarCount: 1,
      Days: [
        { Day: '2026-03-02', UsedCount: 0, Used: '0.00' },
        { Day: '2026-03-03', UsedCount: 0, Used: '0.00' },
        { Day: '2026-03-04', UsedCount: 1, Used: '2.00' },
        { Day: '2026-03-05', UsedCount: 2, Used: '4.00' },
      ],
    },
  });
  expect(await days(1)).toMatchObject({ data: { Earlier: '2.00', Days: [{ Used: '4.00' }] } });
});
