import type { Tariff } from '@boyun/domain/fee';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const priced = (priceFen: number): Tariff => ({
  id: 'plain',
  version: 1,
  name: { zh: '每小时', en: 'By the hour' },
  plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen }] }] }],
});
const MAKE = [
  'charge-rule.list',
  'charge-rule.create',
  'charge-rule.update',
  'charge-rule.approve',
  'charge-rule.publish',
];
const INBOX = ['review.list', 'review.decide'];

let server: TestServer;
let admin: TestUser;
let maker: TestUser;
let checker: TestUser;
let Id: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());
beforeEach(async () => {
  admin = await server.newTenant();
  maker = await server.newUser(admin, [...MAKE, ...INBOX]);
  checker = await server.newUser(admin, [...MAKE, ...INBOX]);
  Id = (await rule(maker, 'create', { Name: '地面' })).data.Id;
});

const rule = (by: TestUser, act: string, body: object) => by.call(`/api/billRule/${act}`, body);
const submit = async (tariff = priced(300)) => {
  await rule(maker, 'saveDraft', { Id, Tariff: tariff });
  expect((await rule(maker, 'submit', { Id, Note: '涨价' })).state).toBe('success');
};
const inbox = async (by: TestUser, filters: object = {}) => (await by.call('/api/review/getReviewList', filters)).data;
const decide = (by: TestUser, act: 'approve' | 'reject', id: string) =>
  by.call(`/api/review/${act}`, { ReviewIds: [id], Note: '已核对' });
const open = async () => (await rule(admin, 'getVersions', { Id })).data.Versions[0];

test('a version in review is in the inbox, is approved there, and leaves it', async () => {
  await submit();
  const [row] = (await inbox(checker, { Mine: 'decide' })).Rows;
  expect(row).toMatchObject({
    Kind: 'charge-rule.version',
    State: 'pending',
    Subject: '地面 v1',
    Reason: '涨价',
    RequestedByName: maker.account,
    SubjectId: Id,
    Obstacle: null,
  });
  const { data } = await checker.call('/api/review/getReview', { ReviewId: row.Id });
  expect(data.Changes[0].After.Zh).toContain('3');
  expect((await decide(checker, 'approve', row.Id)).data).toMatchObject({ DoneCount: 1, Failed: [] });
  expect(await open()).toMatchObject({ State: 'approved', ApprovedBy: checker.account });
  expect((await inbox(checker)).Rows).toEqual([]);
  const audit = (await admin.call('/api/auditLog/list', { SubjectKind: 'charge-rule' })).data.Rows;
  expect(audit.map((one: { Action: string }) => one.Action)).toContain('charge-rule.approved');
});

test('rejected there, it is a draft again; approved on its own page, it leaves the inbox', async () => {
  await submit();
  const [row] = (await inbox(checker)).Rows;
  await decide(checker, 'reject', row.Id);
  expect(await open()).toMatchObject({ State: 'draft' });
  await submit(priced(400));
  expect((await inbox(checker)).Total).toBe(1);
  await rule(checker, 'approve', { Id });
  expect((await inbox(checker)).Total).toBe(0);
});

test('the rules of the page hold: not by its submitter, nor without the permission for tariffs', async () => {
  await submit();
  const [row] = (await inbox(maker)).Rows;
  expect(row.Obstacle).toBe('own-request');
  expect((await inbox(maker, { Mine: 'decide' })).Total).toBe(0);
  expect((await decide(maker, 'approve', row.Id)).code).toBe('charging.four-eyes');
  const reader = await server.newUser(admin, ['charge-rule.list', ...INBOX]);
  expect((await inbox(reader)).Rows).toMatchObject([{ Obstacle: 'no-permission' }]);
  expect((await decide(reader, 'approve', row.Id)).message).toContain('没有审核这类事项的权限');
  const stranger = await server.newUser(admin, INBOX);
  expect((await inbox(stranger)).Rows).toEqual([]);
  expect((await decide(stranger, 'approve', row.Id)).code).toBe('kernel.not-found');
  expect(await open()).toMatchObject({ State: 'in-review' });
});

test('it counts among what the caller has to decide, and has no approval flow', async () => {
  await submit();
  const check = async (by: TestUser) => (await by.call('/api/announcement/checkVersion', {})).data;
  expect((await check(checker)).OpenReviews).toBe(1);
  expect((await check(maker)).OpenReviews).toBe(0);
  const flow = { Kind: 'charge-rule.version', Level: 1, AmountFrom: '0.00', IsEnabled: true };
  expect((await admin.call('/api/reviewFlow/create', flow)).code).toBe('kernel.bad-input');
});
