import type { DeviceContext } from '@boyun/devices/server';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { settlePayment } from '@boyun/money/server';
import { lockOrder } from '@boyun/orders/server';
import { startPayment } from '@boyun/payments/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let second: DeviceContext;
let plate = '';
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 100 });
  second = await gate.newLane(lot.id, 'exit2', 'exit');
});
afterAll(() => server?.stop());
beforeEach(() => {
  made += 1;
  plate = `粤B${80_000 + made}`;
});

const passing = async (id: string) => {
  const [row] = await server.product.kernel.database.system<Record<string, unknown>>(
    `select decision, pass_type, due_fen as due, reason_zh as reason,
       exists (select from waiting_car w where w.passing_id = passing.id) as "isWaiting"
     from passing where id = $1`,
    [id],
  );
  return row!;
};
const order = async () => {
  const [row] = await server.product.kernel.database.system<Record<string, string>>(
    `select o.id, o.parking_state as place, o.pay_state as pay, o.exit_type, o.exit_passing_id as "exitId",
       l.code as lane
     from parking_order o left join lane l on l.tenant_id = o.tenant_id and l.id = o.exit_lane_id
     where o.tenant_id = $1 and o.plate = $2`,
    [user.tenantId, plate],
  );
  return row!;
};
const asDriver = systemWho(1, 'driver');
async function startPaying() {
  const { id } = await order();
  const { database } = server.product.kernel;
  return database.inTenant({ ...asDriver, tenantId: user.tenantId }, async (tx) =>
    startPayment(tx, (await lockOrder(tx, id!))!),
  );
}
async function endPaying(payment: { paymentNo: string; amountFen: number }) {
  const { database } = server.product.kernel;
  await database.inTenant({ ...asDriver, tenantId: user.tenantId }, (tx) =>
    settlePayment(tx, payment.paymentNo, 'success', `T${payment.paymentNo}`, payment.amountFen),
  );
  await server.product.consumers.drain();
}
const cars = () => gate.inside(lot);
const exits = async () => {
  const [row] = await server.product.kernel.database.system<{ count: number }>(
    `select count(*)::int as count from event where tenant_id = $1 and kind = 'stay.left' and data->>'plate' = $2`,
    [user.tenantId, plate],
  );
  return row!.count;
};
const TURNED = {
  decision: 'refuse',
  passType: 'turned-back-exit',
  reason: '出口折返，到其他出口离场',
  isWaiting: false,
};

test('a car that waited at one exit and pays at another has left by the other, once', async () => {
  const before = await cars();
  await gate.see(lot.entry, plate, 0);
  const first = await gate.see(lot.exit, plate, 30);
  expect(await passing(first.passingId)).toMatchObject({ decision: 'hold', isWaiting: true, due: 300 });
  const other = await gate.see(second, plate, 90);
  expect(await passing(first.passingId)).toMatchObject(TURNED);
  // The fee is that of the later moment.
  expect(await passing(other.passingId)).toMatchObject({ decision: 'hold', isWaiting: true, due: 600 });
  expect(await cars()).toBe(before + 1);
  await endPaying(await startPaying());
  expect(await passing(first.passingId)).toMatchObject(TURNED);
  expect(await passing(other.passingId)).toMatchObject({ decision: 'open', isWaiting: false });
  expect(await order()).toMatchObject({ place: 'left', pay: 'paid', lane: 'exit2', exitId: other.passingId });
  expect([await exits(), await cars()]).toEqual([1, before]);
});

test('a payment begun at the first exit lets the car out at the second', async () => {
  await gate.see(lot.entry, plate, 0);
  const first = await gate.see(lot.exit, plate, 30);
  const payment = await startPaying();
  const other = await gate.see(second, plate, 31);
  await endPaying(payment);
  expect(await passing(first.passingId)).toMatchObject(TURNED);
  expect(await passing(other.passingId)).toMatchObject({ decision: 'open' });
  expect(await order()).toMatchObject({ place: 'left', pay: 'paid', lane: 'exit2' });
});

test('it went back inside, paid there, and leaves by another exit within the grace', async () => {
  await gate.see(lot.entry, plate, 0);
  const first = await gate.see(lot.exit, plate, 30);
  // Another car drives up where it stood.
  await gate.see(lot.exit, `粤C${80_000 + made}`, 31);
  expect(await passing(first.passingId)).toMatchObject({ isWaiting: false });
  await endPaying(await startPaying());
  expect(await order()).toMatchObject({ place: 'inside', pay: 'paid' });
  const other = await gate.see(second, plate, 33);
  expect(await passing(other.passingId)).toMatchObject({ decision: 'open', passType: 'automatic' });
  expect(await order()).toMatchObject({ place: 'left', lane: 'exit2' });
  expect(await exits()).toBe(1);
});

test('back and forth between exits ends at the last one; a person there lets it out', async () => {
  await gate.see(lot.entry, plate, 0);
  const first = await gate.see(lot.exit, plate, 30);
  const other = await gate.see(second, plate, 32);
  const again = await gate.see(lot.exit, plate, 34);
  expect(await passing(first.passingId)).toMatchObject(TURNED);
  expect(await passing(other.passingId)).toMatchObject(TURNED);
  expect(await passing(again.passingId)).toMatchObject({ isWaiting: true });
  const settle = (PassingId: string) =>
    user.call('/api/passing/settle', { PassingId, Outcome: 'admit', Reason: 'paid by card' });
  expect((await settle(other.passingId)).code).toBe('passing.not-waiting');
  expect((await settle(again.passingId)).state).toBe('success');
  expect(await order()).toMatchObject({ place: 'left', pay: 'arrears', lane: 'exit', exitType: 'released-owing' });
});

test('a late message of another exit does not move a waiting car', async () => {
  await gate.see(lot.entry, plate, 0);
  const first = await gate.see(lot.exit, plate, 120);
  await gate.see(second, `粤C${80_000 + made}`, 60, { receivedMinute: 121, isOffline: true });
  expect(await passing(first.passingId)).toMatchObject({ isWaiting: true });
});

test('a car read with a similar plate is the same car at both exits', async () => {
  plate = `粤B8O${String(100 + made)}`;
  await gate.see(lot.entry, plate, 0);
  const first = await gate.see(lot.exit, plate.replace('O', '0'), 30);
  const other = await gate.see(second, plate, 31);
  expect(await passing(first.passingId)).toMatchObject(TURNED);
  expect(await passing(other.passingId)).toMatchObject({ isWaiting: true });
});

/** Live messages about a passing. */
const told = (id: string) =>
  server.product.kernel.database.system<Record<string, unknown>>(
    `select data->>'decision' as decision, data->>'passType' as "passType", lot_id from event
     where tenant_id = $1 and kind = 'passing.settled' and subject_id = $2`,
    [user.tenantId, id],
  );

describe('two entries of which each asks a person', () => {
  let held: TestLot;
  let other: DeviceContext;
  beforeAll(async () => {
    gate.at(0);
    held = await gate.newLot({ Temporary: 'confirm', NoPlate: 'hold' }, { Capacity: 100 });
    other = await gate.newLane(held.id, 'entry2', 'entry', { Temporary: 'confirm', NoPlate: 'hold' });
  });

  test('a car that waited at one and drives up to the other waits at the other alone', async () => {
    const first = await gate.see(held.entry, plate, 200);
    expect(await passing(first.passingId)).toMatchObject({ decision: 'hold', isWaiting: true });
    const next = await gate.see(other, plate, 201);
    expect(await passing(first.passingId)).toMatchObject({
      decision: 'refuse',
      passType: 'turned-back-entry',
      reason: '入口折返，驶往其他入口',
      isWaiting: false,
    });
    expect(await told(first.passingId)).toEqual([
      { decision: 'refuse', passType: 'turned-back-entry', lotId: held.id },
    ]);
    expect(await passing(next.passingId)).toMatchObject({ decision: 'hold', isWaiting: true });
  });

  test('it waits no more where the other entry lets it in', async () => {
    const first = await gate.see(held.entry, plate, 210);
    await user.call('/api/billWhitePlate/create', { Plate: plate, ValidFrom: START });
    expect((await gate.see(other, plate, 211)).decision).toBe('open');
    expect(await passing(first.passingId)).toMatchObject({ decision: 'refuse', isWaiting: false });
  });

  test.each([
    ['another plate', () => other, `粤C${70_000}`, {}],
    ['a car without a plate', () => other, null, {}],
    ['a late record', () => other, 'same', { receivedMinute: 225, isOffline: true }],
    ['an exit', () => held.exit, 'same', {}],
  ] as const)('%s does not move a waiting car', async (_, camera, read, more) => {
    const first = await gate.see(held.entry, read === null ? null : plate, 220);
    await gate.see(camera(), read === 'same' ? plate : read, 224, more);
    expect(await passing(first.passingId)).toMatchObject({ decision: 'hold', isWaiting: true });
  });
});

test('a car without a known entry waits only at the last exit it drove to', async () => {
  const first = await gate.see(lot.exit, plate, 300);
  expect(await passing(first.passingId)).toMatchObject({ decision: 'hold', isWaiting: true });
  const other = await gate.see(second, plate, 301);
  expect(await passing(first.passingId)).toMatchObject(TURNED);
  expect(await told(first.passingId)).toHaveLength(1);
  expect(await passing(other.passingId)).toMatchObject({ isWaiting: true });
});

test('the books balance after all of this', async () => {
  const results = await verifyTenant(server.product.kernel, user.tenantId);
  expect(results.filter((one) => one.brokenCount > 0).map((one) => [one.key, one.broken])).toEqual([]);
});

test.each(['=CMD|"/CCALC"!A1', '粤B\u202e12345'])(
  'what is no plate, %j, is kept aside and passes as none',
  async (sent) => {
    const { passingId } = await gate.see(lot.entry, sent, 1);
    const [row] = await server.product.kernel.database.system<Record<string, string | null>>(
      'select plate, read_plate, raw_plate from passing where id = $1',
      [passingId],
    );
    expect(row).toMatchObject({ readPlate: null, rawPlate: sent.replace('\u202e', '·') });
    expect(row!.plate).toMatch(/^(临[0-9A-Z]{6}|_无_)$/);
    const { Rows } = (await user.call('/api/businessManage/findPassRecord', { PerPage: 200 })).data;
    expect(JSON.stringify(Rows)).not.toContain(sent);
  },
);
