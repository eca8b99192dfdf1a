import { createAccount } from '@boyun/access/server';
import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { waitingFlowChanges } from './flow-change.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const PASSWORD = 'Boyun#2026';
const UPDATE = '/api/reviewFlow/update';
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;

type Call = (path: string, body?: object) => Promise<Answer>;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, without: ['waiting-flow-changes'] });
});
beforeEach(async () => {
  clock.set(START);
  user = await server.newTenant();
  await setFlow(server, user, { Kind: 'order.refund', Role: 'finance' });
});
afterAll(() => server?.stop());

const flows = async (call: Call = user.call) =>
  (await call('/api/reviewFlow/list', { Kind: 'order.refund' })).data.Rows;
const switchOff = async () => user.call(UPDATE, { Id: (await flows())[0].Id, IsEnabled: false });
const pending = async (call: Call = user.call) =>
  (await call('/api/review/getReviewList', { Kind: 'review-flow', State: 'pending' })).data.Rows;

/** Signs in an account of the tenant and confirms the password where required. */
async function signIn(account: string): Promise<Call> {
  const [{ code }] = (await server.product.kernel.database.system<{ code: string }>(
    'select code from tenant where id = $1',
    [user.tenantId],
  )) as [{ code: string }];
  const body = { Account: account, Password: PASSWORD, TenantId: code };
  const { data } = await server.call('/api/tenantUser/login', body);
  return (path, values) => server.callAs(data.AccessToken, path, values);
}

async function newAdmin(account: string): Promise<Call> {
  const made = { account, password: PASSWORD, name: account, roles: ['admin'] };
  await createAccount(server.product.kernel, user.tenantId, made);
  return signIn(account);
}

test('no role can change a flow, whatever permissions it lists', async () => {
  const rights = ['review-flow.list', 'review-flow.create', 'review-flow.update', 'review-flow.delete', 'order.refund'];
  const clerk = await server.newUser(user, rights);
  const [{ Id }] = await flows();
  for (const [path, body] of [
    [UPDATE, { Id, IsEnabled: false }],
    ['/api/reviewFlow/delete', { Id }],
    ['/api/reviewFlow/create', { Kind: 'order.waive', Level: 1 }],
  ] as const)
    expect((await clerk.call(path, body)).code).toBe('kernel.no-permission');
  const { data } = await user.call('/api/role/list', { PerPage: 100 });
  const holding = data.Rows.filter((one: { Permissions: string[] }) => one.Permissions.includes('review-flow.update'));
  // The clerk's role was written directly to the database; no standard role has the permission.
  expect(holding.map((one: { Name: string }) => one.Name)).toEqual([clerk.account]);
});

test('an administrator confirms the password, and a different administrator must approve', async () => {
  const second = await newAdmin('second');
  const [{ Id }] = await flows();
  const own = { authorization: `Bearer ${user.token}` };
  expect((await server.call(UPDATE, { Id, IsEnabled: false }, own)).code).toBe('kernel.password-needed');
  expect((await switchOff()).data).toMatchObject({ IsPending: true });
  expect(await flows()).toMatchObject([{ IsEnabled: true }]);
  const [{ Id: request }] = await pending();
  expect((await user.call('/api/review/approve', { ReviewIds: [request] })).code).toBe('review.not-possible');
  const finance = await server.newUser(user, ['review.list', 'review.decide']);
  expect((await finance.call('/api/review/approve', { ReviewIds: [request] })).code).toBe('review.not-possible');
  expect(await flows()).toMatchObject([{ IsEnabled: true }]);
  expect((await second('/api/review/approve', { ReviewIds: [request] })).state).toBe('success');
  expect(await flows()).toMatchObject([{ IsEnabled: false }]);
  const { data } = await user.call('/api/auditLog/list', { Action: 'review-flow.updated' });
  expect(JSON.stringify(data.Rows[0])).toContain('second');
  const fixed = await user.call('/api/reviewFlow/create', { Kind: 'review-flow', Level: 1 });
  expect(fixed.code).toBe('kernel.bad-input');
});

test('the change of a sole administrator takes effect after a day', async () => {
  expect((await switchOff()).data).toMatchObject({ IsPending: true });
  const { kernel } = server.product;
  clock.set(new Date(START.getTime() + 23 * 3_600_000));
  await waitingFlowChanges.run(kernel);
  const alarms = () =>
    kernel.database.system("select 1 from system_alarm where name = 'approval-flow-change' and ended_at is null");
  expect(await alarms()).toHaveLength(1);
  const enabled = async () =>
    (
      await kernel.database.system<{ on: boolean }>('select is_enabled as "on" from review_flow where tenant_id = $1', [
        user.tenantId,
      ])
    )[0]!.on;
  expect(await enabled()).toBe(true);
  clock.set(new Date(START.getTime() + 25 * 3_600_000));
  await waitingFlowChanges.run(kernel);
  expect(await enabled()).toBe(false);
  expect(await alarms()).toHaveLength(0);
});

test('accounts that decide requests may reject it before, but not approve it', async () => {
  await switchOff();
  const finance = await server.newUser(user, ['review.list', 'review.decide']);
  const [{ Id }] = await pending(finance.call);
  expect((await finance.call('/api/review/approve', { ReviewIds: [Id] })).code).toBe('review.admin-only');
  expect((await finance.call('/api/review/reject', { ReviewIds: [Id], Note: '不同意关闭' })).state).toBe('success');
  clock.set(new Date(START.getTime() + 25 * 3_600_000));
  await waitingFlowChanges.run(server.product.kernel);
  const rows = await server.product.kernel.database.system<{ isEnabled: boolean }>(
    'select is_enabled from review_flow where tenant_id = $1',
    [user.tenantId],
  );
  expect(rows).toEqual([{ isEnabled: true }]);
});
