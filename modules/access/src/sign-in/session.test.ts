import { once } from 'node:events';
import type { Refusal } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createAccount, createRole, STANDARD_ROLES } from '../server.ts';
import { sweepSessions } from './session.service.ts';

const PASSWORD = 'Boyun#2026';
const HOUR = 3_600_000;
const ME = '/api/tenantUser/getTenantUserInfo';

const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));
const logLines: string[] = [];
interface MenuEntry {
  readonly Url: string;
  readonly Name: string;
  readonly NameEn: string;
  readonly Icon: string;
  readonly Level: string;
  readonly Component: string;
  readonly Node?: MenuEntry[];
}

let server: TestServer;
let tenant: TestUser;

function forward(ms: number): void {
  clock.set(new Date(clock.now().getTime() + ms));
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, logLines });
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

async function enter(account: string): Promise<string> {
  forward(1);
  const body = { Account: account, Password: PASSWORD, TenantId: String(tenant.tenantId) };
  return (await server.call('/api/tenantUser/login', body)).data.AccessToken;
}

const callWith = (token: string, path = ME, headers: Record<string, string> = {}) =>
  server.call(path, {}, { authorization: `Bearer ${token}`, ...headers });

/** Outcomes of an account in the login log, oldest first, read with system rights. */
async function logOf(account: string): Promise<string[]> {
  const rows = await server.product.kernel.database.system<{ outcome: string }>(
    'select outcome from login_log where tenant_id = $1 and account = $2 order by at, outcome',
    [tenant.tenantId, account],
  );
  return rows.map((one) => one.outcome);
}

test('is refused with 403 after a sign-in elsewhere, with 401 when it signed out or never existed', async () => {
  const user = await server.newUser(tenant);
  const second = await enter(user.account);
  const older = await user.call(ME);
  expect(older.status).toBe(403);
  expect(older.message).toContain('账号在其他地方登陆，5秒后将跳转到登陆页');
  expect((await callWith(second)).data.Account).toBe(user.account);
  const wrong = ['nonsense', `${tenant.tenantId}.aaaaaaaaaaaaaaaa`, second.replace(/^\d+/, '999'), `${second}x`];
  for (const token of wrong) expect((await callWith(token)).status, token).toBe(401);
  expect((await server.call(ME)).status).toBe(401);
  forward(1);
  expect((await callWith(second, '/api/tenantUser/logOff')).state).toBe('success');
  expect((await callWith(second)).status).toBe(401);
  // The end of the older session and the start of the newer one share one instant.
  expect(await logOf(user.account)).toEqual(['signed-in', 'kicked-out', 'signed-in', 'signed-out']);
});

test('is unique per account, however many sign in concurrently', async () => {
  const user = await server.newUser(tenant);
  const tokens = await Promise.all([1, 2, 3].map(() => enter(user.account)));
  const answers = await Promise.all(tokens.map((token) => callWith(token)));
  expect(answers.map((one) => one.status).sort()).toEqual([200, 403, 403]);
});

/** A live socket of a new account that may subscribe to every channel. */
async function openSocket() {
  const user = await server.newUser(tenant);
  await server.product.kernel.database.system(
    `insert into account_role (tenant_id, account_id, role_id)
     select a.tenant_id, a.id, r.id from account a join role r on r.tenant_id = a.tenant_id and r.code = 'admin'
     where a.tenant_id = $1 and a.account = $2`,
    [tenant.tenantId, user.account],
  );
  const channel = server.product.kernel.contracts
    .flatMap((one) => one.channels)
    .find((one) => one.token === 'protocol')!;
  const socket = new WebSocket(server.url.replace('http', 'ws') + channel.path, [user.token]);
  await once(socket, 'open');
  return { user, closed: once(socket, 'close') as Promise<[CloseEvent]> };
}

test('closes its live sockets when it ends', async () => {
  const { user, closed } = await openSocket();
  await enter(user.account);
  expect((await closed)[0].code).toBe(4403);
});

test('notifies its sockets of its end, also when a change of permissions detects it', async () => {
  const { user, closed } = await openSocket();
  const { clock, database, live } = server.product.kernel;
  await database.system(
    `update session set ended_at = $3, ended_why = 'signed-out'
     where ended_at is null and account_id = (select id from account where tenant_id = $1 and account = $2)`,
    [tenant.tenantId, user.account, clock.now()],
  );
  await live.refresh(tenant.tenantId);
  expect((await closed)[0].code).toBe(4403);
});

test('stays open while used and ends after twelve idle hours', async () => {
  const { kernel } = server.product;
  const { account, token } = await server.newUser(tenant);
  forward(11 * HOUR);
  expect((await callWith(token)).status).toBe(200);
  forward(11 * HOUR);
  await sweepSessions(kernel);
  expect((await callWith(token)).status).toBe(200);
  forward(12 * HOUR);
  expect((await callWith(token)).status).toBe(401);
  await sweepSessions(kernel);
  expect(await logOf(account)).toEqual(['signed-in', 'expired']);
  const isKept = async () =>
    (await kernel.database.system('select 1 from session where id = $1', [sessionId.id])).length > 0;
  const [sessionId] = (await kernel.database.system<{ id: string }>(
    `select s.id from session s join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
     where a.account = $1 and a.tenant_id = $2`,
    [account, tenant.tenantId],
  )) as [{ id: string }];
  forward(29 * 24 * HOUR);
  await sweepSessions(kernel);
  expect(await isKept()).toBe(true);
  forward(24 * HOUR);
  await sweepSessions(kernel);
  expect(await isKept()).toBe(false);
});

test('ends after a week, however much it is used', async () => {
  const user = await server.newUser(tenant);
  for (let used = 0; used < 7 * 24; used += 8) {
    expect((await user.call(ME)).state, `after ${used} hours`).toBe('success');
    forward(8 * HOUR);
  }
  expect((await user.call(ME)).status).toBe(401);
  await sweepSessions(server.product.kernel);
  expect(await logOf(user.account)).toEqual(['signed-in', 'expired']);
});

test('has the current permissions: a change takes effect at the next call', async () => {
  const { kernel } = server.product;
  const lot = '018f0000-0000-7000-8000-000000000001';
  const role = await createRole(kernel, tenant.tenantId, { name: 'changing', permissions: ['order.list'] });
  await createAccount(kernel, tenant.tenantId, {
    account: 'changer',
    password: PASSWORD,
    name: 'Changer',
    roles: [role],
    lotIds: [lot],
  });
  const token = await enter('changer');
  const who = async () => (await callWith(token)).data;
  const pagesOf = async () =>
    (await callWith(token, '/api/tenantUser/getMenuList')).data.Menu.flatMap((area: { Node: MenuEntry[] }) =>
      area.Node.flatMap((entry) => (entry.Node?.length ? entry.Node : [entry]).map((page) => page.Component)),
    );
  expect(await who()).toMatchObject({ IsAdmin: false, Permissions: ['order.list'], Roles: ['changing'] });
  expect(await pagesOf()).not.toContain('loginLog');
  expect((await callWith(token, '/api/loginLog/list')).code).toBe('kernel.no-permission');
  await kernel.database.system("update role set permissions = '{login-log.list}' where tenant_id = $1 and id = $2", [
    tenant.tenantId,
    role,
  ]);
  expect((await callWith(token, '/api/loginLog/list')).state).toBe('success');
  expect(await pagesOf()).toContain('loginLog');
  await kernel.database.system('update role set is_admin = true where tenant_id = $1 and id = $2', [
    tenant.tenantId,
    role,
  ]);
  expect(await who()).toMatchObject({ IsAdmin: true });
  expect((await pagesOf()).length).toBeGreaterThan(5);
});

test('answers in the language of the caller', async () => {
  const { token } = await server.newUser(tenant);
  const refusal = async (headers: Record<string, string>) =>
    (await callWith(token, '/api/loginLog/list', headers)).message;
  expect(await refusal({})).toContain('没有权限');
  expect(await refusal({ 'accept-language': 'en-GB,en;q=0.9' })).toContain('No permission');
  expect(await refusal({ 'accept-language': 'en', cookie: 'a=b; language=zh' })).toContain('没有权限');
});

test('a new tenant has the standard roles, and each names permissions that exist', async () => {
  const roles = await server.product.kernel.database.system<{ code: string; permissions: string[]; isAdmin: boolean }>(
    'select code, permissions, is_admin from role where tenant_id = $1 and code is not null',
    [tenant.tenantId],
  );
  expect(roles.map((one) => one.code).sort()).toEqual(Object.keys(STANDARD_ROLES).sort());
  const byCode = new Map(roles.map((one) => [one.code, one.permissions]));
  expect(byCode.get('attendant')).toEqual(expect.arrayContaining(['lane.open', 'alarm.handle', 'order.collect']));
  expect(byCode.get('operator')).toEqual(expect.arrayContaining(['lot.update', 'lane.open', 'camera.create']));
  expect(byCode.get('finance')).not.toContain('lane.open');
  expect(byCode.get('merchant')?.every((one: string) => one.startsWith('merchant-desk'))).toBe(true);
  expect(roles.filter((one) => one.isAdmin).map((one) => one.code)).toEqual(['admin']);
});

test('a duplicate account, a weak password and an unknown role are refused', async () => {
  const { account } = await server.newUser(tenant);
  const add = async (more: object) => {
    try {
      const input = { account: 'someone', password: PASSWORD, name: 'Some One', ...more };
      return await createAccount(server.product.kernel, tenant.tenantId, input);
    } catch (error) {
      return (error as Refusal).rule.code;
    }
  };
  expect(await add({ account: account.toUpperCase() })).toBe('kernel.duplicate');
  expect(await add({ password: 'Aa1#8888' })).toBe('sign-in.weak-password');
  expect(await add({ roles: ['nobody'] })).toBe('kernel.not-found');
  expect(await add({})).toMatch(/^[0-9a-f-]{36}$/);
});

test('no password, token or hash appears in a log', async () => {
  const user = await server.newUser(tenant);
  await server.call('/api/tenantUser/login', { Account: user.account, Password: 'Wrong#2026' });
  await user.call('/api/tenantUser/checkUserPassword', { Password: 'Wrong#2027' });
  await user.call('/api/tenantUser/logOff');
  const kept = await server.product.kernel.database.system<{ line: string }>(
    `select row_to_json(a)::text as line from audit_log a
     union all select row_to_json(e)::text from event e
     union all select row_to_json(l)::text from login_log l`,
  );
  const all = [...kept.map((row) => row.line), ...logLines].join('\n');
  expect(all).toContain(user.account);
  expect(logLines.length).toBeGreaterThan(0);
  for (const secret of [PASSWORD, 'Wrong#2026', 'Wrong#2027', user.token, user.token.split('.')[1]!, '$argon2'])
    expect(all).not.toContain(secret);
});

test('menu list: Url, Name, Icon, Level, Component (key), Node; containers without a key pass through, three levels', async () => {
  const admin = await server.newTenant();
  const { Menu: menu } = (await admin.call('/api/tenantUser/getMenuList')).data as { Menu: MenuEntry[] };
  const every = (nodes: MenuEntry[], level: number): MenuEntry[] =>
    nodes.flatMap((node) => {
      expect(node).toMatchObject({
        Url: expect.stringMatching(/^\//),
        Icon: expect.stringMatching(/./),
        Level: String(level),
      });
      const below = node.Node ?? [];
      expect([node.Url, node.Component === '']).toEqual([node.Url, below.length > 0]);
      return [node, ...every(below, level + 1)];
    });
  const nodes = every(menu, 1);
  expect(new Set(nodes.map((one) => one.Level))).toEqual(new Set(['1', '2', '3']));
  expect(new Set(nodes.map((one) => one.Url)).size).toBe(nodes.length);
  const logs = nodes.find((one) => one.Name === '日志');
  expect(logs?.Node?.map((one) => one.Component).sort()).toEqual([
    'auditLog',
    'crashReport',
    'loginLog',
    'sentryDutyLog',
  ]);
});
