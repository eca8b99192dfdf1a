import { barrierOpened, carPassed, deviceWho, takeQueued } from '@boyun/devices/server';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock, type TenantTx } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { unenteredSweep } from './unentered.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const A = '粤B10001';
const B = '粤B10002';
const C = '粤B10003';
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  clock.set(START);
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 1 });
});
afterAll(() => server?.stop());

const onLane = (work: (tx: TenantTx) => Promise<unknown>) =>
  server.product.kernel.database.inTenant(deviceWho(lot.entry), work);
const goesOverLoop = () =>
  onLane(async (tx) => {
    await takeQueued(tx, lot.entry.cameraId);
    await barrierOpened(tx, lot.entry.laneId);
    await carPassed(tx, lot.entry.laneId);
  });
const stateOf = async (passingId: string) => {
  const [row] = await server.product.kernel.database.system<{ state: string }>(
    'select state from gate_command where passing_id = $1',
    [passingId],
  );
  return row?.state;
};
const alarmOf = async (PassingId: string) => {
  const { Rows } = (await user.call('/api/alarm/list', { Kind: 'command-uncertain' })).data;
  return Rows.find((one: { PassingId: string }) => one.PassingId === PassingId);
};

/** B is inside, A waits for its spot, B leaves: A is let in automatically at minute 5. Returns A's passing. */
async function letIn(hasLoop: boolean): Promise<string> {
  await gate.see(lot.entry, B, 0);
  if (hasLoop) await goesOverLoop();
  const { passingId } = await gate.see(lot.entry, A, 3);
  const exit = await gate.see(lot.exit, B, 5);
  await user.call('/api/passing/settle', { PassingId: exit.passingId, Outcome: 'admit', Reason: 'known' });
  await server.until('it is let in', async () => (await stateOf(passingId)) !== undefined);
  return passingId;
}

/** Advances to a minute, times out the command and runs the job for cars that did not enter. */
async function sweep(minute: number, passingId: string): Promise<void> {
  gate.at(minute);
  await server.until('the command came to its end', async () =>
    ['uncertain', 'passed'].includes((await stateOf(passingId)) ?? ''),
  );
  await unenteredSweep.run(server.product.kernel);
}

const statesOf = async (plate: string) =>
  (await gate.orders(lot)).filter((one) => one.plate === plate).map(({ parking, fee }) => [parking, fee]);

async function expectTurnedBack(passingId: string) {
  expect(await statesOf(A)).toEqual([['no-exit', 0]]);
  const { Rows } = (await user.call('/api/businessManage/findPassRecord', { Plate: A })).data;
  expect(Rows[0]).toMatchObject({ Id: passingId, PassType: 'turned-back-entry' });
  await server.product.consumers.drain();
  expect((await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0)).toEqual([]);
}

describe('a car that was let in after waiting, and drove off', () => {
  test('has turned back once no report can arrive any more', async () => {
    const passingId = await letIn(true);
    await sweep(7, passingId);
    expect(await gate.inside(lot)).toBe(1);
    await server.until('the alarm', () => alarmOf(passingId));
    await sweep(11, passingId);
    expect(await gate.inside(lot)).toBe(0);
    await expectTurnedBack(passingId);
    expect(await alarmOf(passingId)).toMatchObject({ State: 'handled', Note: expect.stringContaining('掉头') });
  });

  test('has turned back when the next car is at the lane, which comes in instead', async () => {
    const passingId = await letIn(true);
    await sweep(7, passingId);
    expect((await gate.see(lot.entry, C, 7)).decision).toBe('hold');
    await sweep(7.1, passingId);
    await server.until('the next one is let in', async () => (await statesOf(C)).length === 1);
    expect(await gate.inside(lot)).toBe(1);
    await expectTurnedBack(passingId);
  });

  test('is left to a person at a lane without a loop', async () => {
    const passingId = await letIn(false);
    await sweep(30, passingId);
    expect(await gate.inside(lot)).toBe(1);
    await server.until('the alarm', () => alarmOf(passingId));
    expect((await user.call('/api/passing/getUnentered', { PassingId: passingId })).data).toEqual({
      Plate: A,
      Obstacle: null,
    });
    expect((await user.call('/api/passing/markUnentered', { PassingId: passingId })).message).toBe('');
    expect(await gate.inside(lot)).toBe(0);
    await expectTurnedBack(passingId);
    expect(await alarmOf(passingId)).toMatchObject({ State: 'handled', ClaimedByName: 'Admin', Plate: A });
    const again = await user.call('/api/passing/markUnentered', { PassingId: passingId });
    expect(again.message).toBe('该车的停车已结束');
  });
});

test('one that came in stays in, whatever a person says', async () => {
  const passingId = await letIn(true);
  await goesOverLoop();
  await sweep(11, passingId);
  expect(await gate.inside(lot)).toBe(1);
  const said = await user.call('/api/passing/markUnentered', { PassingId: passingId });
  expect(said).toMatchObject({ code: 'passing.entered', message: '地感已报告车辆通过道闸' });
});

test.each([
  ['while its barrier may still report', 5, A, '请稍候'],
  ['that left', 40, B, '没有放行入场'],
])('nothing is said of a car %s', async (_, minute, plate, words) => {
  await letIn(true);
  gate.at(minute);
  const { Rows } = (await user.call('/api/businessManage/findPassRecord', { Plate: plate })).data;
  const said = await user.call('/api/passing/markUnentered', { PassingId: Rows[0].Id });
  expect(said.message).toContain(words);
});
