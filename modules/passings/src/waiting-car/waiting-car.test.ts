import { deviceWho } from '@boyun/devices/server';
import { verifyTenant } from '@boyun/insight/server';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { callFromLane } from '@boyun/passings/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lot charges 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 50 });
});
afterAll(() => server?.stop());

const orderOf = async (Plate: string) => (await user.call('/api/order/getOrderPage', { Plate })).data.Rows[0];
const match = (PassingId: string, Plate: string) => user.call('/api/passing/matchWaiting', { PassingId, Plate });
const broken = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);

describe('a car that waits at the exit under an unknown plate', () => {
  test('is found among those inside by its plate, most similar first; then it pays and leaves', async () => {
    for (const [index, plate] of ['粤B99991', '粤B55551', '湘A77777'].entries())
      await gate.see(lot.entry, plate, index);
    const waiting = await gate.see(lot.exit, '粤B99971', 90);
    expect(waiting.decision).toBe('hold');
    const PassingId = waiting.passingId;
    const answer = await user.call('/api/passing/getCandidates', { PassingId });
    expect(answer.message).toBe('');
    const found = answer.data.Candidates;
    expect(found.map((one: { Plate: string }) => one.Plate)).toEqual(['粤B99991', '粤B55551', '湘A77777']);
    expect((await match(PassingId, '粤B00000')).code).toBe('waiting-car.none-inside');
    expect((await match(PassingId, '粤B99991')).data).toMatchObject({ IsOpened: false, Due: '6.00' });
    const order = await orderOf('粤B99991');
    await user.call('/api/order/collectCash', { OrderId: order.Id, Amount: '6.00' });
    await server.until('it is out', async () => (await orderOf('粤B99991')).ParkingState === 'left');
    expect((await match(PassingId, '粤B55551')).code).toBe('passing.not-waiting');
    expect(await broken()).toEqual([]);
  });

  test('is let out at once if nothing is due', async () => {
    await user.call('/api/billWhitePlate/create', { Plate: '粤B20002', ValidFrom: START });
    await gate.see(lot.entry, '粤B20002', 100);
    const waiting = await gate.see(lot.exit, '粤C11111', 200);
    expect((await match(waiting.passingId, '粤B20002')).data).toMatchObject({ IsOpened: true, Due: '0.00' });
    expect(await orderOf('粤B20002')).toMatchObject({ ParkingState: 'left', PayState: 'free' });
    expect(await broken()).toEqual([]);
  });
});

test('at an entry the right plate brings its lists; a person still decides', async () => {
  gate.at(300);
  const held = await gate.newLot({ Temporary: 'confirm' }, { Capacity: 9 });
  const waiting = await gate.see(held.entry, '粤B20OO2', 300);
  expect(waiting.decision).toBe('hold');
  expect((await match(waiting.passingId, '粤B20002')).data.IsOpened).toBe(false);
  await user.call('/api/passing/settle', { PassingId: waiting.passingId, Outcome: 'admit', Reason: '已核实' });
  expect((await user.call('/api/order/getInLotPage', { LotId: held.id })).data.Rows).toMatchObject([
    { Plate: '粤B20002', Standing: 'white' },
  ]);
});

test('at an entry, plates on lists that differ in one character cameras confuse are offered', async () => {
  gate.at(320);
  const held = await gate.newLot({ Temporary: 'confirm' }, { Capacity: 9 });
  const like = async (plate: string, minute: number) => {
    const { passingId: PassingId } = await gate.see(held.entry, plate, minute);
    return (await user.call('/api/passing/getCandidates', { PassingId })).data.Candidates;
  };
  await user.call('/api/billWhitePlate/create', { Plate: '粤B20082', ValidFrom: START });
  expect(await like('粤B200B2', 321)).toMatchObject([{ Plate: '粤B20082', Standing: 'white', OrderId: null }]);
  expect(await like('粤B20083', 322)).toEqual([]);
});

test('a car let out free owes nothing: its fee is recorded and waived; the caller needs the right and the password', async () => {
  await gate.see(lot.entry, '粤B30001', 400);
  const waiting = await gate.see(lot.exit, '粤B30001', 490);
  const body = { PassingId: waiting.passingId, Reason: '抢险车辆' };
  const weak = await server.newUser(user, ['passing.settle']);
  expect((await weak.call('/api/passing/free', body)).code).toBe('kernel.no-permission');
  const bare = { [PROOF_HEADER]: '' };
  expect((await user.call('/api/passing/free', body, bare)).code).toBe('kernel.password-needed');
  expect((await user.call('/api/passing/free', body)).state).toBe('success');
  expect(await orderOf('粤B30001')).toMatchObject({ ParkingState: 'left', PayState: 'free', Fee: '6.00', Due: '0.00' });
  const entry = await gate.see(lot.entry, null, 500);
  expect(entry.decision).toBe('open');
  expect(await broken()).toEqual([]);
});

test('a barrier is closed by hand with a reason, and the password', async () => {
  const bare = { [PROOF_HEADER]: '' };
  const body = { LaneId: lot.entry.laneId, Reason: '防止跟车' };
  expect((await user.call('/api/lane/close', body, bare)).code).toBe('kernel.password-needed');
  expect((await user.call('/api/lane/close', body)).state).toBe('success');
  const { Rows } = (await user.call('/api/deviceCommand/list', { LaneId: lot.entry.laneId })).data;
  expect(Rows[0]).toMatchObject({ Kind: 'close', State: 'queued', Reason: '防止跟车' });
});

describe('arrears of the correct plate are due as well', () => {
  const owe = async (plate: string, at: number) => {
    const late = { receivedMinute: at + 31, isOffline: true };
    await gate.see(lot.entry, plate, at, late);
    await gate.see(lot.exit, plate, at + 30, late);
  };
  const waitingAt = async (PassingId: string) => {
    const [row] = await server.product.kernel.database.system<Record<string, unknown>>(
      'select standing, due_fen as due, reason_zh as reason, decision from passing where id = $1',
      [PassingId],
    );
    return row;
  };

  test('at the exit of a lot that collects debts; the car goes when all is paid', async () => {
    await owe('粤B40001', 600);
    gate.at(640);
    const collecting = await gate.newLot({}, { Capacity: 9, HasDebtCollection: true });
    await gate.see(collecting.entry, '粤B40001', 640);
    const { passingId } = await gate.see(collecting.exit, '粤C40009', 670);
    expect((await match(passingId, '粤B40001')).data).toMatchObject({ IsOpened: false, Due: '6.00' });
    expect(await waitingAt(passingId)).toMatchObject({
      due: 600,
      reason: 'Admin更正车牌：待缴费6.00元（含以往欠费3.00元）',
    });
    const { Id: OrderId } = (await user.call('/api/order/getInLotPage', { LotId: collecting.id })).data.Rows[0];
    expect((await user.call('/api/order/collectCash', { OrderId, Amount: '6.00' })).message).toBe('');
    await server.until('it is out', async () => (await waitingAt(passingId))?.decision === 'open');
    expect(await broken()).toEqual([]);
  });

  test('a free stay waits for its debts; a car on the white list is asked for none', async () => {
    await owe('粤B40002', 700);
    await owe('粤B40003', 700);
    gate.at(740);
    const collecting = await gate.newLot({}, { Capacity: 9, HasDebtCollection: true });
    await user.call('/api/billFreePlate/create', { Plate: '粤B40002', LotIds: [collecting.id], ValidFrom: START });
    await user.call('/api/billWhitePlate/create', { Plate: '粤B40003', LotIds: [collecting.id], ValidFrom: START });
    for (const plate of ['粤B40002', '粤B40003']) await gate.see(collecting.entry, plate, 740);
    const free = await gate.see(collecting.exit, '粤C40019', 770);
    expect((await match(free.passingId, '粤B40002')).data).toMatchObject({ IsOpened: false, Due: '3.00' });
    const white = await gate.see(collecting.exit, '粤C40029', 771);
    expect((await match(white.passingId, '粤B40003')).data).toMatchObject({ IsOpened: true, Due: '0.00' });
    expect(await broken()).toEqual([]);
  });

  test('an entry with an arrears limit shows the debt, and paying it lets the car in', async () => {
    await owe('粤B40004', 800);
    await owe('粤B40004', 840);
    gate.at(880);
    const strict = await gate.newLot({ Temporary: 'confirm' }, { Capacity: 9, ArrearsLimit: '5.00' });
    const { passingId } = await gate.see(strict.entry, '粤C40039', 880);
    expect((await match(passingId, '粤B40004')).data).toMatchObject({ IsOpened: false });
    expect(await waitingAt(passingId)).toMatchObject({ standing: 'arrears', decision: 'hold' });
    const paid = await user.call('/api/arrears/collect', { Plate: '粤B40004', Amount: '6.00' });
    expect(paid.message).toBe('');
    await server.until('it is in', async () => (await waitingAt(passingId))?.decision === 'open');
    expect(await broken()).toEqual([]);
  });
});

describe('a call from a lane', () => {
  const press = () => server.product.kernel.database.inTenant(deviceWho(lot.exit), (tx) => callFromLane(tx, lot.exit));
  const open = async () => (await user.call('/api/laneMonitor/getCalls', { LotId: lot.id, IsOpen: true })).data.Rows;

  test('the button rings once; exactly one answers, and says what it was about', async () => {
    await Promise.all([press(), press(), press()]);
    const rows = await open();
    expect(rows).toHaveLength(1);
    const people = [user, await server.newUser(user, ['lane-call.answer'])];
    const answers = await Promise.all(
      people.map((one) => one.call('/api/laneMonitor/answerCall', { CallId: rows[0].Id })),
    );
    expect(answers.map((one) => one.state).sort()).toEqual(['fail', 'success']);
    const winner = people[answers.findIndex((one) => one.state === 'success')]!;
    const loser = people.find((one) => one !== winner)!;
    const end = { CallId: rows[0].Id, Note: '车主询问缴费方式' };
    expect((await loser.call('/api/laneMonitor/endCall', end)).code).toBe('lane-call.not-yours');
    expect((await winner.call('/api/laneMonitor/endCall', end)).state).toBe('success');
    expect(await open()).toEqual([]);
    const [past] = (await user.call('/api/laneMonitor/getCalls', { LotId: lot.id })).data.Rows;
    expect(past).toMatchObject({ State: 'ended', Note: '车主询问缴费方式' });
  });
});
