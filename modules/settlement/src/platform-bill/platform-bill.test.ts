import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { createTenant, makeBills, toldBills } from '@boyun/tenancy/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const Password = 'Boyun#2026';
const clock = new SetClock(new Date('2026-03-31T15:00:00Z'));
let server: TestServer;
let tenant: TestUser;
let other: TestUser;
let platformId = 0;
/** What those may do who pay the bills of a tenant. */
const PAYER = ['tenant-bill.list', 'tenant-bill.pay'];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true, hasJobs: true });
  const admin = { account: 'platform', password: Password, name: '平台甲' };
  const place = { code: 'platform', name: '平台', kind: 'platform', isTrial: true, admin } as const;
  platformId = await createTenant(server.product.kernel, place);
  tenant = await server.newTenant();
  other = await server.newTenant();
  await tenant.call('/api/parkLot/create', { Name: '一号车场', Code: 'B1', Capacity: 1 });
  await tenant.call('/api/parkLot/create', { Name: '二号车场', Code: 'B2', Capacity: 1 });
  const fees = { TenantId: tenant.tenantId, Name: '付费租户', MonthlyFee: '300.00', LotFee: '50.50' };
  expect((await platform('/api/tenant/update', fees)).message).toBe('');
});
afterAll(() => server?.stop());

/** The payments in the platform's books. */
const payments = async () => (await platform('/api/payment/getPaymentPage', { Page: 1, PerPage: 20 })).data.Rows;

/** The equations of the platform's books that do not hold. */
async function broken() {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, platformId)).flatMap((one) => one.broken);
}

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
  const [payment] = await payments();
  expect(payment).toMatchObject({ Channel: 'transfer', Amount: '401.00', State: 'succeeded', LotId: null });
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

test('a tenant pays its own bill on the platform’s page', async () => {
  clock.set(new Date('2026-04-16T01:00:00Z'));
  // Weeks later everybody signs in again.
  [tenant, other] = [await server.newUser(tenant, PAYER), await server.newUser(other, PAYER)];
  const pay = (by: TestUser, Month = '2026-04') => by.call('/api/tenantBill/pay', { Month });
  expect((await pay(other)).code).toBe('tenant-bill.not-open');
  expect((await pay(tenant, '2026-03')).code).toBe('tenant-bill.not-open');
  const begun = await pay(tenant);
  expect(begun.data).toMatchObject({ Amount: '401.00' });
  // Asked again, it is the same page.
  expect((await pay(tenant)).data.Address).toBe(begun.data.Address);
  const Code = begun.data.Address.split('/').at(-1);
  const page = async () => (await server.call('/api/payment/getPayPage', { Code })).data;
  expect(await page()).toMatchObject({ LotName: '平台', Due: '401.00', Purchase: { TitleZh: '平台服务费 2026-04' } });
  expect((await server.call('/api/payment/sandbox/pay', { Code, Outcome: 'success' })).message).toBe('');
  await server.until('the money', async () => (await page()).State === 'paid');
  expect((await tenant.call('/api/tenantBill/list', { Month: '2026-04' })).data).toMatchObject({
    Rows: [{ State: 'paid' }],
    Totals: { Open: '0.00' },
  });
  await toldBills.run(server.product.kernel);
  await toldBills.run(server.product.kernel);
  const told = await server.product.kernel.database.system<{ n: number }>(
    `select count(*)::int as n from audit_log where tenant_id = $1 and action = 'tenant-bill.settled'`,
    [tenant.tenantId],
  );
  expect(told).toEqual([{ n: 2 }]);
  expect((await payments()).map((one: { Amount: string }) => one.Amount)).toEqual(['401.00', '401.00']);
  const cash = await platform('/api/cashFlow/getPage', { Page: 1, PerPage: 20 });
  expect(cash.data.Rows).toHaveLength(2);
  expect(await broken()).toEqual([]);
});

test('a bill that is waived moves no money, and cannot be paid', async () => {
  clock.set(new Date('2026-05-02T01:00:00Z'));
  await makeBills(server.product.kernel);
  tenant = await server.newUser(tenant, PAYER);
  const { Address } = (await tenant.call('/api/tenantBill/pay', { Month: '2026-05' })).data;
  const waived = { TenantNumber: tenant.tenantId, Month: '2026-05', Outcome: 'waived', Note: '停业一个月' };
  expect((await platform('/api/tenantBill/settle', waived)).message).toBe('');
  // Who has the page open pays too late: the money is returned.
  const Code = Address.split('/').at(-1);
  await server.call('/api/payment/sandbox/pay', { Code, Outcome: 'success' });
  await server.until('the refund', async () => {
    const { data } = await platform('/api/refund/getPage', { Page: 1, PerPage: 20 });
    return data.Rows.length === 1;
  });
  expect((await platform('/api/tenantBill/list', { Month: '2026-05' })).data.Rows).toMatchObject([{ State: 'waived' }]);
  expect(await broken()).toEqual([]);
});
