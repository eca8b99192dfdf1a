import { SetClock } from '@boyun/kernel/server';
import { modules } from '@boyun/server/modules';
import { appOf, newDriver, type TestDriver } from '@boyun/test-server/driver';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { oldSessions } from './driver-session.service.ts';

const START = new Date('2026-03-02T01:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const clock = new SetClock(START);
let server: TestServer;
let tenant: TestUser;
let driver: TestDriver;
let made = 0;
const newMobile = () => {
  made += 1;
  return `136${String(made).padStart(8, '0')}`;
};
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms));

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  clock.set(START);
  tenant = await server.newTenant('车主端');
  driver = await newDriver(server, tenant, newMobile());
});
afterAll(() => server?.stop());

const send = async (mobile: string) =>
  server.call('/api/app/sendCode', { Tenant: await appOf(server, tenant), Mobile: mobile });
const enter = async (CodeId: string, SmsCode: string) =>
  server.call('/api/app/signIn', { Tenant: await appOf(server, tenant), CodeId, SmsCode, ConsentVersion: 0 });
const other = (code: string) => (code === '000000' ? '111111' : '000000');

test('a mobile signs in by the code sent to it; the first time it is registered', async () => {
  expect(driver.isNew).toBe(true);
  expect((await driver.call('/api/app/getProfile')).data).toMatchObject({
    Mobile: driver.mobile.replace(/^(...)....(....)$/, '$1****$2'),
    Language: 'zh',
    TenantName: expect.stringContaining('车主端'),
  });
  later(MINUTE);
  expect((await newDriver(server, tenant, driver.mobile)).isNew).toBe(false);
});

test('a code ends after five minutes, five wrong tries, or once it was used', async () => {
  const mobile = newMobile();
  const first = (await send(mobile)).data;
  later(5 * MINUTE + 1);
  expect((await enter(first.CodeId, first.ShownCode)).code).toBe('app.wrong-code');
  const second = (await send(mobile)).data;
  for (let i = 0; i < 5; i += 1)
    expect((await enter(second.CodeId, other(second.ShownCode))).code).toBe('app.wrong-code');
  expect((await enter(second.CodeId, second.ShownCode)).code).toBe('app.wrong-code');
  later(MINUTE);
  const third = (await send(mobile)).data;
  const tries = await Promise.all([1, 2, 3].map(() => enter(third.CodeId, third.ShownCode)));
  expect(tries.filter((one) => one.state === 'success')).toHaveLength(1);
});

test('codes are sent once a minute and five times an hour to a number; requests at once get one', async () => {
  const mobile = newMobile();
  const answers = await Promise.all([1, 2, 3].map(() => send(mobile)));
  expect(answers.filter((one) => one.state === 'success')).toHaveLength(1);
  for (let sent = 1; sent < 5; sent += 1) {
    later(MINUTE);
    expect((await send(mobile)).state).toBe('success');
  }
  later(MINUTE);
  expect((await send(mobile)).code).toBe('app.too-often');
  later(60 * MINUTE);
  expect((await send(mobile)).state).toBe('success');
});

test('neither codes nor tokens are kept in a form that can be read', async () => {
  const { data } = await send(newMobile());
  const kept = await server.product.kernel.database.system<{ line: string }>(
    `select row_to_json(c)::text as line from app_code c where tenant_id = $1
     union all select row_to_json(s)::text from driver_session s where tenant_id = $1
     union all select row_to_json(e)::text from event e where tenant_id = $1
     union all select row_to_json(a)::text from audit_log a where tenant_id = $1`,
    [tenant.tenantId],
  );
  const all = kept.map((one) => one.line).join('\n');
  expect(all).toContain(data.CodeId);
  expect(all).not.toContain(`"${data.ShownCode}"`);
  expect(all).not.toContain(driver.token.split('.')[1]!);
});

test('a tenant that is no trial never shows the code', async () => {
  const real = await server.newTenant('实收', { isTrial: false });
  const sent = await server.call('/api/app/sendCode', { Tenant: await appOf(server, real), Mobile: newMobile() });
  expect(sent).toMatchObject({ state: 'success', data: { ShownCode: null } });
});

test('a session ends when the customer signs out, is frozen, or has not used it for a month', async () => {
  const isOpen = async () => (await driver.call('/api/app/getProfile')).status === 200;
  later(29 * DAY);
  expect(await isOpen()).toBe(true);
  later(29 * DAY);
  expect(await isOpen()).toBe(true);
  later(31 * DAY);
  expect(await isOpen()).toBe(false);
  driver = await newDriver(server, tenant, driver.mobile);
  await driver.call('/api/app/signOut');
  expect(await isOpen()).toBe(false);
  later(MINUTE);
  driver = await newDriver(server, tenant, driver.mobile);
  const staff = await server.newUser(tenant, ['customer.list', 'customer.freeze']);
  const [row] = (await staff.call('/api/member/customer/list')).data.Rows;
  expect(row.Mobile).toContain('****');
  const frozen = await staff.call('/api/member/customer/freeze', { CustomerId: row.Id, Note: '投诉核实中' });
  expect(frozen.state).toBe('success');
  expect(await isOpen()).toBe(false);
  later(MINUTE);
  await expect(newDriver(server, tenant, driver.mobile)).rejects.toThrow('账号已冻结');
  await staff.call('/api/member/customer/release', { CustomerId: row.Id, Note: '已核实' });
  later(MINUTE);
  expect((await newDriver(server, tenant, driver.mobile)).isNew).toBe(false);
});

test('old codes and sessions are forgotten', async () => {
  later(200 * DAY);
  await oldSessions.run(server.product.kernel);
  const left = await server.product.kernel.database.system(
    `select 1 from app_code where tenant_id = $1 union all select 1 from driver_session where tenant_id = $1 and ended_at is not null`,
    [tenant.tenantId],
  );
  expect(left).toEqual([]);
});

test('a token of a driver opens no call of staff, and one of staff none of drivers', async () => {
  const contracts = modules.map((one) => one.contract);
  const calls = contracts
    .flatMap(({ operations, reports }) => [...operations, ...reports])
    .filter((one) => one.path !== '/api/app/signOut');
  for (const { path, access } of calls.filter((one) => one.access !== 'public')) {
    const asked = await driver.call(path);
    if (access === 'driver') expect([path, asked.code]).not.toContain('kernel.signed-out');
    else expect([path, asked.code]).toEqual([path, 'kernel.signed-out']);
    if (access === 'driver') expect([path, (await tenant.call(path)).code]).toEqual([path, 'kernel.no-permission']);
  }
  const lists = contracts.flatMap((one) => one.resources).filter((one) => one.verbs.includes('list'));
  for (const resource of lists) expect((await driver.call(`${resource.path}/list`)).code).toBe('kernel.signed-out');
  expect((await server.call('/api/app/getProfile')).code).toBe('kernel.signed-out');
});
