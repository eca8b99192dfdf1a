import { SetClock, systemWho } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { eraseTenants } from './erase-tenant.service.ts';
import { createTenant, inFirst, insertTenant } from './tenant.service.ts';

const PASSWORD = 'Boyun#2026';
const ME = '/api/tenantUser/getTenantUserInfo';
const DAY = 86_400_000;
const han = /\p{Script=Han}/u;
const start = new Date('2026-03-02T08:00:00Z');
const clock = new SetClock(start);

let server: TestServer;
let platform: Caller;

type Caller = (path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, without: ['tenant-deletion'], isAlone: true });
  const admin = { account: 'root', password: PASSWORD, name: '平台甲' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
  platform = await signIn('platform', 'root', PASSWORD);
});
afterAll(() => server?.stop());

test.each(['a <b>!', 'a@b', '甲', 'x'.repeat(21)])(
  'the first administrator cannot be called "%s"',
  async (AdminAccount) => {
    const values = { Code: `name-${AdminAccount.length}`, Name: '取名停车', AdminAccount, AdminName: '王总' };
    const { code, issues } = await platform('/api/tenant/create', values);
    expect([code, issues?.map((one) => one.path)]).toEqual(['kernel.bad-input', ['AdminAccount']]);
  },
);

function forward(ms: number): void {
  clock.set(new Date(clock.now().getTime() + ms));
}

const login = (tenant: string, account: string, password: string) =>
  server.call('/api/tenantUser/login', { Account: account, Password: password, TenantId: tenant });

/** Calls as the account of a token, confirming the password where an operation requires it. */
function as(token: string, password = PASSWORD): Caller {
  return (path, body, headers) => server.callAs(token, path, body, { password, headers });
}

async function signIn(tenant: string, account: string, password: string): Promise<Caller> {
  const answer = await login(tenant, account, password);
  if (answer.state !== 'success') throw new Error(answer.message);
  return as(answer.data.AccessToken, password);
}

async function done(answer: Promise<Answer>): Promise<Answer['data']> {
  const { state, message, data } = await answer;
  expect(state, message).toBe('success');
  return data;
}

async function refused(call: (headers: Record<string, string>) => Promise<Answer>, code: string): Promise<void> {
  const zh = await call({ 'accept-language': 'zh-CN' });
  const en = await call({ 'accept-language': 'en-US' });
  expect([zh.code, en.code]).toEqual([code, code]);
  expect(zh.message).toMatch(han);
  expect(en.message).toMatch(/[a-z]{3}/);
}

const lineOf = async (tenantId: number) =>
  (await platform('/api/tenant/list')).data.Rows.find((one: { Id: string }) => one.Id === `${tenantId}`);

test('a tenant is created with its administrator, who must change the initial password', async () => {
  const made = await done(
    platform('/api/tenant/create', {
      Code: 'fresh',
      Name: '新租户',
      AdminAccount: 'boss',
      AdminName: '老板',
      LotQuota: 1,
    }),
  );
  const boss = await signIn('fresh', 'boss', made.InitialPassword);
  expect((await boss(ME)).data).toMatchObject({ tenantName: '新租户', IsAdmin: true, HasToChangePassword: true });
  await refused(
    (headers) =>
      platform('/api/tenant/create', { Code: 'fresh', Name: '又一个', AdminAccount: 'b2', AdminName: 'x' }, headers),
    'kernel.duplicate',
  );
  const zone = { Code: 'zoned', Name: '时区', AdminAccount: 'b2', AdminName: 'x', TimeZone: 'Mars/Base' };
  await refused((headers) => platform('/api/tenant/create', zone, headers), 'tenant.unknown-zone');
  // It is not being erased.
  expect(await lineOf(made.TenantId)).toMatchObject({ ErasedPercent: null, ErasedRows: null });
  const log = await platform('/api/auditLog/list', { Action: 'tenant.created' });
  expect(JSON.stringify(log.data)).toContain('新租户 fresh');
  expect(JSON.stringify(log.data)).not.toContain(made.InitialPassword);
});

/** Ids of the transactions that wrote audit entries of an action about a tenant: exactly one when both logs agree. */
const transactionsOf = (action: string, tenantId: number) =>
  server.product.kernel.database.system<{ xmin: string; tenantId: number }>(
    `select xmin::text, tenant_id from audit_log
     where action = $1 and (tenant_id = $2 or subject_id = $2::text or after->>'tenantId' = $2::text) order by id`,
    [action, tenantId],
  );

test('platform operations on a tenant are audited in both logs in one transaction', async () => {
  const fresh = { Code: 'whole', Name: '整体', AdminAccount: 'boss', AdminName: '老板' };
  const { TenantId: tenantId } = await done(platform('/api/tenant/create', fresh));
  const about = { TenantId: tenantId };
  await done(platform('/api/tenant/update', { ...about, Name: '整体二', MonthlyFee: '100.00' }));
  await done(platform('/api/tenant/saveProduct', { ...about, IsEverything: true, PageKeys: [] }));
  await done(platform('/api/tenant/freeze', about));
  await done(platform('/api/tenant/unfreeze', about));
  for (const action of ['created', 'updated', 'product-changed', 'frozen', 'unfrozen']) {
    const written = await transactionsOf(`tenant.${action}`, tenantId);
    expect([action, new Set(written.map((one) => one.tenantId)).size]).toEqual([action, 2]);
    expect([action, new Set(written.map((one) => one.xmin)).size]).toEqual([action, 1]);
  }
  const { system } = server.product.kernel.database;
  const [row] = await system<{ xmin: string }>(
    `select distinct xmin::text from (select xmin from account where tenant_id = $1 union select xmin from role where tenant_id = $1) as made`,
    [tenantId],
  );
  expect(row).toEqual({ xmin: (await transactionsOf('tenant.created', tenantId))[0]!.xmin });
});

test('creating a tenant is atomic', async () => {
  const { kernel } = server.product;
  const input = { code: 'broken', name: '半途', kind: 'operator' } as const;
  const opening = inFirst(kernel, async (tx) => {
    await insertTenant(kernel, tx, input);
    throw new Error('the process ends here');
  });
  await expect(opening).rejects.toThrow('ends here');
  expect(await kernel.database.system('select 1 from tenant where code = $1', [input.code])).toEqual([]);
  // Nor may a transaction of one tenant create another.
  const tenant = await server.newTenant();
  const [mine, other] = [systemWho(tenant.tenantId), systemWho(tenant.tenantId + 1)];
  const crossing = kernel.database.inTenant(mine, (tx) => tx.asTenant(other, async () => 1));
  await expect(crossing).rejects.toThrow('above tenants');
});

test('only the staff of the platform manages tenants', async () => {
  const tenant = await server.newTenant();
  for (const path of ['/api/tenant/list', '/api/tenant/freeze', '/api/tenant/enterSupport', '/api/tenant/export'])
    expect((await tenant.call(path, { TenantId: tenant.tenantId })).code).toBe('kernel.no-permission');
});

describe('a quota', () => {
  test.each([
    ['LotQuota', '/api/parkLot/create', (count: number) => ({ Name: `车场${count}`, Code: `Q${count}`, Capacity: 1 })],
    ['AccountQuota', '/api/employee/create', (count: number) => ({ Account: `quota${count}`, Name: 'x' })],
  ])('%s holds', async (key, path, body) => {
    const tenant = await server.newTenant();
    await done(platform('/api/tenant/update', { TenantId: tenant.tenantId, Name: '限额', [key]: 2 }));
    const answers = [];
    for (const count of [1, 2, 3]) answers.push(await tenant.call(path, body(count)));
    // The administrator already counts as an account.
    const room = key === 'AccountQuota' ? 1 : 2;
    expect(answers.map((one) => one.code ?? 'ok')).toEqual(
      [1, 2, 3].map((count) => (count <= room ? 'ok' : 'kernel.over-quota')),
    );
    await refused((headers) => tenant.call(path, body(9), headers), 'kernel.over-quota');
    await done(platform('/api/tenant/update', { TenantId: tenant.tenantId, Name: '限额', [key]: 9 }));
    await done(tenant.call(path, body(9)));
  });
});

test('accounts of an expired tenant can neither sign in nor continue', async () => {
  const tenant = await server.newTenant();
  const code = (await lineOf(tenant.tenantId)).Code;
  const expiresAt = new Date(clock.now().getTime() + DAY / 4).toISOString();
  await done(platform('/api/tenant/update', { TenantId: tenant.tenantId, Name: '到期', ExpiresAt: expiresAt }));
  expect((await tenant.call(ME)).state).toBe('success');
  forward(DAY / 4);
  expect((await tenant.call(ME)).status).toBe(401);
  await refused(
    (headers) =>
      server.call('/api/tenantUser/login', { Account: 'admin', Password: PASSWORD, TenantId: code }, headers),
    'sign-in.tenant-expired',
  );
  expect((await lineOf(tenant.tenantId)).State).toBe('expired');
});

test('a frozen tenant is blocked immediately, but its camera records are kept', async () => {
  const tenant = await server.newTenant();
  const colleague = await server.newUser(tenant);
  const gate = new TestGate(server, tenant, clock, clock.now());
  const lot = await gate.newLot();
  await done(platform('/api/tenant/freeze', { TenantId: tenant.tenantId }));
  for (const user of [tenant, colleague]) {
    const answer = await user.call(ME);
    expect([answer.status, answer.code]).toEqual([401, 'sign-in.ended-frozen']);
  }
  await gate.see(lot.entry, '粤B12345', 1);
  expect(await gate.orders(lot)).toMatchObject([{ plate: '粤B12345', parking: 'inside' }]);
  await refused(
    (headers) => platform('/api/tenant/freeze', { TenantId: tenant.tenantId }, headers),
    'tenant.already-frozen',
  );
  await done(platform('/api/tenant/unfreeze', { TenantId: tenant.tenantId }));
  const code = (await lineOf(tenant.tenantId)).Code;
  const back = await signIn(code, 'admin', PASSWORD);
  expect((await back('/api/order/getOrderPage')).data.Total).toBe(1);
  const log = await back('/api/auditLog/list', { Action: 'tenant.frozen' });
  expect(log.data.Rows[0]).toMatchObject({ ActorName: '平台甲', Account: 'platform:root' });
});

describe('support', () => {
  let tenant: TestUser;
  const grant = (hours: number, isReadOnly: boolean) =>
    tenant.call('/api/support/grant', { Hours: hours, IsReadOnly: isReadOnly, Reason: '排查计费' });
  const enter = async () =>
    as((await done(platform('/api/tenant/enterSupport', { TenantId: tenant.tenantId }))).AccessToken);
  beforeAll(async () => {
    tenant = await server.newTenant();
    await tenant.call('/api/parkLot/create', { Name: '支持车场', Code: 'SUP', Capacity: 1 });
  });

  test('requires consent', () =>
    refused(
      (headers) => platform('/api/tenant/enterSupport', { TenantId: tenant.tenantId }, headers),
      'tenant.no-consent',
    ));

  test('changes nothing when read-only, and is audited with both names otherwise', async () => {
    await done(grant(2, true));
    expect((await grant(2, true)).code).toBe('support.already-granted');
    const looking = await enter();
    expect((await looking(ME)).data).toMatchObject({ IsReadOnly: true, SupportUntil: expect.any(String) });
    const lots = await done(looking('/api/parkLot/list'));
    expect(lots.Total).toBe(1);
    const [{ Id: lotId }] = lots.Rows;
    await refused((headers) => looking('/api/parkLot/update', { Id: lotId, Remark: 'x' }, headers), 'kernel.read-only');
    await done(tenant.call('/api/support/revoke'));
    expect((await looking(ME)).status).toBe(401);
    await done(grant(2, false));
    const acting = await enter();
    await done(acting('/api/parkLot/update', { Id: lotId, Remark: '已核对' }));
    const log = await tenant.call('/api/auditLog/list', { Action: 'lot.updated' });
    expect(log.data.Rows[0]).toMatchObject({ ActorName: '平台甲（Admin授权）', Account: 'platform:root' });
    expect((await acting('/api/support/grant', { Hours: 72, IsReadOnly: false, Reason: '续期' })).state).toBe('fail');
    const entered = await tenant.call('/api/auditLog/list', { Action: 'tenant.support-entered' });
    expect(entered.data.Total).toBe(2);
    // It is not listed among the tenant's employees.
    expect((await tenant.call('/api/employee/list')).data.Rows.map((one: { Account: string }) => one.Account)).toEqual([
      'admin',
    ]);
  });

  test('ends when the consent expires', async () => {
    const acting = await enter();
    forward(2 * 3_600_000 + 1);
    expect((await acting(ME)).status).toBe(401);
    expect((await platform('/api/tenant/enterSupport', { TenantId: tenant.tenantId })).code).toBe('tenant.no-consent');
    expect((await tenant.call('/api/support/revoke')).code).toBe('support.not-granted');
  });
});

test('the product of a tenant offers the pages the platform chose', async () => {
  const tenant = await server.newTenant();
  const product = { TenantId: tenant.tenantId, IsEverything: false, PageKeys: ['parkLot'] };
  await done(platform('/api/tenant/saveProduct', product));
  const { Menu } = await done(tenant.call('/api/tenantUser/getMenuList'));
  expect(JSON.stringify(Menu).match(/"Component":"\w+"/g)).toEqual(['"Component":"parkLot"']);
  // What its pages do not use is refused, also for the administrator; lookups of its pages are allowed.
  expect((await tenant.call('/api/parkLot/list')).state).toBe('success');
  expect((await tenant.call('/api/region/list')).state).toBe('success');
  const black = { Plate: '粤B12345', Action: 'deny', ValidFrom: clock.now().toISOString() };
  await refused((headers) => tenant.call('/api/billBlackPlate/create', black, headers), 'kernel.not-offered');
  await refused((headers) => tenant.call('/api/auditLog/list', {}, headers), 'kernel.not-offered');
  expect((await tenant.call(ME)).data.Withheld).toContain('audit-log.list');
  expect((await platform('/api/tenant/getProduct', { TenantId: tenant.tenantId })).data).toMatchObject({
    PageKeys: ['parkLot'],
    PossibleKeys: expect.not.arrayContaining(['tenant']),
  });
  await refused(
    (headers) => platform('/api/tenant/saveProduct', { ...product, PageKeys: ['nothing'] }, headers),
    'tenant.unknown-page',
  );
});

test('a deletion waits a week, can be cancelled, and leaves no row in any table', async () => {
  const tenant = await server.newTenant();
  const other = await server.newTenant();
  const { Code: code } = await lineOf(tenant.tenantId);
  const gate = new TestGate(server, tenant, clock, clock.now());
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B12345', 1);
  await gate.see(lot.exit, '粤B12345', 90);
  const request = (given: string, headers = {}) =>
    platform('/api/tenant/delete', { TenantId: tenant.tenantId, Code: given }, headers);
  await refused((headers) => request('wrong', headers), 'tenant.wrong-code');
  await done(request(code));
  expect((await tenant.call(ME)).status).toBe(401);
  await refused((headers) => request(code, headers), 'tenant.is-deleting');
  await done(platform('/api/tenant/keep', { TenantId: tenant.tenantId }));
  await refused(
    (headers) => platform('/api/tenant/keep', { TenantId: tenant.tenantId }, headers),
    'tenant.not-deleting',
  );
  await done(request(code));
  const { system } = server.product.kernel.database;
  const left = async (tenantId: number) => {
    const tables = await system<{ name: string }>(
      `select table_name as name from information_schema.columns c where table_schema = 'public' and column_name = 'tenant_id'
         and exists (select from pg_class k where k.relname = c.table_name and k.relkind in ('r', 'p') and not k.relispartition)`,
    );
    const counts = await Promise.all(
      tables.map(
        async ({ name }) => (await system(`select 1 from "${name}" where tenant_id = $1 limit 1`, [tenantId])).length,
      ),
    );
    return counts.reduce((sum, one) => sum + one, 0);
  };
  forward(6 * DAY);
  await eraseTenants(server.product.kernel);
  expect(await left(tenant.tenantId)).toBeGreaterThan(10);
  forward(DAY + 1);
  await eraseTenants(server.product.kernel);
  expect(await left(tenant.tenantId)).toBe(0);
  expect(await system('select 1 from tenant where id = $1', [tenant.tenantId])).toEqual([]);
  expect(await left(other.tenantId)).toBeGreaterThan(3);
});
