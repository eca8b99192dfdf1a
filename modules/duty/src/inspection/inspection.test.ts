import { dutyServer } from '@boyun/duty/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 1440;
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let gate: TestGate;
let LotId: string;

beforeAll(async () => {
  // The server's own sweep is off, so that the test creates every inspection itself.
  server = await startTestServer(inject('databaseUrl'), { clock, without: ['inspection-plans'] });
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
  gate.at(0);
  LotId = (await gate.newLot()).id;
});
afterAll(() => server?.stop());

const call = async (user: TestUser, path: string, body: object) => {
  const answer = await user.call(`/api/parkLotInspect/${path}`, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const sweep = () => dutyServer.sweeps!.find((one) => one.name === 'inspection-plans')!.run(server.product.kernel);
const count = async () => {
  const [row] = await server.product.kernel.database.system<{ count: number }>(
    'select count(*)::int as count from inspection where tenant_id = $1',
    [admin.tenantId],
  );
  return row!.count;
};
const fine = (Item: string) => ({ Item, IsFine: true, Note: null, Pictures: [] });

test('a plan creates a due inspection exactly once, however often it runs; missed dates are caught up once', async () => {
  const plan = { Name: '日检', LotId, EveryDays: 1, DueHours: 8, Items: '消防通道\n照明\n\n道闸' };
  await call(admin, 'plan/create', plan);
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await count()).toBe(1);
  gate.at(DAY * 5 + 10);
  await sweep();
  await sweep();
  expect(await count()).toBe(2);
});

test('one inspector takes an inspection, checks every item, describes problems and submits; lateness is recorded', async () => {
  const admin2 = await server.newTenant();
  const lotGate = new TestGate(server, admin2, clock, START);
  gate.at(DAY * 5 + 20);
  const lot = await lotGate.newLot();
  const people = await Promise.all([1, 2].map(() => server.newUser(admin2, ['inspection.list', 'inspection.do'])));
  const dueAt = new Date(clock.now().getTime() + 3_600_000);
  const wish = { LotId: lot.id, Name: '节前检查', DueAt: dueAt, Items: '消防通道\n照明' };
  const { InspectionId } = await call(admin2, 'create', wish);
  const takes = await Promise.all(people.map((one) => one.call('/api/parkLotInspect/take', { InspectionId })));
  expect(takes.map((one) => one.state).sort()).toEqual(['fail', 'success']);
  const own = people[takes.findIndex((one) => one.state === 'success')]!;
  const other = people.find((one) => one !== own)!;
  const all = { InspectionId, Rating: 3, Note: null, Findings: [fine('消防通道'), fine('照明')] };
  const submit = async (user: TestUser, body: object) => (await user.call('/api/parkLotInspect/submit', body)).code;
  expect(await submit(other, all)).toBe('inspection.not-yours');
  expect(await submit(own, { ...all, Findings: [fine('照明')] })).toBe('inspection.incomplete');
  const bad = { ...fine('照明'), IsFine: false };
  expect(await submit(own, { ...all, Findings: [fine('消防通道'), bad] })).toBe('inspection.no-words');
  gate.at(DAY * 5 + 100);
  const open = await call(admin2, 'list', { IsOverdue: true });
  expect(open.Rows).toMatchObject([{ State: 'open', IsOverdue: true }]);
  expect(open.OverdueCount ?? open.Totals?.OverdueCount).toBe(1);
  const found = { ...all, Findings: [fine('消防通道'), { ...bad, Note: 'B1层三盏灯不亮' }] };
  expect((await call(own, 'submit', found)).ProblemCount).toBe(1);
  expect(await submit(own, found)).toBe('inspection.done');
  expect((await call(admin2, 'list', {})).Rows).toMatchObject([
    { State: 'done', IsOverdue: true, Rating: 3, ProblemCount: 1, InspectorName: own.account },
  ]);
  await call(admin2, 'create', { ...wish, Name: '补查', DueAt: new Date(dueAt.getTime() - 60_000) });
  const { Rows, Totals } = await call(admin2, 'report/list', { LotId: lot.id });
  const done = { AssignedCount: 1, DoneCount: 1, LateCount: 1, OverdueCount: 0, ProblemCount: 1, Rating: 3 };
  const missed = { AssignedCount: 1, DoneCount: 0, LateCount: 0, OverdueCount: 1, ProblemCount: 0, Rating: null };
  expect(new Map(Rows.map((one: { InspectorName: string | null }) => [one.InspectorName, one]))).toMatchObject(
    new Map([
      [own.account, expect.objectContaining(done)],
      [null, expect.objectContaining(missed)],
    ]),
  );
  expect(Totals).toMatchObject({ AssignedCount: 2, DoneCount: 1, LateCount: 1, OverdueCount: 1, ProblemCount: 1 });
  const { Findings } = await call(admin2, 'get', { InspectionId });
  expect(Findings.map((one: { Note: string | null }) => one.Note)).toEqual([null, 'B1层三盏灯不亮']);
});

test('an item has up to six pictures, shown as submitted', async () => {
  const boss = await server.newTenant();
  const inspector = await server.newUser(boss, ['inspection.list', 'inspection.do']);
  const lot = (await new TestGate(server, boss, clock, START).newLot()).id;
  const dueAt = new Date(clock.now().getTime() + 3_600_000);
  const { InspectionId } = await call(boss, 'create', { LotId: lot, Name: '照片', DueAt: dueAt, Items: '照明' });
  await call(inspector, 'take', { InspectionId });
  const pictures = (count: number) =>
    Array.from({ length: count }, (_, index) => `${boss.tenantId}/upload/2026-03-04/${index}.jpg`);
  const submit = (count: number) =>
    inspector.call('/api/parkLotInspect/submit', {
      InspectionId,
      Rating: 5,
      Note: null,
      Findings: [{ ...fine('照明'), Pictures: pictures(count) }],
    });
  expect((await submit(7)).state).toBe('fail');
  expect((await submit(6)).message).toBe('');
  const { Findings } = await call(boss, 'get', { InspectionId });
  expect(Findings[0].Pictures).toHaveLength(6);
});
