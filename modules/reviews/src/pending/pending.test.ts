import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { runReminders } from '@boyun/test-server/reminder';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const CLERK = ['white-list.list', 'white-list.create', 'white-list.update'];
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let clerk: TestUser;
let decider: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
  gate.at(0);
  lot = await gate.newLot();
  clerk = await server.newUser(admin, CLERK);
  decider = await server.newUser(admin, ['review.list', 'review.decide']);
});
afterAll(() => server?.stop());

const white = (by = clerk) =>
  by.call('/api/billWhitePlate/create', { Plate: '粤B81001', LotIds: [lot.id], ValidFrom: START, Remark: '消防车' });
const pendingOf = async (by: TestUser, search: object) => (await by.call('/api/review/getPending', search)).data;
const ofList = (by: TestUser) => pendingOf(by, { Kinds: ['white-list'] });
const remind = (by: TestUser, ReviewId: string) => by.call('/api/review/remind', { ReviewId });
const reminders = async (by: TestUser) => {
  await server.product.consumers.drain();
  const { data } = await by.call('/api/serviceMsgCenter/list', { Kind: 'review' });
  return data.Rows.filter((one: { Title: string }) => one.Title.startsWith('催办')).length;
};

test('a new entry under review is found by its list, with those who can decide it', async () => {
  await setFlow(server, admin, { Kind: 'white-list' });
  const { Id } = (await white()).data;
  const { Requests, Total } = await ofList(clerk);
  expect(Total).toBe(1);
  expect(Requests).toMatchObject([
    {
      SubjectId: Id,
      Subject: '粤B81001',
      IsNew: true,
      IsOwn: true,
      Reason: '消防车',
      DeciderCount: 2,
      RemindedAt: null,
    },
  ]);
  expect(Requests[0].Deciders.toSorted()).toEqual(['Admin', decider.account].toSorted());
  expect((await pendingOf(clerk, { SubjectIds: [Id, 'no id'] })).Requests).toHaveLength(1);
  expect((await pendingOf(clerk, { SubjectIds: [lot.id] })).Requests).toEqual([]);
  await decider.call('/api/review/approve', { ReviewIds: [Requests[0].Id] });
  expect((await ofList(clerk)).Requests).toEqual([]);
});

test('the change of an existing entry is pending without being new', async () => {
  const { Id } = (await white()).data;
  await setFlow(server, admin, { Kind: 'white-list' });
  await clerk.call('/api/billWhitePlate/update', { Id, OwnerName: '消防队' });
  expect((await ofList(clerk)).Requests).toMatchObject([{ SubjectId: Id, IsNew: false }]);
});

test('only callers who may see the subject learn of the request', async () => {
  await setFlow(server, admin, { Kind: 'white-list' });
  const { Id } = (await white()).data;
  const stranger = await server.newUser(admin, ['black-list.list']);
  const elsewhere = await server.newUser(admin, CLERK, [(await gate.newLot()).id]);
  for (const by of [stranger, elsewhere]) {
    expect((await pendingOf(by, { SubjectIds: [Id] })).Requests).toEqual([]);
    expect((await remind(by, (await ofList(clerk)).Requests[0].Id)).code).toBe('kernel.not-found');
  }
  expect(await pendingOf(clerk, {})).toEqual({ Requests: [], Total: 0 });
});

test('those who can decide are reminded, at most once an hour', async () => {
  await setFlow(server, admin, { Kind: 'white-list', Role: 'finance' });
  await white();
  const [request] = (await ofList(clerk)).Requests;
  // Administrators can decide at every level; the other account lacks the role.
  expect(request).toMatchObject({ DeciderCount: 1, Deciders: ['Admin'] });
  expect((await remind(clerk, request.Id)).data).toEqual({ RemindedCount: 1 });
  expect([await reminders(admin), await reminders(decider)]).toEqual([1, 0]);
  expect((await remind(admin, request.Id)).message).toContain('10:00');
  gate.at(59);
  expect((await remind(clerk, request.Id)).code).toBe('review-reminder.too-soon');
  gate.at(60);
  expect((await remind(clerk, request.Id)).state).toBe('success');
  expect(await reminders(admin)).toBe(2);
  await admin.call('/api/review/approve', { ReviewIds: [request.Id] });
  gate.at(180);
  expect((await remind(clerk, request.Id)).code).toBe('kernel.not-found');
});

test('one that waits for days reminds by itself, as often as the tenant wants', async () => {
  await setFlow(server, admin, { Kind: 'white-list', Role: 'finance' });
  await white();
  const DAY = 1440;
  const told = async (day: number) => {
    gate.at(day * DAY + 60);
    const boss = await server.newUser(admin, ['white-list.list']);
    for (const _ of [1, 2]) await runReminders(server.product.kernel, admin.tenantId);
    await server.product.consumers.drain();
    const rows = await server.product.kernel.database.system<{ title: string }>(
      `select title_zh as title from message where tenant_id = $1 and title_zh like '催办%'`,
      [admin.tenantId],
    );
    return [rows.length, (await ofList(boss)).Requests.length];
  };
  expect(await told(0)).toEqual([0, 1]);
  expect(await told(1)).toEqual([1, 1]);
  expect(await told(2)).toEqual([2, 1]);
  expect(await told(3)).toEqual([3, 1]);
  expect(await told(4)).toEqual([3, 1]);
});

test('a request that nobody can decide says so', async () => {
  await setFlow(server, admin, { Kind: 'white-list', Role: 'finance' });
  await white(admin);
  const [request] = (await ofList(admin)).Requests;
  expect(request).toMatchObject({ DeciderCount: 0, Deciders: [] });
  expect((await remind(admin, request.Id)).code).toBe('review-reminder.nobody-decides');
});

describe('a request of the only one who decides', () => {
  const stuck = async (by = admin) => (await by.call('/api/review/getReviewList', { Mine: 'nobody' })).data;
  const handOver = (by: TestUser, target: object, ReviewId: string) =>
    by.call('/api/review/handOver', { ReviewId, Reason: '只有一位管理员', ...target });
  const toDo = async (by = admin) =>
    (await by.call('/api/dashboard/getConsole', { Span: 'hour' })).data.Todo.UndecidableReviews;
  const rolesOfFlow = async () => (await admin.call('/api/reviewFlow/getRoles', {})).data;
  let id: string;

  beforeEach(async () => {
    await setFlow(server, admin, { Kind: 'white-list', Role: 'finance' });
    await white(admin);
    id = (await ofList(admin)).Requests[0].Id;
  });

  test('is counted for administrators and decided by the person it is handed to', async () => {
    expect((await stuck()).Rows.map((one: { Id: string }) => one.Id)).toEqual([id]);
    expect((await stuck()).Totals.NobodyCount).toBe(1);
    expect((await admin.call('/api/review/getReview', { ReviewId: id })).data.DeciderCount).toBe(0);
    expect((await stuck(decider)).Rows).toEqual([]);
    const { Roles, People } = (await admin.call('/api/review/getHandOverChoices', { ReviewId: id })).data;
    expect(People).toHaveLength(1);
    expect(Roles.map((one: { PeopleCount: number }) => one.PeopleCount)).toEqual([1]);
    const PersonId = People[0].Id;
    expect((await handOver(decider, { PersonId }, id)).code).toBe('kernel.no-permission');
    expect((await handOver(admin, {}, id)).code).toBe('review-hand-over.one-target');
    expect((await handOver(admin, { PersonId }, id)).data).toEqual({ DeciderCount: 1 });
    expect((await stuck()).Rows).toEqual([]);
    // Handing it over gives its requester no right to decide it.
    expect((await admin.call('/api/review/approve', { ReviewIds: [id] })).code).toBe('review.not-possible');
    const { Steps } = (await decider.call('/api/review/getReview', { ReviewId: id })).data;
    expect(Steps.at(-1)).toMatchObject({
      Act: 'hand-over',
      ActorName: 'Admin',
      Note: `${decider.account}：只有一位管理员`,
    });
    const { data: audit } = await admin.call('/api/auditLog/list', { Action: 'review.handed-over' });
    expect(JSON.stringify(audit.Rows[0])).toContain('只有一位管理员');
    await server.product.consumers.drain();
    const { data: inbox } = await decider.call('/api/serviceMsgCenter/list', { Kind: 'review' });
    expect(inbox.Rows.some((one: { Title: string }) => one.Title.startsWith('转交您审核'))).toBe(true);
    expect((await decider.call('/api/review/approve', { ReviewIds: [id] })).state).toBe('success');
  });

  test('cannot be handed to its requester or to people who may not decide, but to a role with others', async () => {
    const [{ id: own }] = (await server.product.kernel.database.system<{ id: string }>(
      `select id from account where tenant_id = $1 and account = 'admin'`,
      [admin.tenantId],
    )) as [{ id: string }];
    const [{ id: theirs }] = (await server.product.kernel.database.system<{ id: string }>(
      'select id from account where tenant_id = $1 and account = $2',
      [admin.tenantId, clerk.account],
    )) as [{ id: string }];
    for (const target of [{ PersonId: own }, { PersonId: theirs }, { Role: 'finance' }, { Role: 'no-role' }])
      expect((await handOver(admin, target, id)).code).toBe('review-hand-over.nobody-there');
    expect((await handOver(admin, { Role: decider.account }, id)).data).toEqual({ DeciderCount: 1 });
    expect((await decider.call('/api/review/approve', { ReviewIds: [id] })).state).toBe('success');
  });

  test('is foreseen by the editor of flows, and awaits an administrator on the console', async () => {
    expect(await toDo()).toBe(1);
    const { Roles, AnyCount } = await rolesOfFlow();
    expect(AnyCount).toBe(2);
    // The administrator can decide in place of any role, so that a role without people has one.
    expect(Roles.find((one: { Value: string }) => one.Value === 'finance').PeopleCount).toBe(1);
  });
});
