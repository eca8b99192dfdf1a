import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { giveNewPermissions } from './new-permission.service.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
});
afterAll(() => server?.stop());

/** Runs a statement that the product itself may not run. */
async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query(sql);
  await owner.end();
}

const byCode = async (code: string) =>
  (await admin.call('/api/role/list', { PerPage: 200 })).data.Rows.find((one: { Code: string }) => one.Code === code);

test('a standard role gets what a version brings once, and what a tenant took from them stays taken', async () => {
  const { kernel } = server.product;
  const { Permissions: operator } = await byCode('operator');
  const { Id, Version, Permissions } = await byCode('finance');
  const kept = Permissions.filter((one: string) => !['refund-report.list', 'order.list'].includes(one));
  await admin.call('/api/role/update', { Id, Version, Permissions: kept });
  // As if this version had brought the one, and the tenant had taken the other away.
  await asOwner("delete from known_permission where name = 'refund-report.list'");
  await Promise.all([giveNewPermissions(kernel), giveNewPermissions(kernel)]);
  expect((await byCode('finance')).Permissions).toEqual([...kept, 'refund-report.list'].sort());
  expect((await byCode('operator')).Permissions).toEqual(operator);
  const { data } = await admin.call('/api/auditLog/list', { Action: 'role.updated', By: 'other' });
  expect(data.Rows).toMatchObject([
    { Subject: '财务', After: { permissions: [...kept, 'refund-report.list'].sort() } },
  ]);
  await giveNewPermissions(kernel);
  expect((await byCode('finance')).Permissions).toEqual([...kept, 'refund-report.list'].sort());
});
