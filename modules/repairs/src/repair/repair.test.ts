import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { repairsServer } from '../server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const RIGHTS = ['repair-order.list', 'repair-order.repair', 'repair-order.dispatch'];
let server: TestServer;
let boss: TestUser;
let mechanic: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  clock.set(START);
  boss = await server.newTenant('Repairs');
  mechanic = await server.newUser(boss, RIGHTS);
  gate = new TestGate(server, boss, clock, START);
  lot = await gate.newLot();
});

const idOf = async (of: TestUser) => (await of.who()).userId!;
const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const later = (hours: number) => clock.set(new Date(START.getTime() + hours * 3_600_000));

async function report(more: object = {}, by = boss) {
  const given = { LotId: lot.id, DeviceKind: 'barrier', DeviceName: '出口1号道闸', Fault: '抬杆很慢', Urgency: 'high' };
  return by.call('/api/repair/report', { ...given, ...more });
}
const rowOf = async (id: string, by = boss) =>
  (await by.call('/api/repair/list', {})).data.Rows.find((one: { Id: string }) => one.Id === id);
const act = (name: string, RepairId: string, more: object = {}, by = boss) =>
  by.call(`/api/repair/${name}`, { RepairId, ...more });

/** An open alarm about a device of the lot. */
async function newAlarm(kind = 'device-offline', device = ['camera', '入口相机']): Promise<string> {
  const id = crypto.randomUUID();
  await server.product.kernel.database.system(
    `insert into alarm (tenant_id, id, raised_at, kind, severity, state, lot_id, description_zh, description_en, device_kind, device_name)
     values ($1, $2, $3, $4, 'medium', 'new', $5, '盒子旁的设备离线', 'Something is offline', $6, $7)`,
    [boss.tenantId, id, clock.now(), kind, lot.id, ...device],
  );
  return id;
}
const runSweeps = async () => {
  for (const one of repairsServer.sweeps ?? []) await one.run(server.product.kernel);
};

test('a fault is reported, dispatched, repaired by that person and verified by another', async () => {
  const { RepairId: id, RepairNo } = (await report()).data;
  expect(await rowOf(id)).toMatchObject({ State: 'reported', RepairNo, IsOverdue: false });
  const AssigneeId = await idOf(mechanic);
  expect(codeOf(await act('start', id, {}, mechanic))).toBe('repair.not-possible');
  expect(codeOf(await act('dispatch', id, { AssigneeId, Urgency: 'high' }))).toBe('done');
  expect(codeOf(await act('start', id))).toBe('repair.not-yours');
  later(1);
  expect(codeOf(await act('start', id, {}, mechanic))).toBe('done');
  later(3);
  const done = { Result: '更换弹簧', Parts: '弹簧×1', Cost: '120.00' };
  expect(codeOf(await act('finish', id, done, mechanic))).toBe('done');
  expect(codeOf(await act('verify', id, { Outcome: 'verified' }, mechanic))).toBe('repair.own-work');
  expect(codeOf(await act('verify', id, { Outcome: 'returned', Note: '仍有异响' }))).toBe('done');
  expect(codeOf(await act('finish', id, { Result: '再次调整', Cost: '30.00' }, mechanic))).toBe('done');
  expect(codeOf(await act('verify', id, { Outcome: 'verified' }))).toBe('done');
  expect(codeOf(await act('cancel', id, { Note: '不用了' }))).toBe('repair.not-possible');
  expect(await rowOf(id)).toMatchObject({ State: 'verified', RepairMinutes: 120, Cost: '150.00', IsOverdue: false });
  const { data } = await act('get', id);
  expect(data.Steps.map((one: { Act: string }) => one.Act)).toEqual([
    'reported',
    'dispatched',
    'started',
    'done',
    'returned',
    'done',
    'verified',
  ]);
  expect((await boss.call('/api/repair/getTimes', {})).data.Rows).toMatchObject([
    { GivenCount: 1, DoneCount: 1, OverdueCount: 0, StartMinutes: 60, RepairMinutes: 120, Cost: '150.00' },
  ]);
});

test('one whose time limit passes is told of once, and counts as overdue', async () => {
  const { RepairId: id } = (await report()).data;
  later(5);
  await runSweeps();
  await runSweeps();
  expect(await rowOf(id)).toMatchObject({ IsOverdue: true });
  const { data } = await boss.call('/api/repair/list', { IsOverdue: true });
  expect(data).toMatchObject({ Total: 1, Totals: { OverdueCount: 1, ReportedCount: 1 } });
  const events = await server.product.kernel.database.system(
    `select id from event where tenant_id = $1 and kind = 'repair.overdue'`,
    [boss.tenantId],
  );
  expect(events).toHaveLength(1);
});

describe('an alarm of a device', () => {
  const alarmState = async (id: string) =>
    (await boss.call('/api/alarm/list', {})).data.Rows.find((one: { Id: string }) => one.Id === id)?.State;

  test('becomes one order, and is handled by it', async () => {
    const AlarmId = await newAlarm();
    const [one, two] = await Promise.all([report({ AlarmId }), report({ AlarmId })]);
    expect([codeOf(one), codeOf(two)].sort()).toEqual(['done', 'repair.has-order']);
    expect(await alarmState(AlarmId)).toBe('handled');
  });

  test('becomes an order by rule when nobody has handled it for its time, given to a person', async () => {
    const rule = { Name: '离线报修', AlarmKind: 'device-offline', LotIds: [], AfterMinutes: 60, Urgency: 'medium' };
    const made = await boss.call('/api/repairRule/create', { ...rule, AssigneeId: await idOf(mechanic) });
    expect(made.message).toBe('');
    const AlarmId = await newAlarm();
    await newAlarm('command-uncertain');
    await runSweeps();
    const orders = async () => (await boss.call('/api/repair/list', {})).data.Rows;
    expect(await orders()).toEqual([]);
    later(1);
    await runSweeps();
    await runSweeps();
    expect(await orders()).toMatchObject([
      { State: 'dispatched', DeviceKind: 'camera', DeviceName: '入口相机', AssigneeName: mechanic.account },
    ]);
    // The device is still silent.
    expect(await alarmState(AlarmId)).toBe('new');
    expect(codeOf(await report({ AlarmId }))).toBe('repair.has-order');
  });
});

test('a rule leaves a snoozed alarm alone, and takes the device from the alarm, not from its words', async () => {
  const rule = { Name: '电量', AlarmKind: 'battery-low', LotIds: [], AfterMinutes: 60, Urgency: 'low' };
  expect((await boss.call('/api/repairRule/create', rule)).message).toBe('');
  const id = await newAlarm('battery-low', ['magnetic', 'A-12地磁']);
  await boss.call('/api/alarm/snooze', { AlarmIds: [id], Minutes: 120 });
  later(1);
  await runSweeps();
  const orders = async () => (await boss.call('/api/repair/list', {})).data.Rows;
  expect(await orders()).toEqual([]);
  later(3);
  await runSweeps();
  expect(await orders()).toMatchObject([{ DeviceKind: 'magnetic', DeviceName: 'A-12地磁', State: 'reported' }]);
});

test('staff of other lots sees nothing of it, and a lane belongs to its lot', async () => {
  const other = await gate.newLot();
  const { RepairId: id } = (await report()).data;
  const elsewhere = await server.newUser(boss, [...RIGHTS, 'repair-order.report'], [other.id]);
  expect((await elsewhere.call('/api/repair/list', {})).data.Rows).toEqual([]);
  expect(codeOf(await act('get', id, {}, elsewhere))).toBe('kernel.not-found');
  expect(codeOf(await report({}, elsewhere))).toBe('kernel.not-found');
  const lane = { LotId: lot.id, LaneId: crypto.randomUUID() };
  expect(codeOf(await report(lane))).not.toBe('done');
});
