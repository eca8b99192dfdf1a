import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour, at most 15 in 24 hours.
const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 1440;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
const plate = '粤B60001';

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 30 });
});
afterAll(() => server?.stop());

const stored = (receivedMinute: number) => ({ isOffline: true, receivedMinute });
const orderIdOf = async (parking: string) => {
  const [row] = await server.product.kernel.database.system<{ id: string }>(
    'select id from parking_order where tenant_id = $1 and parking_state = $2',
    [user.tenantId, parking],
  );
  return row!.id;
};
const figures = async () => {
  await server.product.consumers.drain();
  const rows = await server.product.kernel.database.system<{ metric: string; told: string }>(
    `select metric, sum(count)::int || ' ' || sum(amount_fen)::int as told from stat_hour where tenant_id = $1 group by 1`,
    [user.tenantId],
  );
  return Object.fromEntries(rows.map((one) => [one.metric, one.told]));
};
const broken = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);

test('an exit that comes after its stay was closed by the next entry ends that stay where it really ended', async () => {
  await gate.see(lot.entry, plate, 0);
  await gate.see(lot.entry, plate, 240);
  expect(await gate.orders(lot)).toMatchObject([
    { parking: 'no-exit', pay: 'arrears', fee: 1200 },
    { parking: 'inside' },
  ]);
  const late = await gate.see(lot.exit, plate, 60, stored(300));
  expect(late).toMatchObject({ decision: 'record', commandId: null });
  expect(await gate.orders(lot)).toMatchObject([
    { parking: 'left', pay: 'arrears', fee: 300, due: 300, minutes: 60 },
    { parking: 'inside' },
  ]);
  expect(await gate.inside(lot)).toBe(1);
  // No alarm but the one of the repeated entry: nothing is unmatched.
  expect(await gate.alarms(lot)).toEqual(['duplicate-entry']);
  expect(await figures()).toMatchObject({ entry: '2 0', exit: '1 300', close: '0 0', unpaid: '1 300' });
  const { data } = await user.call('/api/order/getOrder', { OrderId: await orderIdOf('left') });
  expect(JSON.stringify(data.Timeline)).toContain('补传的出场记录');
  expect(await broken()).toEqual([]);
});

test('if the debt is already paid, the overpayment is reported and nothing else changes', async () => {
  await gate.see(lot.entry, plate, 0);
  await gate.see(lot.entry, plate, 240);
  const OrderId = await orderIdOf('no-exit');
  expect((await user.call('/api/order/collectCash', { OrderId, Amount: '12.00' })).message).toBe('');
  const late = await gate.see(lot.exit, plate, 60, stored(250));
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'no-exit', pay: 'settled', fee: 1200, due: 0 }, {}]);
  expect(await gate.alarms(lot)).toEqual(['duplicate-entry', 'overpaid']);
  const [row] = await server.product.kernel.database.system<{ orderId: string }>(
    'select order_id from passing where id = $1',
    [late.passingId],
  );
  expect(row!.orderId).toBe(OrderId);
  // The order shows it, and is found by it.
  const found = async () => (await user.call('/api/order/getOrderPage', { IsOverpaid: true })).data.Rows;
  expect(await found()).toMatchObject([{ Id: OrderId, Overpaid: '9.00' }]);
  expect((await user.call('/api/order/getOrder', { OrderId })).data.Order.Overpaid).toBe('9.00');
  await gate.see(lot.exit, plate, 60.5, stored(260));
  expect(await found()).toMatchObject([{ Id: OrderId, Overpaid: '9.00' }]);
  expect(await broken()).toEqual([]);
});

test('a stay closed by hand gets its exit too, over midnight and the end of a month', async () => {
  await setFlow(server, user, { Kind: 'order.close', IsEnabled: false });
  const toMonthEnd = 27 * DAY + 13 * 60;
  await gate.see(lot.entry, plate, toMonthEnd);
  const closing = toMonthEnd + 3 * DAY;
  gate.at(closing);
  user = { ...user, ...(await server.newUser(user, ['order.correct', 'order.list'])) };
  const asked = await user.call('/api/order/closeOrders', {
    OrderIds: [await orderIdOf('inside')],
    IsFree: false,
    Reason: 'not there any more',
  });
  expect(asked).toMatchObject({ message: '', data: { ClosedCount: 1 } });
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'no-exit', fee: 4500 }]);
  await gate.see(lot.exit, plate, toMonthEnd + 150, stored(closing + 60));
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'left', pay: 'arrears', fee: 900, minutes: 150 }]);
  expect(await gate.inside(lot)).toBe(0);
  expect(await broken()).toEqual([]);
});

test('the same exit sent again from the store of the camera is the same car', async () => {
  await gate.see(lot.entry, plate, 0);
  await gate.see(lot.exit, plate, 10, { isOffline: true, receivedMinute: 30 });
  await gate.see(lot.exit, plate, 9, stored(40));
  expect(await gate.alarms(lot)).toEqual([]);
  // An entry that is older still does not leave by that reading.
  await gate.see(lot.entry, plate, 5, stored(50));
  expect((await gate.orders(lot)).map((one) => one.parking)).toEqual(['left', 'inside']);
  expect(await broken()).toEqual([]);
});
