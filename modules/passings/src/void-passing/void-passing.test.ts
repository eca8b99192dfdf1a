import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { settlePayment } from '@boyun/money/server';
import { lockOrder } from '@boyun/orders/server';
import { startPayment } from '@boyun/payments/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const Reason = '调试相机时的记录';
let server: TestServer;
let user: TestUser;
let second: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 10 });
  second = await server.newUser(user, ['review.list', 'review.decide', 'passing.list']);
});
afterAll(() => server?.stop());

const passings = async (by = user) =>
  (await by.call('/api/businessManage/findPassRecord', { LotId: lot.id })).data.Rows;
const voids = async (by = user) => (await by.call('/api/passing/getVoidPage', { LotId: lot.id })).data.Rows;
const approve = (id: string) => second.call('/api/review/approve', { ReviewIds: [id] });
const ask = (act: 'void' | 'restore', PassingId: string, by = user) =>
  by.call(`/api/passing/${act}`, { PassingId, Reason });

/** Pays what a pay page asks for. */
async function pay(payUrl: string): Promise<void> {
  const { database } = server.product.kernel;
  const code = payUrl.replace('/pay/', '');
  const [order] = await database.system<{ id: string }>('select id from parking_order where pay_code = $1', [code]);
  const who = systemWho(user.tenantId, 'driver');
  const payment = await database.inTenant(who, async (tx) => startPayment(tx, (await lockOrder(tx, order!.id))!));
  await database.inTenant(who, (tx) => settlePayment(tx, payment.paymentNo, 'success', 'T1', payment.amountFen));
  await server.product.consumers.drain();
}

test('a record is voided by the approval of a second person, and restored by another', async () => {
  const { passingId } = await gate.see(lot.entry, '粤B70001', 0);
  const asked = await ask('void', passingId!);
  expect(asked.data).toMatchObject({ IsPending: true });
  expect(await passings()).toHaveLength(1);
  expect((await ask('void', passingId!)).code).toBe('review.already-asked');
  expect((await approve(asked.data.ReviewId)).data.DoneCount).toBe(1);
  expect(await passings()).toEqual([]);
  expect(await voids()).toMatchObject([
    { Id: passingId, Plate: '粤B70001', VoidReason: Reason, RequestedByName: 'Admin', ReviewerNames: second.account },
  ]);
  expect((await ask('void', passingId!)).code).toBe('void-passing.already-void');
  // Its stay is as it was.
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'inside' }]);
  expect(await gate.inside(lot)).toBe(1);

  const back = await ask('restore', passingId!);
  await approve(back.data.ReviewId);
  expect(await passings()).toHaveLength(1);
  expect(await voids()).toEqual([]);
  expect((await ask('restore', passingId!)).code).toBe('void-passing.not-void');
  expect((await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0)).toEqual([]);
});

test('a record of a paid order and that of a car that waits are refused, also when the money came after the request', async () => {
  const { passingId: entry } = await gate.see(lot.entry, '粤B70002', 0);
  const asked = await ask('void', entry!);
  const exit = await gate.see(lot.exit, '粤B70002', 90);
  expect((await ask('void', exit.passingId!)).code).toBe('void-passing.waiting');
  await pay(exit.payUrl!);
  for (const answer of [await ask('void', exit.passingId!), await approve(asked.data.ReviewId)])
    expect([answer.code, answer.message]).toEqual(['void-passing.paid', expect.stringContaining('已收费')]);
  expect(await passings()).toHaveLength(2);
});

test('it takes the permission and the lot', async () => {
  const { passingId } = await gate.see(lot.entry, '粤B70003', 0);
  expect((await ask('void', passingId!, second)).code).toBe('kernel.no-permission');
  const other = await gate.newLot();
  const elsewhere = await server.newUser(user, ['passing.void', 'void-order.list'], [other.id]);
  expect((await ask('void', passingId!, elsewhere)).code).toBe('kernel.not-found');
  await approve((await ask('void', passingId!)).data.ReviewId);
  expect(await voids(elsewhere)).toEqual([]);
  expect((await ask('restore', passingId!, elsewhere)).code).toBe('kernel.not-found');
});
