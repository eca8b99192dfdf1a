import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let second: TestUser;
let gate: TestGate;
let lot: TestLot;
const Reason = '车牌识别有误';

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 10 });
  second = await server.newUser(user, ['review.list', 'review.decide', 'order.list']);
});
afterAll(() => server?.stop());

const orderId = async (plate: string) =>
  (await user.call('/api/order/getOrderPage', { LotId: lot.id, Plate: plate })).data.Rows[0].Id as string;
const detail = async (OrderId: string) => (await user.call('/api/order/getOrder', { OrderId })).data;
const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();
const broken = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);
const waiting = async (by = second) => (await by.call('/api/review/getReviewList', { Mine: 'decide' })).data.Rows;
const approve = (ReviewIds: string[], by = second) => by.call('/api/review/approve', { ReviewIds });

/** Goes on to a minute, in steps that keep the sessions of both accounts alive. */
async function later(minute: number): Promise<void> {
  for (let at = clock.now().getTime() + 36_000_000; at < START.getTime() + minute * 60_000; at += 36_000_000) {
    clock.set(new Date(at));
    for (const one of [user, second]) await one.call('/api/order/getOrderPage', {});
  }
  gate.at(minute);
}

/** A car that left at minute 90 owing 6 yuan, let through by a person. */
async function arrears(plate: string, from = 0): Promise<string> {
  await gate.see(lot.entry, plate, from);
  const { passingId } = await gate.see(lot.exit, plate, from + 90);
  const settled = { PassingId: passingId, Outcome: 'admit', Reason: '道闸故障放行' };
  expect((await user.call('/api/passing/settle', settled)).state).toBe('success');
  return orderId(plate);
}

describe('correcting times', () => {
  test('prices the stay again, moves it in the statistics, and records the change', async () => {
    const OrderId = await arrears('粤B70004');
    await later(3000);
    const times = { OrderId, EnteredAt: at(60), LeftAt: at(90), Reason };
    const asked = await user.call('/api/order/correctTimes', times);
    const [request] = await waiting();
    expect(request).toMatchObject({ Kind: 'order.times', Amount: '3.00', Obstacle: null, IsOwn: false });
    const { data } = await second.call('/api/review/getReview', { ReviewId: asked.data.ReviewId });
    expect(data.Changes.map((one: { Label: { Zh: string } }) => one.Label.Zh)).toEqual(['入场时间', '应收金额']);
    expect((await detail(OrderId)).Order.Fee).toBe('6.00');
    await approve([asked.data.ReviewId]);
    const after = await detail(OrderId);
    expect(after.Order).toMatchObject({ Fee: '3.00', Due: '3.00', ParkedMinutes: 30 });
    expect(after.Changes).toMatchObject([{ Kind: 'times', Reviewers: [second.account] }]);
    expect(await broken()).toEqual([]);
  });

  test('onto another day: figures and cars inside follow', async () => {
    await gate.see(lot.entry, '粤B70005', 0);
    await later(3000);
    const OrderId = await orderId('粤B70005');
    const asked = await user.call('/api/order/correctTimes', { OrderId, EnteredAt: at(2000), Reason });
    await approve([asked.data.ReviewId]);
    const { Order } = await detail(OrderId);
    expect(Order).toMatchObject({ ParkingState: 'inside', ParkedMinutes: 1000 });
    expect(await gate.inside(lot)).toBe(1);
    expect(await broken()).toEqual([]);
  });

  test.each([
    ['the entry after the exit', { EnteredAt: at(100) }, 'order.times-wrong'],
    ['a time to come', { EnteredAt: at(10), LeftAt: at(9999) }, 'order.times-wrong'],
    ['nothing new', { EnteredAt: at(0) }, 'order.nothing-changed'],
  ])('%s is refused', async (_, times, code) => {
    const OrderId = await arrears('粤B70006');
    expect((await user.call('/api/order/correctTimes', { OrderId, Reason, ...times })).code).toBe(code);
  });

  test('what was paid is not made smaller than the fee', async () => {
    const OrderId = await arrears('粤B70007');
    await user.call('/api/order/collectCash', { OrderId, Amount: '6.00' });
    const times = { OrderId, EnteredAt: at(60), Reason };
    expect((await user.call('/api/order/correctTimes', times)).code).toBe('order.paid-more');
  });

  describe('beside another stay of the plate, of minutes 200 to 290', () => {
    test.each([
      ['that begins in it', 250, 400, true],
      ['that ends in it', 0, 210, true],
      ['around it', 100, 350, true],
      ['within it', 220, 230, true],
      ['that ends where it begins', 10, 200, false],
      ['that begins where it ends', 290, 400, false],
    ])('times %s', async (_, from, to, isRefused) => {
      const OrderId = await arrears('粤B70020');
      const other = await arrears('粤B70020', 200);
      expect(other).not.toBe(OrderId);
      await later(500);
      const times = { OrderId, EnteredAt: at(from), LeftAt: at(to), Reason };
      const asked = await user.call('/api/order/correctTimes', times);
      if (!isRefused) return expect(asked.data).toMatchObject({ IsPending: true });
      expect(asked.code).toBe('order.times-overlap');
      expect(asked.message).toContain((await detail(other)).Order.OrderNo);
      expect(asked.message).toContain('12:20:00');
    });

    test('a car inside did not come before that one left', async () => {
      await arrears('粤B70021', 200);
      await gate.see(lot.entry, '粤B70021', 300);
      gate.at(320);
      const OrderId = await orderId('粤B70021');
      const correct = (EnteredAt: string) => user.call('/api/order/correctTimes', { OrderId, EnteredAt, Reason });
      expect((await correct(at(280))).code).toBe('order.times-overlap');
      expect((await correct(at(100))).code).toBe('order.times-overlap');
      expect((await correct(at(295))).data).toMatchObject({ IsPending: true });
    });

    test('a car that came while a request waited is not overlooked by the approval', async () => {
      const OrderId = await arrears('粤B70022');
      await later(150);
      const times = { OrderId, EnteredAt: at(0), LeftAt: at(140), Reason };
      const asked = await user.call('/api/order/correctTimes', times);
      expect(asked.data).toMatchObject({ IsPending: true });
      // An offline camera reports it afterwards.
      await gate.see(lot.entry, '粤B70022', 120);
      gate.at(160);
      expect((await approve([asked.data.ReviewId])).code).toBe('order.times-overlap');
      expect((await detail(OrderId)).Order.ParkedMinutes).toBe(90);
      expect(await broken()).toEqual([]);
    });

    test('of two corrections at once that do not go together one is refused', async () => {
      const first = await arrears('粤B70023');
      const then = await arrears('粤B70023', 200);
      await later(500);
      const flow = { Kind: 'order.times', Level: 1, AmountFrom: '9000.00' };
      await setFlow(server, user, flow);
      const other = await server.newUser(user, ['order.list', 'order.correct']);
      const answers = await Promise.all([
        other.call('/api/order/correctTimes', { OrderId: first, EnteredAt: at(0), LeftAt: at(160), Reason }),
        user.call('/api/order/correctTimes', { OrderId: then, EnteredAt: at(140), LeftAt: at(290), Reason }),
      ]);
      expect(answers.map((one) => one.code ?? 'ok').sort()).toEqual(['ok', 'order.times-overlap']);
      expect(await broken()).toEqual([]);
    });

    test('void ones, those of other lots and of lots within do not stand in the way', async () => {
      const OrderId = await arrears('粤B70024');
      const gone = await arrears('粤B70024', 200);
      await approve([(await user.call('/api/order/void', { OrderId: gone, Reason })).data.ReviewId]);
      const inner = await gate.newLot({}, { Capacity: 10, OuterLotId: lot.id });
      const next = await gate.newLot({}, { Capacity: 10 });
      for (const one of [inner, next]) await gate.see(one.entry, '粤B70024', 100);
      await later(500);
      const times = { OrderId, EnteredAt: at(0), LeftAt: at(300), Reason };
      expect((await user.call('/api/order/correctTimes', times)).data).toMatchObject({ IsPending: true });
    });
  });
});

describe('arrears', () => {
  test('paid later are settled; let off in parts and as a whole too', async () => {
    const paid = await arrears('粤B70008');
    await user.call('/api/order/collectCash', { OrderId: paid, Amount: '6.00' });
    expect((await detail(paid)).Order).toMatchObject({ PayState: 'settled', Due: '0.00' });
    const OrderId = await arrears('粤B70009', 200);
    expect((await user.call('/api/order/waive', { OrderId, Amount: '6.01', Reason })).code).toBe(
      'order.waive-too-much',
    );
    await approve([(await user.call('/api/order/waive', { OrderId, Amount: '2.00', Reason })).data.ReviewId]);
    expect((await detail(OrderId)).Order).toMatchObject({ PayState: 'arrears', Due: '4.00' });
    await approve([(await user.call('/api/order/waive', { OrderId, Amount: '4.00', Reason })).data.ReviewId]);
    const waived = await detail(OrderId);
    expect(waived.Order).toMatchObject({ PayState: 'settled', Due: '0.00', Reduced: '6.00' });
    const waiver = { Source: 'waiver', Payer: 'operator', Kind: 'amount', Zh: '人工减免' };
    expect(waived.Reductions).toMatchObject([
      { ...waiver, Amount: '2.00' },
      { ...waiver, Amount: '4.00' },
    ]);
    expect((await user.call('/api/order/waive', { OrderId, Amount: '1.00', Reason })).code).toBe('order.not-possible');
    expect(await broken()).toEqual([]);
    // What was let off is a reduction in the figures too; voiding takes it back with the fee.
    const today = async () => {
      await server.product.consumers.drain();
      const { Fee, Reduced, Received } = (await user.call('/api/dashboard/getConsole', {})).data.Today;
      return { Fee, Reduced, Received };
    };
    expect(await today()).toEqual({ Fee: '12.00', Reduced: '6.00', Received: '6.00' });
    await approve([(await user.call('/api/order/void', { OrderId, Reason })).data.ReviewId]);
    expect(await today()).toEqual({ Fee: '6.00', Reduced: '0.00', Received: '6.00' });
    expect(await broken()).toEqual([]);
    expect((await detail(OrderId)).Reductions).toEqual([]);
    await approve([(await user.call('/api/order/restore', { OrderId, Reason })).data.ReviewId]);
    expect((await detail(OrderId)).Reductions).toEqual(waived.Reductions);
    expect(await broken()).toEqual([]);
  });
});

describe('closing by hand', () => {
  test.each([
    [false, { PayState: 'arrears', Due: '75.00' }],
    [true, { PayState: 'free', Due: '0.00' }],
  ])('several at once, what is not paid let off: %s', async (IsFree, expected) => {
    await gate.see(lot.entry, '粤B70010', 0);
    await gate.see(lot.entry, '粤B70011', 0);
    await later(5 * 24 * 60);
    const OrderIds = [await orderId('粤B70010'), await orderId('粤B70011')];
    const asked = await user.call('/api/order/closeOrders', { OrderIds, IsFree, Reason });
    expect(asked.data).toEqual({ PendingCount: 2, ClosedCount: 0 });
    const requests = await waiting();
    expect((await approve(requests.map((one: { Id: string }) => one.Id))).data.DoneCount).toBe(2);
    for (const OrderId of OrderIds)
      expect((await detail(OrderId)).Order).toMatchObject({ ParkingState: 'no-exit', ...expected });
    expect(await gate.inside(lot)).toBe(0);
    expect(await broken()).toEqual([]);
  });

  test.each([false, true])('what was agreed to is what holds, however long that took; let off: %s', async (IsFree) => {
    await gate.see(lot.entry, '粤B70012', 0);
    await later(90);
    const OrderId = await orderId('粤B70012');
    const asked = await user.call('/api/order/closeOrders', { OrderIds: [OrderId], IsFree, Reason });
    expect(asked.data).toEqual({ PendingCount: 1, ClosedCount: 0 });
    const [request] = await waiting();
    expect(request).toMatchObject({ Amount: '6.00' });
    await later(3 * 24 * 60);
    expect((await approve([request.Id])).message).toBe('');
    expect((await detail(OrderId)).Order).toMatchObject({
      Fee: '6.00',
      Due: IsFree ? '0.00' : '6.00',
      ParkedMinutes: 90,
    });
    expect(await broken()).toEqual([]);
  });

  test('who paid after that was there still', async () => {
    await gate.see(lot.entry, '粤B70013', 0);
    await later(30);
    const OrderId = await orderId('粤B70013');
    await user.call('/api/order/closeOrders', { OrderIds: [OrderId], IsFree: false, Reason });
    const [request] = await waiting();
    await later(90);
    await user.call('/api/order/collectCash', { OrderId, Amount: '6.00' });
    await later(95);
    expect((await approve([request.Id])).message).toBe('');
    expect((await detail(OrderId)).Order).toMatchObject({ PayState: 'paid', Due: '0.00', ParkedMinutes: 95 });
    expect(await broken()).toEqual([]);
  });
});

describe('what came to be about more money than was agreed to', () => {
  test('is refused, and asked for again', async () => {
    const OrderId = await arrears('粤B70014');
    const asked = await user.call('/api/order/void', { OrderId, Reason });
    await later(3000);
    const flow = { Kind: 'order.times', Level: 1, AmountFrom: '50.00' };
    await setFlow(server, user, flow);
    const times = await user.call('/api/order/correctTimes', { OrderId, EnteredAt: at(0), LeftAt: at(600), Reason });
    expect(times.data).toMatchObject({ IsPending: false });
    expect((await detail(OrderId)).Order.Due).toBe('15.00');
    expect(await approve([asked.data.ReviewId])).toMatchObject({ code: 'review.amount-grew' });
    expect((await detail(OrderId)).Order.ParkingState).toBe('left');
    expect(await broken()).toEqual([]);
  });
});
