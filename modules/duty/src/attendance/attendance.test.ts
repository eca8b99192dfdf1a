import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

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

test('a collector clocks in once at an assigned lot and out again; the list shows place and duration', async () => {
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

test('an account of other lots sees none of it, and both operations are audited', async () => {
  const stranger = await server.newUser(admin, ['attendance.list'], [elsewhere]);
  expect((await call('list', {}, stranger)).data.Total).toBe(0);
  const { data } = await admin.call('/api/auditLog/list', { SubjectKind: 'attendance' });
  const acts = data.Rows.map((one: { Action: string }) => one.Action);
  expect(acts).toEqual(expect.arrayContaining(['attendance.signed-in', 'attendance.signed-out']));
});

test('an account limited to its own records sees only its own attendance', async () => {
  const own = await server.newUser(admin, ['attendance.sign', 'attendance.list']);
  const { Rows: roles } = (await admin.call('/api/role/list', { Name: own.account })).data;
  expect((await admin.call('/api/role/update', { Id: roles[0].Id, Scope: 'own' })).state).toBe('success');
  expect((await call('list', {}, own)).data.Rows).toEqual([]);
  await call('signIn', { LotId: elsewhere }, own);
  expect((await call('list', {}, own)).data.Rows).toMatchObject([{ LotId: elsewhere }]);
});

describe('by person and month', () => {
  const months = async (body: object = {}, by = admin) =>
    (await by.call('/api/statement/attendance/getByMonth', body)).data;
  let person: TestUser;
  beforeAll(async () => {
    person = await server.newUser(admin, ['attendance.list'], [here]);
    const { userId } = await person.who();
    // Midnight in Shanghai is 16:00 UTC: the first two belong to a day in April, the third to May.
    for (const [from, to] of [
      ['2026-03-31T16:00:00Z', '2026-03-31T20:00:00Z'],
      ['2026-03-31T23:00:00Z', '2026-04-01T03:30:00Z'],
      ['2026-04-30T16:00:00Z', '2026-04-30T17:00:00Z'],
      ['2026-05-02T01:00:00Z', null],
    ])
      await server.product.kernel.database.system(
        `insert into attendance (tenant_id, id, account_id, lot_id, signed_in_at, signed_out_at)
         values ($1, gen_random_uuid(), $2, $3, $4, $5)`,
        [admin.tenantId, userId, here, from, to],
      );
  });

  test('totals days, entries and time at work in the zone of the lot', async () => {
    const { Rows, Totals } = await months({ Name: person.account });
    expect(Rows).toMatchObject([
      { Month: '2026-05', DayCount: 2, TimeCount: 2, Minutes: 60, OpenCount: 1 },
      { Month: '2026-04', DayCount: 1, TimeCount: 2, Minutes: 510, DayMinutes: 510, OpenCount: 0 },
    ]);
    expect(Totals).toMatchObject({ TimeCount: 4 });
    expect((await months({ Month: '2026-04', Name: person.account })).Total).toBe(1);
    const wrong = await admin.call('/api/statement/attendance/getByMonth', { Month: '2026-13' });
    expect(wrong.code).toBe('kernel.bad-input');
  });

  test('each month links to its rows', async () => {
    for (const { From, To, Name, TimeCount } of (await months({ Name: person.account })).Rows)
      expect((await call('list', { From, To, Name }, admin)).data.Total).toBe(TimeCount);
  });

  test('nothing is shown of other lots', async () => {
    const stranger = await server.newUser(admin, ['attendance.list'], [elsewhere]);
    expect((await months({ Name: person.account }, stranger)).Total).toBe(0);
  });
});
