import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTenant } from '../tenant/tenant.service.ts';
import { makeBills } from './tenant-bill.server.ts';

const Password = 'Boyun#2026';
const clock = new SetClock(new Date('2026-03-31T15:00:00Z'));
let server: TestServer;
let tenant: TestUser;
let other: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  const admin = { account: 'platform', password: Password, name: '平台甲' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
  tenant = await server.newTenant();
  other = await server.newTenant();
  await tenant.call('/api/parkLot/create', { Name: '一号车场', Code: 'B1', Capacity: 1 });
  await tenant.call('/api/parkLot/create', { Name: '二号车场', Code: 'B2', Capacity: 1 });
  const fees = { TenantId: tenant.tenantId, Name: '付费租户', MonthlyFee: '300.00', LotFee: '50.50' };
  expect((await platform('/api/tenant/update', fees)).message).toBe('');
});
afterAll(() => server?.stop());

/** Calls as platform staff with a new sign-in, because days pass in between. */
async function platform(path: string, body: object = {}) {
  const { data } = await server.call('/api/tenantUser/login', { Account: 'platform', Password, TenantId: 'platform' });
  return server.callAs(data.AccessToken, path, body);
}

test('one bill per month in the tenant’s zone, from the agreed fees and the current lots', async () => {
  const bills = async () => {
    await makeBills(server.product.kernel);
    await makeBills(server.product.kernel);
    return (await platform('/api/tenantBill/list')).data;
  };
  const march = {
    Month: '2026-03',
    LotCount: 2,
    MonthlyFee: '300.00',
    LotFee: '50.50',
    Amount: '401.00',
    State: 'open',
  };
  expect((await tenant.call('/api/tenantBill/list')).data.Total).toBe(0);
  expect(await bills()).toMatchObject({ Rows: [{ ...march, TenantNumber: tenant.tenantId, Name: '付费租户' }] });
  expect((await tenant.call('/api/tenantBill/list')).data.Rows).toMatchObject([march]);
  expect((await other.call('/api/tenantBill/list')).data.Rows).toEqual([]);
  // One hour later it is April in Shanghai.
  clock.set(new Date('2026-03-31T16:00:00Z'));
  expect(await bills()).toMatchObject({ Total: 2, Totals: { Amount: '802.00', Open: '802.00' } });
});

test('a bill becomes overdue, is settled once by the platform, and the tenant’s log records it', async () => {
  clock.set(new Date('2026-04-15T15:00:00Z'));
  const overdue = await platform('/api/tenantBill/list', { State: 'overdue' });
  expect(overdue.data.Rows.map((one: { Month: string }) => one.Month)).toEqual(['2026-03']);
  const settle = (Month: string, Outcome: string, more: object = {}) =>
    platform('/api/tenantBill/settle', { TenantNumber: tenant.tenantId, Month, Outcome, ...more });
  expect((await settle('2026-03', 'paid', { Note: '银行转账' })).state).toBe('success');
  expect((await settle('2026-03', 'waived')).code).toBe('tenant-bill.not-open');
  expect((await settle('2026-12', 'paid')).code).toBe('tenant-bill.not-open');
  expect((await platform('/api/tenantBill/list', { State: 'paid' })).data).toMatchObject({
    Rows: [{ Month: '2026-03', SettledBy: '平台甲', Note: '银行转账' }],
    Totals: { Open: '0.00' },
  });
  const rows = await server.product.kernel.database.system<{ action: string }>(
    `select action from audit_log where tenant_id = $1 and action like 'tenant-bill.%' order by id`,
    [tenant.tenantId],
  );
  expect(rows.map((one) => one.action)).toEqual(['tenant-bill.made', 'tenant-bill.made', 'tenant-bill.settled']);
});
