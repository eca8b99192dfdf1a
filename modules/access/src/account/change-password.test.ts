import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createAccount } from '../server.ts';

const CHANGE = '/api/tenantUser/userChangePassword';
const OLD = 'Boyun#2026';
const NEW = 'Kx7!mwQz92';
let server: TestServer;
let tenant: TestUser;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

interface SignedIn {
  readonly account: string;
  readonly token: string;
  call(path: string, body?: object): Promise<Answer>;
}

async function newAccount(hasToChangePassword: boolean): Promise<SignedIn> {
  made += 1;
  const account = `member${made}`;
  const isAdmin = true;
  const values = { account, password: OLD, name: account, isAdmin, hasToChangePassword };
  await createAccount(server.product.kernel, tenant.tenantId, values);
  const token = (await signIn(account, OLD)).data.AccessToken as string;
  const call = (path: string, body = {}) => server.call(path, body, { authorization: `Bearer ${token}` });
  return { account, token, call };
}

const signIn = (Account: string, Password: string) =>
  server.call('/api/tenantUser/login', { Account, Password, TenantId: String(tenant.tenantId) });

const change = (user: SignedIn, Password: string, fresh: string, repeat = fresh) =>
  user.call(CHANGE, { Password, PasswordResetCode: fresh, PasswordResetCodeRepeat: repeat });

test('changing the password replaces the old one immediately and keeps the session', async () => {
  const user = await newAccount(false);
  expect(await change(user, OLD, NEW)).toMatchObject({ state: 'success' });
  expect((await user.call('/api/parkLot/list')).state).toBe('success');
  expect((await signIn(user.account, OLD)).code).toBe('sign-in.wrong-credentials');
  expect((await signIn(user.account, NEW)).state).toBe('success');
  const audit = await tenant.call('/api/auditLog/list', { Action: 'account.password-changed' });
  expect(audit.data.Rows[0]).toMatchObject({ Account: user.account });
  expect(JSON.stringify(audit.data)).not.toContain(NEW);
});

test.each([
  ['the wrong old password', 'Wrong#2026', NEW, NEW, 'sign-in.wrong-password', undefined],
  ['two that differ', OLD, NEW, `${NEW}x`, 'sign-in.weak-password', '两次输入的密码不一致'],
  ['one too short', OLD, 'Kx7!mw', 'Kx7!mw', 'sign-in.weak-password', '密码长度错误'],
  ['too few classes', OLD, 'kxqmwtzvb', 'kxqmwtzvb', 'sign-in.weak-password', '三种'],
  ['a run of digits', OLD, 'Kx#1234mw', 'Kx#1234mw', 'sign-in.weak-password', '连续递增'],
  ['a forbidden word', OLD, 'Admin#927x', 'Admin#927x', 'sign-in.weak-password', 'admin'],
  ['the same as before', OLD, OLD, OLD, 'sign-in.same-password', undefined],
])('with %s nothing is changed', async (_, old, fresh, repeat, code, sentence) => {
  const user = await newAccount(false);
  const answer = await change(user, old, fresh, repeat);
  expect(answer.code).toBe(code);
  if (sentence) expect(answer.message).toContain(sentence);
  expect((await signIn(user.account, OLD)).state).toBe('success');
});

describe('while a required password change is pending,', () => {
  test.each([
    ['a list', '/api/parkLot/list'],
    ['a report', '/api/order/getOrderPage'],
    ['an export', '/api/order/getOrderPage/export'],
    ['a write', '/api/parkLot/create'],
    ['the menu', '/api/tenantUser/getMenuList'],
    ['the check of a password', '/api/tenantUser/checkUserPassword'],
  ])('%s is refused', async (_, path) => {
    const user = await newAccount(true);
    const body = { Name: 'Lot', Code: 'L', Capacity: 1, Password: OLD };
    expect((await user.call(path, body)).code).toBe('kernel.password-change-needed');
  });

  test('the live channel is refused', async () => {
    const user = await newAccount(true);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, [user.token]);
    const outcome = await new Promise((resolve) => {
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    });
    expect(outcome).toBe('refused');
  });

  test('the account can read its own details, change the password and continue, or sign out', async () => {
    const user = await newAccount(true);
    const me = await user.call('/api/tenantUser/getTenantUserInfo');
    expect(me.data).toMatchObject({ Account: user.account, HasToChangePassword: true });
    expect(await change(user, OLD, NEW)).toMatchObject({ state: 'success' });
    expect((await user.call('/api/parkLot/list')).state).toBe('success');
    expect((await user.call('/api/tenantUser/getTenantUserInfo')).data.HasToChangePassword).toBe(false);
    const other = await newAccount(true);
    expect((await other.call('/api/tenantUser/logOff')).state).toBe('success');
    expect((await other.call('/api/tenantUser/getTenantUserInfo')).status).toBe(401);
  });
});
