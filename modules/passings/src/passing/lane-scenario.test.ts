import { barrierOpened, carPassed, deviceWho, takeQueued } from '@boyun/devices/server';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock, type TenantTx } from '@boyun/kernel/server';
import { laneScenarios } from '@boyun/test-server/gate-scenario';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { scenarioPlayer } from '@boyun/test-server/scenario';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour, at most 15 in 24 hours.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

const player = scenarioPlayer(
  () => user,
  () => server,
  () => gate,
  START,
);
const { fixed, free } = player;
const A = '粤B10001';
const B = '粤B10002';

test.each(laneScenarios(player).map((one) => [one[0], one] as const))('%s', (_, scenario) => player.play(scenario));

const onLane = (lot: TestLot, work: (tx: TenantTx) => Promise<unknown>) =>
  server.product.kernel.database.inTenant(deviceWho(lot.entry), work);

test('a car that never passed the barrier and comes again has turned back: no fee, no alarm', async () => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30 });
  await gate.see(lot.entry, B, 0);
  await onLane(lot, async (tx) => {
    await barrierOpened(tx, lot.entry.laneId);
    await carPassed(tx, lot.entry.laneId);
  });
  const first = await gate.see(lot.entry, A, 10);
  expect((await gate.see(lot.entry, A, 40)).decision).toBe('open');
  expect((await gate.orders(lot)).filter((one) => one.plate === A)).toMatchObject([
    { parking: 'no-exit', fee: 0, pay: 'free' },
    { parking: 'inside' },
  ]);
  expect(await gate.alarms(lot)).toEqual([]);
  const [passing] = await server.product.kernel.database.system<{ type: string }>(
    'select pass_type as type from passing where id = $1',
    [first.passingId],
  );
  expect(passing!.type).toBe('turned-back-entry');
});

test('a car that turned back uses no entitlement and no lane counts it', async () => {
  gate.at(0);
  const lot = await gate.newLot({ Temporary: 'confirm' }, { Capacity: 30 });
  await free(A, { TimesPerDay: 1 })(lot);
  await gate.see(lot.entry, A, 0);
  // The loop works: it reports another car.
  const { passingId } = await gate.see(lot.entry, B, 1);
  const admit = async (PassingId: string) => {
    const settled = await user.call('/api/passing/settle', { PassingId, Outcome: 'admit', Reason: 'known' });
    expect(settled.message).toBe('');
  };
  await admit(passingId);
  await onLane(lot, async (tx) => {
    await takeQueued(tx, lot.entry.cameraId);
    await barrierOpened(tx, lot.entry.laneId);
    await carPassed(tx, lot.entry.laneId);
  });
  const again = await gate.see(lot.entry, A, 40);
  expect(again.decision).toBe('open');
  const stranger = '粤B10009';
  await admit((await gate.see(lot.entry, stranger, 50)).passingId);
  await admit((await gate.see(lot.entry, stranger, 90)).passingId);
  expect(await gate.orders(lot)).toMatchObject([
    { plate: A, parking: 'no-exit', fee: 0 },
    { plate: B, parking: 'inside' },
    { plate: A, parking: 'inside' },
    { plate: stranger, parking: 'no-exit', pay: 'free', fee: 0 },
    { plate: stranger, parking: 'inside' },
  ]);
  await server.product.consumers.drain();
  const figures = await server.product.kernel.database.system<{ metric: string; count: number }>(
    'select metric, sum(count)::int as count from stat_hour where lot_id = $1 group by 1 order by 1',
    [lot.id],
  );
  expect(figures).toEqual([
    { metric: 'close', count: 0 },
    { metric: 'entry', count: 3 },
  ]);
  expect((await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0)).toEqual([]);
});

test('a car that follows another through the exit is out and owes', async () => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30 });
  await gate.see(lot.entry, A, 0);
  await gate.see(lot.entry, B, 0);
  const { laneId } = lot.exit;
  await gate.see(lot.exit, A, 5);
  expect((await gate.see(lot.exit, B, 90)).decision).toBe('hold');
  // The car before it is still under the barrier, which was opened by hand.
  await user.call('/api/lane/open', { LaneId: laneId, Reason: 'ambulance' });
  await onLane(lot, async (tx) => {
    await takeQueued(tx, lot.exit.cameraId);
    await barrierOpened(tx, laneId);
    await carPassed(tx, laneId);
    await carPassed(tx, laneId);
  });
  await server.until('the follower is out', async () =>
    (await gate.orders(lot)).some((one) => one.plate === B && one.parking === 'left'),
  );
  expect((await gate.orders(lot)).find((one) => one.plate === B)).toMatchObject({ pay: 'arrears', due: 600 });
  await server.until('the alarm', async () => (await gate.alarms(lot)).includes('tailgating'));
});

test.each([
  ['remote-control', 'opened by a person', true],
  ['forced-open', 'that nobody opened', false],
])('a car that waits and passes a barrier is out and owes: %s, %s', async (passType, _, isOpened) => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30 });
  await gate.see(lot.entry, A, 0);
  const { laneId } = lot.exit;
  const { passingId } = await gate.see(lot.exit, A, 90);
  if (isOpened) await user.call('/api/lane/open', { LaneId: laneId, Reason: 'ambulance' });
  await onLane(lot, async (tx) => {
    if (isOpened) await takeQueued(tx, lot.exit.cameraId);
    await barrierOpened(tx, laneId);
    await carPassed(tx, laneId);
  });
  await server.until('it is out', async () => (await gate.orders(lot))[0]!.parking === 'left');
  expect((await gate.orders(lot))[0]).toMatchObject({ pay: 'arrears', due: 600 });
  const [passing] = await server.product.kernel.database.system<{ type: string; decision: string }>(
    'select pass_type as type, decision from passing where id = $1',
    [passingId],
  );
  expect(passing).toEqual({ type: passType, decision: 'record' });
});

test('a car that comes after another has passed a barrier opened by hand waits on', async () => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30 });
  await gate.see(lot.entry, A, 0);
  const { laneId } = lot.exit;
  await user.call('/api/lane/open', { LaneId: laneId, Reason: 'ambulance' });
  await onLane(lot, async (tx) => {
    await takeQueued(tx, lot.exit.cameraId);
    await barrierOpened(tx, laneId);
    await carPassed(tx, laneId);
  });
  gate.at(1);
  await gate.see(lot.exit, A, 90);
  await server.product.consumers.drain();
  expect((await gate.orders(lot))[0]).toMatchObject({ parking: 'inside' });
});

test('the time in an inner lot is charged there alone', async () => {
  gate.at(0);
  const outer = await gate.newLot({}, { Capacity: 30 });
  const inner = await gate.newLot({}, { Capacity: 30, OuterLotId: outer.id });
  await gate.see(outer.entry, A, 0);
  await gate.see(inner.entry, A, 60);
  const fromInner = await gate.see(inner.exit, A, 180);
  expect(fromInner.lines.join(' ')).toContain('6.00');
  const [order] = await server.product.kernel.database.system<{ id: string }>(
    `select id from parking_order where lot_id = $1 and plate = $2`,
    [inner.id, A],
  );
  await user.call('/api/order/collectCash', { OrderId: order!.id, Amount: '6.00' });
  await server.until('it has left the inner lot', async () => (await gate.orders(inner))[0]!.parking === 'left');
  const fromOuter = await gate.see(outer.exit, A, 240);
  expect(fromOuter.lines.join(' ')).toContain('6.00');
});

test('a car that waits for a spot comes in when one is free, the longest waiting first; others keep waiting', async () => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 1 });
  await fixed(B)(lot);
  await gate.see(lot.entry, A, 0);
  const waits = await gate.see(lot.entry, '粤B10003', 3);
  expect(waits.decision).toBe('hold');
  const { passingId } = await gate.see(lot.exit, A, 5);
  await user.call('/api/passing/settle', { PassingId: passingId, Outcome: 'admit', Reason: 'known' });
  await server.until('it is let in', async () => (await gate.inside(lot)) === 1);
  expect((await gate.orders(lot)).map((one) => [one.plate, one.parking])).toEqual([
    [A, 'left'],
    ['粤B10003', 'inside'],
  ]);
  const [command] = await server.product.kernel.database.system<{ kind: string }>(
    'select kind from gate_command where passing_id = $1',
    [waits.passingId],
  );
  expect(command!.kind).toBe('open');
  // After that long a wait a person decides.
  await gate.see(lot.entry, '粤B10004', 6);
  gate.at(60);
  const exit = await gate.see(lot.exit, '粤B10003', 60);
  await user.call('/api/passing/settle', { PassingId: exit.passingId, Outcome: 'admit', Reason: 'known' });
  await server.product.consumers.drain();
  expect(await gate.inside(lot)).toBe(0);
});

test('a lane with tidal hours takes entries and exits by the hour', async () => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30 });
  const lane = (await user.call('/api/lane/get', { Id: lot.entry.laneId })).data;
  const gateId = (await user.call('/api/gate/create', { LotId: lot.id, Name: 'Both', Direction: 'both' })).data.Id;
  const changed = await user.call('/api/lane/update', {
    Id: lane.Id,
    GateId: gateId,
    TidalPlan: [{ days: [3], from: '10:00', to: '12:00', direction: 'exit' }],
  });
  expect(changed.message).toBe('');
  expect((await gate.see(lot.entry, A, 0)).decision).toBe('open');
  expect((await gate.see(lot.entry, A, 90)).decision).toBe('hold');
  expect(await gate.inside(lot)).toBe(1);
  const directions = async () =>
    (await user.call('/api/laneMonitor/getBoard', { LotId: lot.id })).data.Lanes.map(
      (one: { Direction: string }) => one.Direction,
    );
  expect(await directions()).toEqual(['exit', 'exit']);
  gate.at(181);
  await gate.see(lot.entry, B, 181);
  expect((await directions()).sort()).toEqual(['entry', 'exit']);
});
