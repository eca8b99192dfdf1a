import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
});
afterAll(() => server?.stop());

/** The landing page of a new employee, as the sign-in and as the account's own details say it. */
async function landingOf(Account: string, more: object): Promise<string[]> {
  const { data: made } = await admin.call('/api/employee/create', { Account, Name: Account, ...more });
  const { data: issued } = await admin.call('/api/employee/issuePasswords', { EmployeeIds: [made.Id] });
  const { data } = await server.call('/api/tenantUser/login', {
    Account,
    Password: issued.Passwords[0].InitialPassword,
    TenantId: String(admin.tenantId),
  });
  const user = await server.callAs(data.AccessToken, '/api/tenantUser/getTenantUserInfo');
  return [data.DashboardPath, user.data.DashboardPath];
}

test('an account lands on its own page, else on that of its role, else on that of its job', async () => {
  const role = { Name: '值班长', DashboardPath: '_cloud_operation/Alarm_Dispose', Permissions: [] };
  const RoleIds = [(await admin.call('/api/role/create', role)).data.Id];
  const job = { JobKind: 'collector' };
  const twice = (path: string) => [path, path];
  expect(await landingOf('byJob', job)).toEqual(twice('_cloud_operation/roadside'));
  expect(await landingOf('byRole', { ...job, RoleIds })).toEqual(twice('_cloud_operation/Alarm_Dispose'));
  const own = { ...job, RoleIds, DashboardPath: '_cloud_operation/review' };
  expect(await landingOf('byOwn', own)).toEqual(twice('_cloud_operation/review'));
});

test('an account does not land outside the pages offered', async () => {
  const answer = await admin.call('/api/employee/create', { Account: 'nowhere', Name: 'x', DashboardPath: '../x' });
  expect(answer.code).toBe('kernel.bad-input');
});
