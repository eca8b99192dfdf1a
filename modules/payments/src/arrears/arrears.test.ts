import { SetClock } from '@boyun/kernel/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestGate, type TestLot } from '../../../../apps/server/test-lot.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 1440;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let other: TestLot;

/** Cars left owing 3 yuan each, 100, 40, 10 and 0 days ago; the last one in another lot, of a plate that owed before. */
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  [lot, other] = [await gate.newLot(), await gate.newLot({}, { ArrearsLimit: '5.00' })];
  const owe = async (place: TestLot, plate: string, day: number) => {
    const late = { receivedMinute: 100 * DAY, isOffline: true };
    await gate.see(place.entry, plate, day * DAY, late);
    await gate.see(place.exit, plate, day * DAY + 30, late);
  };
  await owe(lot, '粤B60001', 0);
  await owe(lot, '粤B60002', 60);
  await owe(lot, '粤B60003', 90);
  await owe(other, '粤B60001', 99);
  user = {
    ...user,
    ...(await server.newUser(user, ['arrears.list', 'arrears.remind', 'order.collect', 'order.list', 'payment.list'])),
  };
});
afterAll(() => server?.stop());

test.each([
  [{}, 4, '12.00'],
  [{ Age: 'week' }, 1, '3.00'],
  [{ Age: 'month' }, 1, '3.00'],
  [{ Age: 'quarter' }, 1, '3.00'],
  [{ Age: 'older' }, 1, '3.00'],
  [{ Plate: '粤B60001' }, 2, '6.00'],
])('orders that owe, by %o', async (filters, Total, Due) => {
  expect((await user.call('/api/arrears/getArrearsPage', filters)).data).toMatchObject({ Total, Totals: { Due } });
});

test('the same by age, by plate and by lot', async () => {
  const { data } = await user.call('/api/arrears/getArrearsPage', {});
  expect(data.Totals).toEqual({ Due: '12.00', Week: '3.00', Month: '3.00', Quarter: '3.00', Older: '3.00' });
  expect(data.Rows.map((one: { AgeDays: number }) => one.AgeDays)).toEqual([99, 39, 9, 0]);
  const plates = await user.call('/api/arrears/getByPlate', {});
  expect(plates.data).toMatchObject({ Total: 3, Totals: { Due: '12.00' } });
  expect(plates.data.Rows[0]).toMatchObject({ Plate: '粤B60001', OrderCount: 2, LotCount: 2, Due: '6.00' });
  const lots = await user.call('/api/arrears/getByLot', {});
  expect(lots.data.Rows).toMatchObject([
    { LotId: lot.id, OrderCount: 3, PlateCount: 3, Due: '9.00', Week: '0.00' },
    { LotId: other.id, OrderCount: 1, Due: '3.00', Week: '3.00' },
  ]);
});

test('an SMS reminds of all a plate owes, once a day however often it is asked for', async () => {
  const remind = (Plate: string) => user.call('/api/arrears/remind', { Plate, Mobile: '13800138000' });
  expect((await user.call('/api/arrears/getDebtor', { Plate: '粤B60001' })).data).toEqual({
    OwnerName: null,
    Mobile: null,
    Due: '6.00',
    OrderCount: 2,
    RemindedAt: null,
  });
  const answers = await Promise.all([remind('粤B60001'), remind('粤B60001'), remind('粤B60001')]);
  expect(answers.map((one) => one.code ?? 'sent').sort()).toEqual([
    'arrears.reminded-already',
    'arrears.reminded-already',
    'sent',
  ]);
  expect((await remind('粤B69999')).code).toBe('kernel.not-found');
  expect((await user.call('/api/arrears/remind', { Plate: '粤B60002', Mobile: '12' })).code).toBe('kernel.bad-input');
  const sends = await server.product.kernel.database.system<{ recipient: string; body: string }>(
    `select recipient, body from push_send where tenant_id = $1 and channel = 'sms'`,
    [user.tenantId],
  );
  expect(sends).toHaveLength(1);
  expect(sends[0]).toMatchObject({ recipient: '13800138000' });
  expect(sends[0]!.body).toContain('车辆粤B60001有2笔停车欠费共6.00元');
  const plates = await user.call('/api/arrears/getByPlate', { Plate: '粤B60001' });
  expect(plates.data.Rows[0].RemindedAt).not.toBeNull();
});

test('a car that owes more than the lot allows is stopped at the entry until it has paid, all debts at once', async () => {
  expect((await gate.see(other.entry, '粤B60001', 100 * DAY)).decision).toBe('hold');
  const collect = (Amount: string) => user.call('/api/arrears/collect', { Plate: '粤B60001', Amount });
  expect((await collect('3.00')).code).toBe('order.amount-changed');
  expect((await collect('6.00')).data).toEqual({ OrderCount: 2 });
  expect((await collect('6.00')).code).toBe('kernel.not-found');
  const { data } = await user.call('/api/order/getOrderPage', { Plate: '粤B60001' });
  expect(data.Rows.map((one: { PayState: string }) => one.PayState)).toEqual(['settled', 'settled']);
  expect((await gate.see(other.entry, '粤B60001', 100 * DAY + 5)).decision).toBe('open');
});
