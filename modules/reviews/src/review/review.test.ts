import { SetClock } from '@boyun/kernel/server';
import { dropFlow, setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const DECIDE = ['review.list', 'review.decide', 'order.list'];
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let second: TestUser;
let third: TestUser;
let gate: TestGate;
let lot: TestLot;
let car = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 100 });
  [second, third] = [await server.newUser(user, DECIDE), await server.newUser(user, DECIDE)];
});
afterAll(() => server?.stop());

/** Creates an order with a debt of 6 yuan. */
async function debt(): Promise<string> {
  car += 1;
  const plate = `粤B8${String(car).padStart(4, '0')}`;
  await gate.see(lot.entry, plate, 0);
  const { passingId } = await gate.see(lot.exit, plate, 90);
  await user.call('/api/passing/settle', { PassingId: passingId, Outcome: 'admit', Reason: '放行' });
  return (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0].Id;
}
const waive = async (OrderId: string, Amount = '6.00', by = user) =>
  (await by.call('/api/order/waive', { OrderId, Amount, Reason: '设备故障' })).data as {
    IsPending: boolean;
    ReviewId: string;
  };
const due = async (OrderId: string) => (await user.call('/api/order/getOrder', { OrderId })).data.Order.Due;
const decide = (act: 'approve' | 'reject', by: TestUser, ...ReviewIds: string[]) =>
  by.call(`/api/review/${act}`, { ReviewIds, ...(act === 'reject' ? { Note: '证据不足' } : {}) });
const flow = (values: object) => setFlow(server, user, { Kind: 'order.waive', ...values });
const inbox = async (by: TestUser, filters: object = { Mine: 'decide' }) =>
  (await by.call('/api/review/getReviewList', filters)).data;

describe('flows', () => {
  test('an amount below the threshold takes effect immediately, and the audit log records why', async () => {
    await flow({ AmountFrom: '5.00' });
    const OrderId = await debt();
    expect(await waive(OrderId, '4.99')).toEqual({ IsPending: false, ReviewId: null });
    expect(await due(OrderId)).toBe('1.01');
    const { Rows } = (await user.call('/api/auditLog/list', { Action: 'order.waive-requested' })).data;
    expect(JSON.stringify(Rows[0])).toContain('below-threshold');
    expect((await waive(await debt(), '5.00')).IsPending).toBe(true);
  });

  test('partial amounts are summed, including pending ones, also when two are submitted concurrently', async () => {
    await flow({ AmountFrom: '3.00' });
    const OrderId = await debt();
    expect(await waive(OrderId, '1.50')).toMatchObject({ IsPending: false });
    expect(await waive(OrderId, '1.49')).toMatchObject({ IsPending: false });
    const third = await waive(OrderId, '1.50');
    expect(third.IsPending).toBe(true);
    expect(await due(OrderId)).toBe('3.01');
    const { Changes, Review } = (await second.call('/api/review/getReview', { ReviewId: third.ReviewId })).data;
    expect(Review.Amount).toBe('1.50');
    expect(Changes.at(-1)).toMatchObject({ Before: { Zh: '¥2.99' }, After: { Zh: '¥4.49' } });
    await decide('approve', second, third.ReviewId);
    expect(await due(OrderId)).toBe('1.51');
    expect((await waive(OrderId, '0.01')).IsPending).toBe(true);
    // Another order starts at zero.
    const other = await debt();
    const answers = await Promise.all([waive(other, '2.00'), waive(other, '2.00')]);
    expect(answers.map((one) => one.IsPending).sort()).toEqual([false, true]);
    expect(await due(other)).toBe('4.00');
  });

  test('two levels require two approvers other than the requester; nothing takes effect in between', async () => {
    await flow({ Level: 1 });
    await flow({ Level: 2, AmountFrom: '6.00' });
    const OrderId = await debt();
    const { ReviewId } = await waive(OrderId);
    expect((await decide('approve', user, ReviewId)).message).toContain('不能审核自己');
    expect((await decide('approve', second, ReviewId)).state).toBe('success');
    expect(await due(OrderId)).toBe('6.00');
    expect((await decide('approve', second, ReviewId)).message).toContain('上一级');
    expect((await inbox(second)).Rows).toEqual([]);
    expect((await inbox(third)).Rows).toMatchObject([{ Level: 2, LevelCount: 2, State: 'pending' }]);
    expect((await decide('approve', third, ReviewId)).state).toBe('success');
    expect(await due(OrderId)).toBe('0.00');
    const { data } = await user.call('/api/order/getOrder', { OrderId });
    expect(data.Changes[0].Reviewers).toEqual([second.account, third.account]);
  });

  test('a level may require a role', async () => {
    const { Roles } = (await user.call('/api/reviewFlow/getRoles')).data;
    const finance = Roles.find((one: { Value: string }) => one.Value === 'finance');
    expect(finance).toBeTruthy();
    await flow({ Role: 'finance' });
    const { ReviewId } = await waive(await debt());
    expect((await inbox(second)).Rows).toEqual([]);
    expect((await inbox(second, {})).Rows).toMatchObject([{ Obstacle: 'other-role', RoleName: finance.Name }]);
    expect((await decide('approve', second, ReviewId)).message).toContain('指定角色');
  });

  test('a change of the flow does not affect pending requests', async () => {
    await flow({});
    const { ReviewId } = await waive(await debt());
    await dropFlow(server, user, 'order.waive');
    await flow({ Role: 'finance' });
    expect((await decide('approve', second, ReviewId)).state).toBe('success');
  });

  test('where no other account could decide, it takes effect immediately and the audit log records why', async () => {
    user = await server.newTenant();
    gate = new TestGate(server, user, clock, START);
    lot = await gate.newLot();
    expect(await waive(await debt())).toMatchObject({ IsPending: false });
    const { Rows } = (await user.call('/api/auditLog/list', { Action: 'order.waive-requested' })).data;
    expect(JSON.stringify(Rows[0])).toContain('nobody-else');
  });
});

describe('the inbox', () => {
  test('counts and lists what the caller may decide, in agreement with NeedReview and the console', async () => {
    const ids = [(await waive(await debt())).ReviewId, (await waive(await debt())).ReviewId];
    const elsewhere = await server.newUser(user, DECIDE, [(await gate.newLot()).id]);
    expect((await inbox(second)).Totals).toEqual({ DecideCount: 2, NobodyCount: 0 });
    expect((await inbox(user)).Totals).toEqual({ DecideCount: 0, NobodyCount: 0 });
    expect((await inbox(elsewhere, {})).Rows).toEqual([]);
    expect((await decide('approve', elsewhere, ids[0]!)).code).toBe('kernel.not-found');
    expect((await inbox(user, { Mine: 'own' })).Rows).toHaveLength(2);
    const asked = async (by: TestUser) => (await by.call('/api/announcement/checkVersion', {})).data;
    await second.call('/api/announcement/see');
    expect(await asked(second)).toMatchObject({ NeedReview: true, OpenReviews: 2 });
    const todo = async (by: TestUser) => (await by.call('/api/dashboard/getConsole', {})).data.Todo.OpenReviews;
    expect(await todo(user)).toBe(0);
    await decide('approve', second, ...ids);
    expect(await asked(second)).toMatchObject({ NeedReview: false, OpenReviews: 0 });
  });

  test('several are decided together; those that cannot be are left unchanged and returned', async () => {
    const [one, two] = [await debt(), await debt()];
    const ids = [(await waive(one)).ReviewId, (await waive(two)).ReviewId];
    // Paid in the meantime, so nothing is left to waive.
    await user.call('/api/order/collectCash', { OrderId: two, Amount: '6.00' });
    const { data } = await decide('approve', second, ...ids);
    expect(data).toMatchObject({ DoneCount: 1, Failed: [{ Message: expect.stringContaining('没有待收') }] });
    expect([await due(one), await due(two)]).toEqual(['0.00', '0.00']);
    expect((await inbox(second, { State: 'pending' })).Total).toBe(1);
    expect((await inbox(second, { State: 'approved' })).Total).toBe(1);
  });

  test('a request is rejected with a reason, or withdrawn by the requester', async () => {
    const OrderId = await debt();
    const refused = (await waive(OrderId)).ReviewId;
    expect((await decide('reject', second, refused)).state).toBe('success');
    expect((await decide('approve', third, refused)).message).toContain('已处理完毕');
    const { data } = await user.call('/api/review/getReview', { ReviewId: refused });
    expect(data.Steps).toMatchObject([
      { Act: 'submit' },
      { Act: 'reject', Note: '证据不足', ActorName: second.account },
    ]);
    const taken = (await waive(OrderId)).ReviewId;
    expect((await second.call('/api/review/withdraw', { ReviewId: taken })).code).toBe('review.not-yours');
    expect((await user.call('/api/review/withdraw', { ReviewId: taken })).state).toBe('success');
    expect(await due(OrderId)).toBe('6.00');
  });

  test('of two concurrent decisions the second is refused', async () => {
    const { ReviewId } = await waive(await debt());
    const answers = await Promise.all([decide('approve', second, ReviewId), decide('approve', third, ReviewId)]);
    expect(answers.map((one) => one.state === 'success').sort()).toEqual([false, true]);
  });

  test('approvers and the requester are notified', async () => {
    const OrderId = await debt();
    const { ReviewId } = await waive(OrderId);
    await server.product.consumers.drain();
    const titles = async (by: TestUser) =>
      (await by.call('/api/serviceMsgCenter/list', { Kind: 'review' })).data.Rows.map(
        (one: { Title: string }) => one.Title,
      );
    expect((await titles(second))[0]).toContain('待审核');
    expect(await titles(user)).toEqual([]);
    await decide('reject', second, ReviewId);
    await server.product.consumers.drain();
    expect((await titles(user))[0]).toContain('已驳回');
  });
});
