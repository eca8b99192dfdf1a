import { createTenant } from '@boyun/tenancy/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const BASE = '/api/announcement';
let server: TestServer;
let tenant: TestUser;
let platform: (path: string, body?: object) => ReturnType<TestServer['call']>;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  tenant = await server.newTenant();
  const Password = 'Boyun#2026';
  const admin = { account: 'platform', password: Password, name: '平台管理员' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
  const { data } = await server.call('/api/tenantUser/login', { Account: 'platform', Password, TenantId: 'platform' });
  platform = (path, body = {}) => server.call(path, body, { authorization: `Bearer ${data.AccessToken}` });
});
afterAll(() => server?.stop());

const VERSION = {
  Number: '1.0.1216',
  TitleZh: '新版本',
  TitleEn: 'A new version',
  BodyZh: '内容',
  BodyEn: 'What is new',
};
const check = (user: TestUser, more: object = {}) =>
  user.call(`${BASE}/checkVersion`, { tenantId: String(user.tenantId), product: 1, project: 2, ...more });
const publish = async (more: object = {}) =>
  (await platform(`${BASE}/publish`, { ...VERSION, ...more })).data.Id as string;
const hasReview = async (user: TestUser, more: object = {}) => (await check(user, more)).data.NeedReview;

test('the product version starts at 1.0.1215 and its release notes exist', async () => {
  const { Rows: rows } = (await tenant.call(`${BASE}/list`)).data;
  expect(rows).toMatchObject([{ Number: '1.0.1215', IsSeen: false }]);
  expect((await check(tenant)).data.Version).toBe('1.0.1215');
});

describe('/api/announcement/checkVersion, tenantId, product, project', () => {
  test('data.NeedReview is true until the account opens the history', async () => {
    const other = await server.newUser(tenant);
    expect(await check(tenant)).toMatchObject({ NeedReview: true, data: { NeedReview: true } });
    expect((await tenant.call(`${BASE}/see`)).data.SeenCount).toBe(1);
    expect((await tenant.call(`${BASE}/see`)).data.SeenCount).toBe(0);
    expect([await hasReview(tenant), await hasReview(other)]).toEqual([false, true]);
    expect((await tenant.call('/api/auditLog/list', { Action: 'announcement.seen' })).data.Total).toBe(1);
  });

  test('a new version sets the dot again, for its product and projects', async () => {
    await publish({ Projects: [8, 4] });
    const lit = async (more: object) => hasReview(tenant, more);
    expect([
      await lit({}),
      await lit({ project: 8 }),
      await lit({ project: 4 }),
      await lit({ product: 2, project: 8 }),
    ]).toEqual([false, true, true, false]);
    const numbers = async (Project: number) =>
      (await tenant.call(`${BASE}/list`, { Project })).data.Rows.map((one: { Number: string }) => one.Number);
    expect([await numbers(2), await numbers(8)]).toEqual([['1.0.1215'], ['1.0.1216', '1.0.1215']]);
  });

  test('an announcement without review sets no dot, a withdrawn one is gone', async () => {
    await tenant.call(`${BASE}/see`);
    await publish({ HasToBeReviewed: false });
    expect(await hasReview(tenant)).toBe(false);
    const id = await publish();
    expect(await hasReview(tenant)).toBe(true);
    expect((await platform(`${BASE}/withdraw`, { AnnouncementId: id })).state).toBe('success');
    expect(await hasReview(tenant)).toBe(false);
    expect((await platform(`${BASE}/withdraw`, { AnnouncementId: id })).code).toBe('announcement.not-found');
    const actions = (await platform('/api/auditLog/list', { Action: 'announcement.' })).data.Rows;
    expect(actions.map((one: { Action: string }) => one.Action)).toContain('announcement.withdrawn');
  });

  test('only platform staff can publish and withdraw', async () => {
    for (const path of ['publish', 'withdraw'])
      expect((await tenant.call(`${BASE}/${path}`, VERSION)).code).toBe('kernel.no-permission');
  });
});
