import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const Reason = '夜间反光误识别';
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
  // An exit that finds no order opens all the same.
  lot = await gate.newLot({ Unmatched: 'open' }, { Capacity: 10 });
  second = await server.newUser(user, ['review.list', 'review.decide']);
});
afterAll(() => server?.stop());

const orderOf = async (Plate: string) => (await user.call('/api/order/getOrderPage', { Plate })).data.Rows[0];
const detail = async (OrderId: string) => (await user.call('/api/order/getOrder', { OrderId })).data;
const passings = async () => (await user.call('/api/businessManage/findPassRecord', { LotId: lot.id })).data.Rows;
const correct = async (OrderId: string, Plate: string, more: object = {}) => {
  const answer = await user.call('/api/order/correctPlate', { OrderId, Plate, PlateColor: 1, Reason, ...more });
  if (answer.data?.ReviewId) await second.call('/api/review/approve', { ReviewIds: [answer.data.ReviewId] });
  return answer;
};
const broken = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);

test('a misread entry gets its plate, meets the exit that found no order, and keeps its trace', async () => {
  await gate.see(lot.entry, '粤B90001', 0);
  const exit = await gate.see(lot.exit, '粤B90077', 90);
  expect(exit.decision).toBe('open');
  gate.at(100);
  const { Id } = await orderOf('粤B90001');
  expect((await correct(Id, '粤B90077')).data.IsPending).toBe(true);
  const { Order, Changes, Timeline } = await detail(Id);
  expect(Order).toMatchObject({
    Plate: '粤B90077',
    ParkingState: 'left',
    PayState: 'arrears',
    Fee: '6.00',
    ParkedMinutes: 90,
  });
  expect(Changes).toMatchObject([{ Kind: 'plate', Reason, Reviewers: [second.account] }]);
  expect(Changes[0].Lines.map((one: { After: { Zh: string } }) => one.After.Zh)).toEqual([
    '粤B90077',
    '匹配到出场记录',
  ]);
  expect(Timeline.map((one: { Kind: string }) => one.Kind)).toContain('order.plate-corrected');
  const seen = await passings();
  expect(seen.every((one: { Plate: string; OrderId: string }) => one.Plate === '粤B90077' && one.OrderId === Id)).toBe(
    true,
  );
  const read = await server.product.kernel.database.system<{ plate: string }>(
    'select read_plate as plate from passing where tenant_id = $1 and order_id = $2 order by happened_at',
    [user.tenantId, Id],
  );
  expect(read.map((one) => one.plate)).toEqual(['粤B90001', '粤B90077']);
  expect(await gate.inside(lot)).toBe(0);
  expect(await broken()).toEqual([]);
});

test('the stay of a car inside continues under the correct plate and its list', async () => {
  await user.call('/api/billWhitePlate/create', { Plate: '粤B90002', ValidFrom: '2026-01-01T00:00:00Z' });
  await gate.see(lot.entry, '粤B90003', 0);
  gate.at(90);
  const { Id } = await orderOf('粤B90003');
  await correct(Id, '粤B90002', { PlateColor: 5 });
  expect((await detail(Id)).Order).toMatchObject({ Plate: '粤B90002', PlateColor: 5, Standing: 'white', Due: '0.00' });
  expect(await broken()).toEqual([]);
  const exit = await gate.see(lot.exit, '粤B90002', 120);
  expect(exit.decision).toBe('open');
  expect((await detail(Id)).Order).toMatchObject({ ParkingState: 'left', PayState: 'free' });
  expect(await broken()).toEqual([]);
});

test('the kind of vehicle follows the correct plate, and is counted as such', async () => {
  await gate.see(lot.entry, '粤B90010', 0);
  gate.at(1);
  const { Id } = await orderOf('粤B90010');
  expect((await detail(Id)).Order).toMatchObject({ VehicleKind: 'small' });
  await correct(Id, '粤B90010', { PlateColor: 2 });
  expect((await detail(Id)).Order).toMatchObject({ PlateColor: 2, VehicleKind: 'large' });
  expect(await broken()).toEqual([]);
  await server.product.consumers.drain();
  const { Rows } = (await user.call('/api/statement/carFlow/list', { By: 'kind', VehicleKind: 'large', From: START }))
    .data;
  expect(Rows).toMatchObject([{ VehicleKind: 'large', Entries: 1 }]);
});

test('a misread exit gets its plate and ends the stay of that car', async () => {
  await gate.see(lot.entry, '粤B90004', 0);
  await gate.see(lot.exit, '粤B90088', 90);
  gate.at(100);
  const lost = (await passings()).find((one: { Direction: string }) => one.Direction === 'exit');
  const asked = await user.call('/api/passing/correctPlate', { PassingId: lost.Id, Plate: '粤B90004', Reason });
  expect(asked.data.IsPending).toBe(true);
  await second.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId] });
  const { Id } = await orderOf('粤B90004');
  expect((await detail(Id)).Order).toMatchObject({ ParkingState: 'left', PayState: 'arrears', Due: '6.00' });
  expect((await detail(Id)).Changes).toMatchObject([{ Kind: 'plate', Reviewers: [second.account] }]);
  expect(await broken()).toEqual([]);
  const again = await user.call('/api/passing/correctPlate', { PassingId: lost.Id, Plate: '粤B90004', Reason });
  expect(again.code).toBe('plate.has-order');
});

test.each([
  ['the same plate', '粤B90005', 'order.nothing-changed'],
  ['the plate of another car inside', '粤B90006', 'order.plate-inside'],
])('%s is refused', async (_, plate, code) => {
  await gate.see(lot.entry, '粤B90005', 0);
  await gate.see(lot.entry, '粤B90006', 1);
  expect((await correct((await orderOf('粤B90005')).Id, plate)).code).toBe(code);
});

/** A car that came and left owing, let through by a person. */
async function stayed(plate: string, from: number, to: number): Promise<string> {
  await gate.see(lot.entry, plate, from);
  const { passingId } = await gate.see(lot.exit, plate, to);
  await user.call('/api/passing/settle', { PassingId: passingId, Outcome: 'admit', Reason: '道闸故障放行' });
  return (await orderOf(plate)).Id;
}

describe('beside another stay of the right plate, of minutes 60 to 120', () => {
  test.each([
    ['that left within it', 0, 90, true],
    ['that came within it', 90, 150, true],
    ['that was there all the while', 0, 150, true],
    ['that left before it', 0, 60, false],
    ['that came after it', 120, 150, false],
  ])('a car %s', async (_, from, to, isRefused) => {
    const Id = await stayed('粤B90020', from, to);
    const other = await stayed('粤B90021', 60, 120);
    gate.at(200);
    const asked = await user.call('/api/order/correctPlate', { OrderId: Id, Plate: '粤B90021', PlateColor: 1, Reason });
    if (!isRefused) return expect(asked.data).toMatchObject({ IsPending: true });
    expect(asked.code).toBe('order.times-overlap');
    expect(asked.message).toContain((await detail(other)).Order.OrderNo);
  });

  test('a car inside since before it is refused; one whose exit was seen before it is not', async () => {
    await gate.see(lot.entry, '粤B90022', 0);
    const { Id } = await orderOf('粤B90022');
    await stayed('粤B90023', 60, 120);
    gate.at(200);
    expect((await correct(Id, '粤B90023')).code).toBe('order.times-overlap');
    // The exit before it had found no order.
    await gate.see(lot.exit, '粤B90023', 30, { isOffline: true, receivedMinute: 210 });
    expect((await correct(Id, '粤B90023')).data.IsPending).toBe(true);
    expect((await detail(Id)).Order).toMatchObject({ Plate: '粤B90023', ParkingState: 'left', ParkedMinutes: 30 });
    expect(await broken()).toEqual([]);
  });

  test('one that came while a request waited is not overlooked by the approval', async () => {
    const OrderId = await stayed('粤B90024', 0, 90);
    gate.at(100);
    const asked = await user.call('/api/order/correctPlate', { OrderId, Plate: '粤B90025', PlateColor: 1, Reason });
    await gate.see(lot.entry, '粤B90025', 80, { isOffline: true, receivedMinute: 110 });
    const answer = await second.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId] });
    expect(answer.code).toBe('order.times-overlap');
    expect((await detail(OrderId)).Order.Plate).toBe('粤B90024');
    expect(await broken()).toEqual([]);
  });
});

test('an exit of a car that was not inside is not matched', async () => {
  await gate.see(lot.exit, '粤B90009', 10);
  const [lost] = await passings();
  const asked = await user.call('/api/passing/correctPlate', { PassingId: lost.Id, Plate: '粤B90010', Reason });
  expect(asked.code).toBe('plate.none-inside');
});
