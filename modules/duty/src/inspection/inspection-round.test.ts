import { dutyServer } from '@boyun/duty/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR_MS = 3_600_000;
const DO = ['inspection.list', 'inspection.do', 'inspection-route.list'];
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let walker: TestUser;
let other: TestUser;
let lots: string[];
let GateId: string;

beforeAll(async () => {
  // The sweeps are run by the tests.
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    without: ['inspection-plans', 'overdue-inspection-rounds'],
  });
  admin = await server.newTenant();
  const gate = new TestGate(server, admin, clock, START);
  gate.at(0);
  lots = [(await gate.newLot()).id, (await gate.newLot()).id];
  GateId = (await call(admin, '/api/gate/create', { LotId: lots[1], Name: '北门', Direction: 'both' })).Id;
  walker = await server.newUser(admin, DO);
  other = await server.newUser(admin, DO);
});
afterAll(() => server?.stop());
beforeEach(() => clock.set(START));

const call = async (user: TestUser, path: string, body: object = {}) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const round = (user: TestUser, act: string, body: object = {}) => call(user, `/api/parkLotInspect/round/${act}`, body);
const refused = async (user: TestUser, path: string, body: object) =>
  (await user.call(`/api/parkLotInspect/${path}`, body)).code;
const sweep = (name: string) => dutyServer.sweeps!.find((one) => one.name === name)!.run(server.product.kernel);
const route = (more: object = {}) => ({
  Name: '夜间巡检',
  ExpectedMinutes: 40,
  Items: '消防通道\n照明',
  Stops: [{ LotId: lots[0] }, { LotId: lots[1], GateId, Items: '道闸' }, { LotId: lots[1], ZoneName: 'A区' }],
  ...more,
});
const newRoute = async (more: object = {}): Promise<string> =>
  (await call(admin, '/api/parkLotInspect/route/create', route(more))).Id;
const hoursAhead = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
const newRound = async (more: object = {}): Promise<string> => {
  const made = await round(admin, 'create', { RouteId: await newRoute(), DueAt: hoursAhead(2), ...more });
  return made.RoundId;
};
const fine = (...items: string[]) =>
  items.map((Item) => ({ Item, IsFine: true, Note: null, Pictures: [] as string[] }));
const found = (RoundId: string, Place: number, ...items: string[]) => ({
  RoundId,
  Place,
  Rating: 5,
  Note: null,
  Findings: fine(...items),
});
const listed = async (user: TestUser, id: string) =>
  (await round(user, 'list', { PerPage: 200 })).Rows.find((one: { Id: string }) => one.Id === id);

describe('walking a round', () => {
  test('stops are inspected in order, each as an inspection of its lot; the last one ends the round', async () => {
    const RoundId = await newRound();
    const submit = 'round/submitStop';
    expect(await refused(walker, submit, found(RoundId, 1, '消防通道', '照明'))).toBe('inspection-round.not-started');
    await round(walker, 'start', { RoundId });
    expect(await refused(other, 'round/start', { RoundId })).toBe('inspection-round.taken');
    expect(await refused(other, submit, found(RoundId, 1, '消防通道', '照明'))).toBe('inspection-round.taken');
    expect(await refused(walker, submit, found(RoundId, 2, '道闸'))).toBe('inspection-round.not-next');
    expect(await refused(walker, submit, found(RoundId, 1, '照明'))).toBe('inspection.incomplete');
    expect(await refused(walker, 'round/skipStop', { RoundId, Place: 3, Reason: '封闭施工' })).toBe(
      'inspection-round.not-next',
    );
    clock.set(new Date(START.getTime() + 10 * 60_000));
    const bad = {
      Item: '照明',
      IsFine: false,
      Note: '两盏灯不亮',
      Pictures: [`${admin.tenantId}/upload/2026-03-04/a.jpg`],
    };
    const first = { ...found(RoundId, 1, '消防通道'), Rating: 3 };
    expect(await round(walker, 'submitStop', { ...first, Findings: [...first.Findings, bad] })).toMatchObject({
      ProblemCount: 1,
      IsDone: false,
    });
    expect(await refused(walker, submit, found(RoundId, 1, '消防通道', '照明'))).toBe('inspection-round.not-next');
    expect(await round(walker, 'skipStop', { RoundId, Place: 2, Reason: '封闭施工' })).toEqual({ IsDone: false });
    expect(await listed(admin, RoundId)).toMatchObject({
      State: 'walking',
      DoneCount: 1,
      SkippedCount: 1,
      StopCount: 3,
    });
    clock.set(new Date(START.getTime() + 35 * 60_000));
    expect((await round(walker, 'submitStop', found(RoundId, 3, '消防通道', '照明'))).IsDone).toBe(true);
    expect(await listed(admin, RoundId)).toMatchObject({
      State: 'done',
      IsLate: false,
      InspectorName: walker.account,
      Minutes: 35,
      ExpectedMinutes: 40,
      ProblemCount: 1,
    });
    const { Stops, NextPlace } = await round(admin, 'get', { RoundId });
    expect(NextPlace).toBeNull();
    expect(Stops).toMatchObject([
      { State: 'done', PlaceName: null, Rating: 3, Findings: [{ IsFine: true }, { Note: '两盏灯不亮' }] },
      { State: 'skipped', PlaceName: '北门', Reason: '封闭施工', Items: ['道闸'] },
      { State: 'done', PlaceName: 'A区', Rating: 5 },
    ]);
    expect(Stops[0].Findings[1].Pictures[0]).toContain('a.jpg');
    const { Rows } = await call(admin, '/api/parkLotInspect/list', { LotId: lots[0], HasProblem: true });
    expect(Rows).toMatchObject([
      { Id: Stops[0].InspectionId, State: 'done', Rating: 3, InspectorName: walker.account },
    ]);
    expect(await refused(walker, 'round/start', { RoundId })).toBe('inspection-round.done');
  });

  test('two inspectors start it at once: one has it; two submissions of one stop make one inspection', async () => {
    const RoundId = await newRound();
    const starts = await Promise.all(
      [walker, other].map((one) => one.call('/api/parkLotInspect/round/start', { RoundId })),
    );
    expect(starts.map((one) => one.state).sort()).toEqual(['fail', 'success']);
    const own = starts[0]!.state === 'success' ? walker : other;
    const body = found(RoundId, 1, '消防通道', '照明');
    const twice = await Promise.all([1, 2].map(() => own.call('/api/parkLotInspect/round/submitStop', body)));
    expect(twice.map((one) => one.code || one.state).sort()).toEqual(['inspection-round.not-next', 'success']);
    expect(await listed(admin, RoundId)).toMatchObject({ DoneCount: 1 });
  });

  test('only the people of the route walk it; reassigned, it is started again by the other one', async () => {
    const people = await call(admin, '/api/employee/list', { PerPage: 200 });
    const idOf = (user: TestUser) => people.Rows.find((one: { Account: string }) => one.Account === user.account).Id;
    const RouteId = await newRoute({ InspectorIds: [idOf(walker)] });
    const { RoundId } = await round(admin, 'create', { RouteId, DueAt: hoursAhead(2) });
    expect(await refused(other, 'round/start', { RoundId })).toBe('inspection-round.not-walker');
    await round(walker, 'start', { RoundId });
    expect(await refused(walker, 'round/assign', { RoundId, DueAt: hoursAhead(3) })).toBe('kernel.no-permission');
    await round(admin, 'assign', { RoundId, InspectorId: idOf(other), DueAt: hoursAhead(3) });
    expect(await refused(walker, 'round/submitStop', found(RoundId, 1, '消防通道', '照明'))).toBe(
      'inspection-round.taken',
    );
    await round(other, 'start', { RoundId });
    expect((await round(other, 'get', { RoundId })).IsOwn).toBe(true);
  });
});

test('an open round that is due becomes overdue once, with a message to its walkers and assigners; it can still be completed', async () => {
  const assigner = await server.newUser(admin, ['inspection.list', 'inspection.assign']);
  const limited = await server.newUser(admin, ['inspection.list', 'inspection.assign'], [lots[0]!]);
  const RoundId = await newRound();
  await round(walker, 'start', { RoundId });
  await round(walker, 'submitStop', found(RoundId, 1, '消防通道', '照明'));
  clock.set(new Date(START.getTime() + 3 * HOUR_MS));
  await Promise.all([sweep('overdue-inspection-rounds'), sweep('overdue-inspection-rounds')]);
  await sweep('overdue-inspection-rounds');
  const messages = async (user: TestUser) =>
    (await call(user, '/api/serviceMsgCenter/list')).Rows.filter((one: { Path: string }) =>
      one.Path?.includes(RoundId),
    );
  for (const user of [walker, assigner]) expect(await messages(user)).toHaveLength(1);
  for (const user of [other, limited]) expect(await messages(user)).toEqual([]);
  expect(await listed(admin, RoundId)).toMatchObject({ State: 'overdue', IsLate: true });
  expect((await round(admin, 'list', { State: 'overdue' })).Totals.OverdueCount).toBeGreaterThan(0);
  const events = await server.product.kernel.database.system<{ data: { leftCount: number } }>(
    `select data from event where tenant_id = $1 and kind = 'inspection-round.overdue' and data->>'roundId' = $2`,
    [admin.tenantId, RoundId],
  );
  expect(events.map((one) => one.data.leftCount)).toEqual([2]);
  await round(walker, 'skipStop', { RoundId, Place: 2, Reason: '时间不足' });
  await round(walker, 'skipStop', { RoundId, Place: 3, Reason: '时间不足' });
  expect(await listed(admin, RoundId)).toMatchObject({ State: 'done', IsLate: true });
});

describe('plans for a route', () => {
  // Sessions end while the clock moves on.
  const planner = () => server.newUser(admin, ['inspection.list', 'inspection-plan.list', 'inspection-plan.update']);
  const rounds = async (RouteId: string) => (await round(await planner(), 'list', { RouteId, PerPage: 200 })).Rows;

  test('make one round per due time, also with two workers; times that were missed are caught up once', async () => {
    const RouteId = await newRoute();
    const plan = { Name: '夜巡', RouteId, EveryDays: 1, DueHours: 8 };
    await call(admin, '/api/parkLotInspect/plan/create', plan);
    await Promise.all([1, 2, 3].map(() => sweep('inspection-plans')));
    expect(await rounds(RouteId)).toMatchObject([{ State: 'waiting', StopCount: 3, DueAt: hoursAhead(8) }]);
    clock.set(new Date(START.getTime() + 100 * HOUR_MS));
    await Promise.all([1, 2].map(() => sweep('inspection-plans')));
    expect(await rounds(RouteId)).toHaveLength(2);
  });

  test('hold on days of the week at a time of the lot', async () => {
    // START is a Wednesday, 09:00 in Shanghai.
    const RouteId = await newRoute();
    const plan = { Name: '周一周四', RouteId, Days: [1, 4], StartsAt: '22:30', DueHours: 4 };
    const { Id } = await call(admin, '/api/parkLotInspect/plan/create', plan);
    const nextAt = async () => (await call(await planner(), '/api/parkLotInspect/plan/get', { Id })).NextAt;
    expect(await nextAt()).toBe('2026-03-05T14:30:00.000Z');
    await sweep('inspection-plans');
    expect(await rounds(RouteId)).toEqual([]);
    clock.set(new Date('2026-03-05T14:30:00.000Z'));
    await sweep('inspection-plans');
    expect(await rounds(RouteId)).toHaveLength(1);
    expect(await nextAt()).toBe('2026-03-09T14:30:00.000Z');
    await call(await planner(), '/api/parkLotInspect/plan/update', { Id, StartsAt: '06:00' });
    expect(await nextAt()).toBe('2026-03-08T22:00:00.000Z');
  });

  test('a route that is not in use makes none; a plan has either a lot or a route', async () => {
    const RouteId = await newRoute({ IsEnabled: false });
    await call(admin, '/api/parkLotInspect/plan/create', { Name: '停用', RouteId });
    await sweep('inspection-plans');
    expect(await rounds(RouteId)).toEqual([]);
    expect(await refused(admin, 'round/create', { RouteId, DueAt: hoursAhead(1) })).toBe('inspection-round.route-off');
    for (const more of [{}, { RouteId, LotId: lots[0] }])
      expect(await refused(admin, 'plan/create', { Name: '计划', Items: '照明', ...more })).toBe(
        'inspection.lot-or-route',
      );
    expect(await refused(admin, 'plan/create', { Name: '计划', LotId: lots[0] })).toBe('inspection.no-items');
    expect(await refused(admin, 'route/delete', { Id: RouteId })).toBe('inspection-route.in-plan');
  });
});

test('a round keeps its stops when the route changes; the lots of plans follow it', async () => {
  const RouteId = await newRoute();
  const { Id } = await call(admin, '/api/parkLotInspect/plan/create', { Name: '计划', RouteId });
  const { RoundId } = await round(admin, 'create', { RouteId, DueAt: hoursAhead(1) });
  await call(admin, '/api/parkLotInspect/route/update', { Id: RouteId, Stops: [{ LotId: lots[1], GateId }] });
  expect(await call(admin, '/api/parkLotInspect/route/get', { Id: RouteId })).toMatchObject({
    StopCount: 1,
    LotIds: [lots[1]],
    Stops: [{ GateId, GateName: '北门' }],
  });
  expect((await call(admin, '/api/parkLotInspect/plan/get', { Id })).LotIds).toEqual([lots[1]]);
  expect((await round(admin, 'get', { RoundId })).Stops).toHaveLength(3);
  await call(admin, '/api/parkLotInspect/route/update', { Id: RouteId, Name: '改名' });
  expect((await call(admin, '/api/parkLotInspect/route/get', { Id: RouteId })).StopCount).toBe(1);
});

test('an inspector limited to some lots sees only routes and rounds whose lots are all among them', async () => {
  const limited = await server.newUser(admin, [...DO, 'inspection-route.update', 'inspection-plan.list'], [lots[0]!]);
  const wide = await newRoute({ Name: '两个车场' });
  const narrow = await newRoute({ Name: '一个车场', Stops: [{ LotId: lots[0] }] });
  for (const RouteId of [wide, narrow])
    await call(admin, '/api/parkLotInspect/plan/create', { Name: `计划${RouteId}`, RouteId });
  const of = (RouteId: string) => round(admin, 'create', { RouteId, DueAt: hoursAhead(1) });
  const [far, near] = [(await of(wide)).RoundId, (await of(narrow)).RoundId];
  const routes = await call(limited, '/api/parkLotInspect/route/list');
  expect(routes.Rows).toMatchObject([{ Id: narrow }]);
  expect((await call(limited, '/api/parkLotInspect/plan/list')).Rows).toMatchObject([{ RouteId: narrow }]);
  expect((await round(limited, 'list')).Rows).toMatchObject([{ Id: near }]);
  expect(await refused(limited, 'route/get', { Id: wide })).toBe('kernel.not-found');
  expect(await refused(limited, 'route/update', { Id: narrow, Stops: [{ LotId: lots[1] }] })).toBe('kernel.not-found');
  for (const act of ['get', 'start'])
    expect(await refused(limited, `round/${act}`, { RoundId: far })).toBe('kernel.not-found');
  await round(limited, 'start', { RoundId: near });
});

test('ids of another tenant, and places of another lot, are refused', async () => {
  const stranger = await server.newTenant();
  const gate = new TestGate(server, stranger, clock, START);
  const LotId = (await gate.newLot()).id;
  const RouteId = await newRoute();
  const { RoundId } = await round(admin, 'create', { RouteId, DueAt: hoursAhead(1) });
  const create = (Stops: object[]) => refused(stranger, 'route/create', route({ Stops }));
  expect(await create([{ LotId: lots[0] }])).toBe('kernel.not-found');
  expect(await create([{ LotId, GateId }])).toBe('inspection-route.elsewhere');
  expect(await refused(admin, 'route/create', route({ Stops: [{ LotId: lots[0], GateId }] }))).toBe(
    'inspection-route.elsewhere',
  );
  expect(await refused(admin, 'route/create', route({ Stops: [{ LotId: lots[1], GateId, ZoneName: 'A' }] }))).toBe(
    'inspection-route.two-places',
  );
  expect(await refused(stranger, 'plan/create', { Name: '计划', RouteId })).toBe('kernel.not-found');
  expect(await refused(stranger, 'round/create', { RouteId, DueAt: hoursAhead(1) })).toBe('kernel.not-found');
  for (const act of ['get', 'start'])
    expect(await refused(stranger, `round/${act}`, { RoundId })).toBe('kernel.not-found');
  expect(await refused(stranger, 'round/submitStop', found(RoundId, 1, '照明'))).toBe('kernel.not-found');
  expect((await round(stranger, 'list')).Rows).toEqual([]);
});

test('the list of rounds is exported with its filters', async () => {
  const RouteId = await newRoute({ Name: '导出路线' });
  await round(admin, 'create', { RouteId, DueAt: hoursAhead(2) });
  const address = await round(admin, 'list/export', { RouteId, Format: 'csv' });
  const text = await (await fetch(server.url + address)).text();
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('导出路线');
});
