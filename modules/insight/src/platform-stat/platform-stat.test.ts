import { SetClock } from '@boyun/kernel/server';
import { createTenant } from '@boyun/tenancy/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00Z');
const clock = new SetClock(START);
let server: TestServer;
let tenant: TestUser;
let platform: (path: string, body?: object) => ReturnType<TestServer['call']>;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  tenant = await server.newTenant('甲停车');
  const Password = 'Boyun#2026';
  const admin = { account: 'platform', password: Password, name: '平台管理员' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
  const { data } = await server.call('/api/tenantUser/login', { Account: 'platform', Password, TenantId: 'platform' });
  platform = (path, body = {}) => server.call(path, body, { authorization: `Bearer ${data.AccessToken}` });
});
afterAll(() => server?.stop());

test('all tenants together: what they have, what came in by day, and who received most', async () => {
  const gate = new TestGate(server, tenant, clock, START);
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B70001', 0);
  await gate.see(lot.entry, '粤B70002', 5);
  const late = { receivedMinute: 70, isOffline: true };
  await gate.see(lot.exit, '粤B70001', 60, late);
  const { Rows } = (await tenant.call('/api/order/getOrderPage', { Plate: '粤B70001' })).data;
  await tenant.call('/api/arrears/collect', { Plate: '粤B70001', Amount: Rows[0].Due });
  await server.newTenant('乙停车');
  await server.product.consumers.drain();
  gate.at(180);
  const { data } = await platform('/api/platformStat/get', { Days: 7 });
  expect(data).toMatchObject({
    Tenants: { Active: 2, Frozen: 0, Expired: 0, Deleting: 0, Expiring: 0 },
    LotCount: 1,
    DeviceCount: 2,
    AccountCount: 2,
    CarsInside: 1,
    Total: { Entries: 2, Exits: 1, Received: Rows[0].Due },
    Before: { Entries: 0, Exits: 0, Received: '0.00' },
  });
  expect(data.Curve.map((one: { Day: string; Entries: number }) => [one.Day, one.Entries])).toEqual([
    ['2026-02-26', 0],
    ['2026-02-27', 0],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 0],
    ['2026-03-03', 0],
    ['2026-03-04', 2],
  ]);
  expect(data.Ranking).toMatchObject([
    { Id: `${tenant.tenantId}`, Name: expect.stringContaining('甲停车'), Received: Rows[0].Due, LotCount: 1 },
    { Name: expect.stringContaining('乙停车'), Received: '0.00', LotCount: 0 },
  ]);
});

test('is for the staff of the platform alone', async () => {
  expect((await tenant.call('/api/platformStat/get', {})).code).toBe('kernel.no-permission');
});
