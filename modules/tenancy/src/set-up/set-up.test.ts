import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { setupCode } from '../server.ts';

const PASSWORD = 'Boyun#2026';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
});
afterAll(() => server?.stop());

test('the first visitor with the code sets up the product, once', async () => {
  const { kernel } = server.product;
  const code = (await setupCode(kernel))!;
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const isNeeded = async () => (await server.call('/api/setup/get')).data.IsNeeded;
  const setUp = (more: object = {}) =>
    server.call('/api/setup/create', {
      Code: code.toLowerCase().replaceAll('-', ' '),
      PlatformAccount: 'root',
      PlatformPassword: PASSWORD,
      TenantCode: 'first',
      TenantName: 'First tenant',
      AdminAccount: 'boss',
      AdminPassword: PASSWORD,
      ...more,
    });

  expect(await isNeeded()).toBe(true);
  expect((await setUp({ Code: 'AAAA-AAAA-AAAA' })).code).toBe('sign-in.wrong-code');
  const weak = await setUp({ AdminPassword: 'weakweak' });
  expect(weak.code).toBe('sign-in.weak-password');
  expect(weak.issues?.map((one) => one.path)).toEqual(['AdminPassword']);
  expect((await setUp({ TenantCode: 'platform' })).code).toBe('kernel.duplicate');
  expect(await isNeeded(), 'a failed set-up leaves nothing behind').toBe(true);

  const answers = await Promise.all([setUp(), setUp()]);
  expect(answers.map((one) => one.state).sort()).toEqual(['fail', 'success']);
  expect(answers.find((one) => one.state === 'fail')!.code).toBe('sign-in.already-set-up');
  expect(await isNeeded()).toBe(false);
  expect(await setupCode(kernel)).toBeNull();

  const infoOf = async (account: string) => {
    const entered = await server.call('/api/tenantUser/login', { Account: account, Password: PASSWORD });
    const headers = { authorization: `Bearer ${entered.data.AccessToken}` };
    return (await server.call('/api/tenantUser/getTenantUserInfo', {}, headers)).data;
  };
  const root = await infoOf('root');
  const boss = await infoOf('boss');
  expect(root).toMatchObject({
    Account: 'root',
    tenantName: '平台',
    IsAdmin: true,
    Roles: ['admin', 'platform'],
    DashboardPath: '_cloud_tenant/statistic',
  });
  expect(boss).toMatchObject({
    Account: 'boss',
    tenantName: 'First tenant',
    IsAdmin: true,
    DashboardPath: 'dashboardCd',
  });
  expect(boss.TenantId).not.toBe(root.TenantId);

  const made = await kernel.database.system<{ subject: string }>(
    "select subject from audit_log where action = 'tenant.created' order by tenant_id",
  );
  expect(made.map((one) => one.subject)).toEqual(['平台', 'First tenant']);
});
