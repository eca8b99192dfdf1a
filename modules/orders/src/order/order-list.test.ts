import { SetClock } from '@boyun/kernel/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestGate, type TestLot } from '../../../../apps/server/test-lot.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;

/** At minute 90: one car has stayed for 25 hours, one for 90 minutes, one on the white list for 90 minutes; one has left. */
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 10 });
  const white = { LotId: lot.id, ValidFrom: '2026-01-01T00:00:00Z' };
  for (const Plate of ['粤B80003', '粤B80004']) await user.call('/api/billWhitePlate/create', { Plate, ...white });
  await gate.see(lot.entry, '粤B80001', -1410, { receivedMinute: 0, isOffline: true });
  await gate.see(lot.entry, '粤B80002', 0);
  await gate.see(lot.entry, '粤B80003', 0);
  await gate.see(lot.entry, '粤B80004', 0);
  await gate.see(lot.exit, '粤B80004', 10);
  gate.at(90);
});
afterAll(() => server?.stop());

test.each([
  ['粤B80001', { Fee: '18.00', Due: '18.00', PayState: 'unpaid' }],
  ['粤B80002', { Fee: '6.00', Due: '6.00', PayState: 'unpaid' }],
  ['粤B80003', { Fee: '6.00', Reduced: '6.00', Due: '0.00' }],
])('the order of %s, still inside, shows what it would pay now', async (Plate, sums) => {
  const list = await user.call('/api/order/getOrderPage', { LotId: lot.id, Plate });
  expect(list.data.Rows).toMatchObject([sums]);
});

test('an order that has ended shows what it ended with', async () => {
  const list = await user.call('/api/order/getOrderPage', { LotId: lot.id, Plate: '粤B80004' });
  const detail = await user.call('/api/order/getOrder', { OrderId: list.data.Rows[0].Id });
  const { Fee, Reduced, Due } = detail.data.Order;
  expect(list.data.Rows).toMatchObject([{ Fee, Reduced, Due, ParkingState: 'left' }]);
});

test.each([
  [{}, { Fee: '30.00', Reduced: '6.00', Paid: '0.00', Due: '24.00', LongCount: 1 }, 3],
  [{ MinHours: 24 }, { Fee: '18.00', Reduced: '0.00', Paid: '0.00', Due: '18.00', LongCount: 1 }, 1],
  [{ Plate: '粤B99999' }, { Fee: '0.00', Reduced: '0.00', Paid: '0.00', Due: '0.00', LongCount: 0 }, 0],
])('the cars inside with %o add up to %o, whatever the page shows', async (filters, totals, total) => {
  const list = await user.call('/api/order/getInLotPage', { LotId: lot.id, PerPage: 1, ...filters });
  expect(list.data).toMatchObject({ Totals: totals, Total: total });
  expect(list.data.Rows).toHaveLength(Math.min(1, total));
});

test('of a car inside the fee is what is reduced, paid and due', async () => {
  const { data } = await user.call('/api/order/getInLotPage', { LotId: lot.id });
  expect(data.Rows).toHaveLength(3);
  for (const { Fee, Reduced, Paid, Due } of [...data.Rows, data.Totals])
    expect(Number(Fee)).toBe(Number(Reduced) + Number(Paid) + Number(Due));
});

test('sums of orders leave out what was last asked of cars inside', async () => {
  const own = await gate.newLot({}, { Capacity: 10 });
  for (const plate of ['粤B81001', '粤B81002']) {
    await gate.see(own.entry, plate, 90);
    // It is asked to pay and stays.
    await gate.see(own.exit, plate, 190);
  }
  const list = async (filters: object) =>
    (await user.call('/api/order/getOrderPage', { LotId: own.id, ...filters })).data;
  const [order] = (await list({ Plate: '粤B81001' })).Rows;
  await user.call('/api/order/collectCash', { OrderId: order.Id, Amount: order.Due });
  await gate.see(own.exit, '粤B81001', 191);
  gate.at(90);
  const { Rows, Totals } = await list({});
  expect(Rows.map((one: { ParkingState: string }) => one.ParkingState).sort()).toEqual(['inside', 'left']);
  expect(Totals).toMatchObject({ Fee: order.Fee, Paid: order.Fee });
  expect((await list({ ParkingState: 'inside' })).Totals ?? {}).toEqual({});
});

test.each([
  ['80001', ['粤B80001'], [], 'any part of the plate of a car inside'],
  ['b·8000', ['粤B80001', '粤B80002', '粤B80003'], [], 'in any written form'],
  ['粤B8000', ['粤B80001', '粤B80002', '粤B80003'], ['粤B80001', '粤B80002', '粤B80003', '粤B80004'], 'its beginning'],
  ['粤B80004', [], ['粤B80004'], 'a car that left'],
  ['%%', [], [], 'signs of a pattern stand for themselves'],
])('%s finds cars inside %o and orders of %o: %s', async (Text, inside, plates) => {
  const { data } = await user.call('/api/order/find', { Text });
  const found = data.Inside.map((one: { Plate: string; LotName: string }) => [one.Plate, one.LotName]).sort();
  expect([found, data.Plates]).toEqual([inside.map((plate) => [plate, expect.any(String)]), plates]);
});

test.each([
  ['粤B80004', 1, 0],
  ['b·8000', 0, 3],
  ['粤b 8000', 4, 3],
  ['80001', 0, 1],
  ['%', 0, 0],
])(
  'the filter %s: %i orders whose plate is it or begins so, %i cars inside with it anywhere in theirs',
  async (Plate, orders, inside) => {
    const totals = await Promise.all(
      ['/api/order/getOrderPage', '/api/order/getInLotPage'].map(
        async (path) => (await user.call(path, { LotId: lot.id, Plate })).data.Total,
      ),
    );
    expect(totals).toEqual([orders, inside]);
  },
);

test('orders are found by the beginning of their number; those of other lots and tenants are not', async () => {
  const { data } = await user.call('/api/order/getOrderPage', { Plate: '粤B80004' });
  const number = data.Rows[0].OrderNo as string;
  const find = async (by: TestUser, Text: string) => (await by.call('/api/order/find', { Text })).data;
  expect((await find(user, number.slice(0, -1).toLowerCase())).OrderNos).toContain(number);
  expect((await find(user, number.slice(0, 5))).OrderNos).toEqual([]);
  const nothing = { Inside: [], Plates: [], OrderNos: [] };
  const elsewhere = await gate.newLot();
  for (const one of [await server.newTenant(), await server.newUser(user, ['order.list'], [elsewhere.id])])
    for (const part of [number, '粤B8000']) expect(await find(one, part)).toEqual(nothing);
});

test('an order shows the name its rule has now', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B79001', 0);
  const [row] = (await user.call('/api/order/getOrderPage', { LotId: lot.id })).data.Rows;
  const nameOf = async () => (await user.call('/api/order/getOrder', { OrderId: row.Id })).data.Order.RuleName;
  const rules = (await user.call('/api/billRule/list', { PerPage: 200 })).data.Rows;
  const before = await nameOf();
  const rule = rules.find((one: { Name: string }) => one.Name === before);
  expect((await user.call('/api/billRule/update', { Id: rule.Id, Name: 'Renamed' })).state).toBe('success');
  expect(await nameOf()).toBe('Renamed');
});
