import { SetClock } from '@boyun/kernel/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestGate } from '../../../../apps/server/test-lot.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let collector: TestUser;
let gate: TestGate;
let here: string;
let elsewhere: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
  gate.at(0);
  here = (await gate.newLot()).id;
  elsewhere = (await gate.newLot()).id;
  collector = await server.newUser(admin, ['attendance.sign', 'attendance.list'], [here]);
});
afterAll(() => server?.stop());

const call = (act: string, body: object = {}, by = collector) => by.call(`/api/attendance/${act}`, body);

test('a collector signs in at a lot of theirs, once, and out again; the list tells where and how long', async () => {
  expect((await call('signOut')).code).toBe('attendance.signed-out');
  expect((await call('signIn', { LotId: elsewhere })).code).toBe('kernel.not-found');
  const twice = await Promise.all([
    call('signIn', { LotId: here, Place: '东门岗亭', Device: 'POS-7' }),
    call('signIn', { LotId: here }),
  ]);
  expect(twice.map((one) => one.code || one.state).sort()).toEqual(['attendance.signed-in', 'success']);
  expect((await call('getOwn')).data.Attendance).toMatchObject({ SignedInAt: expect.any(String) });
  gate.at(485);
  expect((await call('signOut', { Place: '西门' })).data).toEqual({ Minutes: 485 });
  expect((await call('getOwn')).data.Attendance).toBeNull();
  const { data } = await call('list');
  expect(data.Rows).toMatchObject([{ LotId: here, Minutes: 485, OutPlace: '西门' }]);
  expect((await call('signIn', { LotId: here })).state).toBe('success');
  expect((await call('list', {}, admin)).data.Total).toBe(2);
});

test('who sees other lots sees nothing of it, and the audit log tells both acts', async () => {
  const stranger = await server.newUser(admin, ['attendance.list'], [elsewhere]);
  expect((await call('list', {}, stranger)).data.Total).toBe(0);
  const { data } = await admin.call('/api/auditLog/list', { SubjectKind: 'attendance' });
  const acts = data.Rows.map((one: { Action: string }) => one.Action);
  expect(acts).toEqual(expect.arrayContaining(['attendance.signed-in', 'attendance.signed-out']));
});
