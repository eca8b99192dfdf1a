import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
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
const broken = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);
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

describe('voiding', () => {
  test('waits for a second person, takes effect with the approval, and can be taken back', async () => {
    await gate.see(lot.entry, '粤B70001', 0);
    gate.at(30);
    const OrderId = await orderId('粤B70001');
    const asked = await user.call('/api/order/void', { OrderId, Reason });
    expect(asked.data).toMatchObject({ IsPending: true, ReviewId: expect.any(String) });
    expect(await gate.inside(lot)).toBe(1);
    expect((await detail(OrderId)).Order.ParkingState).toBe('inside');
    expect((await user.call('/api/order/void', { OrderId, Reason })).code).toBe('review.already-asked');
    expect((await approve([asked.data.ReviewId], user)).message).toContain('不能审核自己');

    expect((await approve([asked.data.ReviewId])).data).toMatchObject({ DoneCount: 1, Failed: [] });
    expect(await gate.inside(lot)).toBe(0);
    const void1 = await detail(OrderId);
    expect(void1.Order.ParkingState).toBe('void');
    expect(void1.Changes).toMatchObject([
      { Kind: 'void', Reason, RequestedByName: 'Admin', Reviewers: [second.account] },
    ]);
    expect(void1.Timeline.map((one: { Kind: string }) => one.Kind)).toEqual(
      expect.arrayContaining(['review.requested', 'review.approved', 'stay.voided']),
    );
    expect((await user.call('/api/order/getVoidPage', {})).data.Rows).toMatchObject([
      { Plate: '粤B70001', VoidReason: Reason, RequestedByName: 'Admin', ReviewerNames: second.account },
    ]);
    expect(await broken()).toEqual([]);

    await later(2000);
    const restored = await user.call('/api/order/restore', { OrderId, Reason });
    await approve([restored.data.ReviewId]);
    expect(await gate.inside(lot)).toBe(1);
    expect((await detail(OrderId)).Order).toMatchObject({ ParkingState: 'inside', PayState: 'unpaid' });
    expect((await user.call('/api/order/getVoidPage', {})).data.Total).toBe(0);
    expect(await broken()).toEqual([]);
    expect((await user.call('/api/order/restore', { OrderId, Reason })).code).toBe('order.not-possible');
  });

  test('cannot be restored after the car has entered again', async () => {
    await gate.see(lot.entry, '粤B70002', 0);
    const OrderId = await orderId('粤B70002');
    await approve([(await user.call('/api/order/void', { OrderId, Reason })).data.ReviewId]);
    await gate.see(lot.entry, '粤B70002', 60);
    expect((await user.call('/api/order/restore', { OrderId, Reason })).code).toBe('order.plate-inside');
  });

  test.each([
    ['was inside', false],
    ['had left', true],
  ])('a car that %s is not inside twice: another stay within its times prevents restoring', async (_, hasLeft) => {
    if (hasLeft) await arrears('粤B70004');
    else await gate.see(lot.entry, '粤B70004', 0);
    gate.at(95);
    const OrderId = await orderId('粤B70004');
    await approve([(await user.call('/api/order/void', { OrderId, Reason })).data.ReviewId]);
    // An offline camera reports another stay afterwards.
    const stored = { isOffline: true, receivedMinute: 100 };
    await gate.see(lot.entry, '粤B70004', 40, stored);
    await gate.see(lot.exit, '粤B70004', 80, stored);
    const refused = await user.call('/api/order/restore', { OrderId, Reason });
    expect([refused.code, refused.message.includes('09:40:00')]).toEqual(['order.times-overlap', true]);
    expect((await detail(OrderId)).Order.ParkingState).toBe('void');
    expect(await broken()).toEqual([]);
  });

  test('the approval considers a stay reported while the request to restore was pending', async () => {
    const OrderId = await arrears('粤B70005');
    await approve([(await user.call('/api/order/void', { OrderId, Reason })).data.ReviewId]);
    const asked = await user.call('/api/order/restore', { OrderId, Reason });
    expect(asked.data).toMatchObject({ IsPending: true });
    const stored = { isOffline: true, receivedMinute: 100 };
    await gate.see(lot.entry, '粤B70005', 40, stored);
    await gate.see(lot.exit, '粤B70005', 80, stored);
    expect((await approve([asked.data.ReviewId])).code).toBe('order.times-overlap');
    expect((await detail(OrderId)).Order.ParkingState).toBe('void');
  });

  test('a debt comes back as it was', async () => {
    const OrderId = await arrears('粤B70003');
    await approve([(await user.call('/api/order/void', { OrderId, Reason })).data.ReviewId]);
    expect((await detail(OrderId)).Order).toMatchObject({ PayState: 'free', Fee: '0.00' });
    await approve([(await user.call('/api/order/restore', { OrderId, Reason })).data.ReviewId]);
    expect((await detail(OrderId)).Order).toMatchObject({ ParkingState: 'left', PayState: 'arrears', Due: '6.00' });
    expect(await broken()).toEqual([]);
  });
});
