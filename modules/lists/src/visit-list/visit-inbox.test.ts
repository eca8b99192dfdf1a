import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let guard: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
  gate.at(0);
  lot = await gate.newLot();
  guard = await server.newUser(admin, ['review.list', 'review.decide', 'visit-list.list', 'visit-list.decide']);
});

const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();
const visit = { Plate: '浙A60001', HostName: '王经理', VisitorName: '李雷', Approval: 'staff', Remark: '面试' };
const invite = async () =>
  (
    await admin.call('/api/billVisitPlate/create', {
      ...visit,
      LotIds: [lot.id],
      ValidFrom: at(0),
      ValidUntil: at(600),
    })
  ).data.Id as string;
const state = async (Id: string) => (await admin.call('/api/billVisitPlate/get', { Id })).data;
const inbox = async (by: TestUser) => (await by.call('/api/review/getReviewList', { Mine: 'decide' })).data.Rows;
const decide = (by: TestUser, act: 'approve' | 'reject', ...ReviewIds: string[]) =>
  by.call(`/api/review/${act}`, { ReviewIds, Note: '已电话确认' });

test.each([
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const)('a visit that waits is in the inbox and can be decided there: %s', async (act, outcome) => {
  const id = await invite();
  const [row] = await inbox(guard);
  expect(row).toMatchObject({ Id: id, Kind: 'visit', Subject: visit.Plate, Reason: '面试', RequestedByName: '李雷' });
  const { Changes } = (await guard.call('/api/review/getReview', { ReviewId: id })).data;
  expect(Changes.map((one: { After: { Zh: string } }) => one.After.Zh)).toEqual(
    expect.arrayContaining(['王经理', '2026-03-04 09:00', '2026-03-04 19:00']),
  );
  expect((await decide(guard, act, id)).data).toMatchObject({ DoneCount: 1 });
  expect(await state(id)).toMatchObject({ State: outcome, DecidedBy: guard.account });
  expect(await inbox(guard)).toEqual([]);
  const { Rows } = (await admin.call('/api/auditLog/list', { Subject: id })).data;
  expect(JSON.stringify(Rows)).toContain(outcome);
});

test('one that was decided on its own page cannot be decided again, and does not stop the others', async () => {
  const [first, second] = [await invite(), await invite()];
  await guard.call('/api/billVisitPlate/decide', { VisitId: first, Act: 'approve' });
  expect((await inbox(guard)).map((one: { Id: string }) => one.Id)).toEqual([second]);
  expect((await decide(guard, 'approve', first)).code).toBe('kernel.not-found');
  expect((await decide(guard, 'approve', second)).state).toBe('success');
});

test('it is seen by those who see the lot and the list, and only until its time is over', async () => {
  const id = await invite();
  const elsewhere = await server.newUser(
    admin,
    ['review.list', 'review.decide', 'visit-list.list', 'visit-list.decide'],
    [(await gate.newLot()).id],
  );
  const stranger = await server.newUser(admin, ['review.list', 'review.decide']);
  for (const by of [elsewhere, stranger]) {
    expect(await inbox(by)).toEqual([]);
    expect((await decide(by, 'approve', id)).code).toBe('kernel.not-found');
  }
  gate.at(601);
  expect(await inbox(guard)).toEqual([]);
});
