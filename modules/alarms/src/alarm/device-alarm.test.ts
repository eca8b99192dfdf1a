import { deviceWho, noteCall } from '@boyun/devices/server';
import { SetClock, type TenantTx } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { raiseAlarm } from './alarm.service.ts';
import { wakeAlarms } from './snooze.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
});
afterAll(() => server?.stop());

const onLane = (lot: TestLot, work: (tx: TenantTx) => Promise<unknown>) =>
  server.product.kernel.database.inTenant(deviceWho(lot.entry), work);
const ok = async (path: string, body: object) => {
  const answer = await admin.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};

test('an alarm names its device, counts while it is open, sleeps for a while and closes when its cause has ended', async () => {
  const lot = await gate.newLot();
  const { cameraId, cameraName } = lot.entry;
  const fail = (error: string | null) => onLane(lot, (tx) => noteCall(tx, cameraId, error));
  const open = async () =>
    (await ok('/api/alarm/list', { LotId: lot.id, IsDevice: true })).Rows as unknown as Record<string, unknown>[];
  await fail('ETIMEDOUT');
  await server.until('the alarm', async () => (await open()).length === 1);
  const device = { Kind: 'camera', Id: cameraId, Name: cameraName };
  expect((await open())[0]).toMatchObject({ DeviceKind: device.Kind, DeviceName: device.Name, SeenCount: 1 });
  const again = () =>
    onLane(lot, (tx) =>
      raiseAlarm(tx, {
        kind: 'camera-fault',
        severity: 'medium',
        lotId: lot.id,
        device: { kind: 'camera', id: cameraId, name: cameraName },
        description: { zh: '又一次', en: 'Again' },
      }),
    );
  await again();
  expect(await open()).toMatchObject([{ SeenCount: 2, Description: '又一次' }]);
  const announced = async () =>
    (await eventsOf(String((await open())[0]!.Id))).filter((one) => one === 'alarm.raised').length;
  expect(await announced()).toBe(1);
  const snoozed = await ok('/api/alarm/snooze', { AlarmIds: [(await open())[0]!.Id], Minutes: 30 });
  expect(snoozed).toEqual({ SnoozedCount: 1 });
  expect((await ok('/api/alarm/list', { LotId: lot.id, IsSnoozed: false })).Rows).toEqual([]);
  clock.set(new Date(START.getTime() + 31 * 60_000));
  await wakeAlarms(server.product.kernel);
  expect([await announced(), (await open())[0]!.SnoozedUntil]).toEqual([2, null]);
  await fail(null);
  await server.until('closed', async () => (await open())[0]!.State === 'handled');
  // The next one is a new alarm.
  await again();
  expect(await open()).toHaveLength(2);
});

const eventsOf = async (subjectId: string) =>
  (
    await server.product.kernel.database.system<{ kind: string }>('select kind from event where subject_id = $1', [
      subjectId,
    ])
  ).map((one) => one.kind);
