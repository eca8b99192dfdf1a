import { SetClock } from '@boyun/kernel/server';
import { lockOrder } from '@boyun/orders/server';
import { startPayment } from '@boyun/payments/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-15T00:00:00Z');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
});
afterAll(() => server?.stop());

const read = async (user = admin) => (await user.call('/api/tenantSetting/get')).data;
const save = async (more: object, user = admin, headers = {}) =>
  user.call('/api/tenantSetting/save', { ...(await read(user)), ...more }, headers);

test('defaults apply until settings are saved; saved settings are read back and audited', async () => {
  expect(await read()).toMatchObject({
    TimeZone: 'Asia/Shanghai',
    ThemeColor: null,
    HasTagBar: true,
    OrderLockSeconds: 120,
    IsPasswordStrict: false,
    SessionHours: 12,
    Version: 0,
  });
  expect(
    (await save({ Name: '新名称停车', ThemeColor: '#13A8A8', HasTagBar: false, ArrearsLimit: '50.00' })).message,
  ).toBe('');
  expect(await read()).toMatchObject({ Name: '新名称停车', ThemeColor: '#13a8a8', ArrearsLimit: '50.00', Version: 1 });
  const [entry] = (await admin.call('/api/auditLog/list', { Action: 'tenant-setting.saved' })).data.Rows;
  expect(JSON.stringify(entry)).toContain('新名称停车');
});

test('every process returns name, colour and tag bar to the shell on the next call', async () => {
  const user = await server.newUser(admin);
  const caller = (await user.call('/api/tenantUser/getTenantUserInfo')).data;
  expect(caller).toMatchObject({ tenantName: '新名称停车', ThemeColor: '#13a8a8', HasTagBar: false, LogoUrl: null });
});

test('saving from an outdated version is refused; other tenants are not affected', async () => {
  const stale = await read();
  await save({ SessionHours: 24 });
  expect((await admin.call('/api/tenantSetting/save', stale)).code).toBe('kernel.changed');
  const other = await server.newTenant();
  expect(await read(other)).toMatchObject({ Version: 0, SessionHours: 12 });
  expect((await read(other)).Name).not.toBe('新名称停车');
  await save({ SessionHours: 12 });
});

test.each([
  [{ OrderLockSeconds: 4 }, 'kernel.bad-input', 'OrderLockSeconds'],
  [{ OrderLockSeconds: 1201 }, 'kernel.bad-input', 'OrderLockSeconds'],
  [{ ThemeColor: 'red' }, 'kernel.bad-input', 'ThemeColor'],
  [{ SessionHours: 0 }, 'kernel.bad-input', 'SessionHours'],
  [{ TimeZone: 'Mars/Base' }, 'tenant-setting.unknown-zone', 'TimeZone'],
  [{ Name: '' }, 'kernel.bad-input', 'Name'],
])('%o is refused', async (more, code, path) => {
  const zh = await save(more);
  const en = await save(more, admin, { 'accept-language': 'en' });
  expect([zh.code, zh.issues?.[0]?.path, en.code]).toEqual([code, path, code]);
  expect([zh.message, en.message]).toEqual([
    expect.stringMatching(/\p{Script=Han}/u),
    expect.stringMatching(/^[^\p{Script=Han}]+$/u),
  ]);
});

test('the time zone applies to times without a zone from the next call on', async () => {
  const times = async () => {
    const asked = { From: '2026-03-15 09:00:00', To: '2026-03-15 09:30:00', Action: 'tenant-setting.saved' };
    return (await admin.call('/api/auditLog/list', asked)).data.Total;
  };
  clock.set(new Date('2026-03-15T01:10:00Z'));
  await save({ Name: '九点十分' });
  expect(await times()).toBe(1);
  await save({ TimeZone: 'Europe/Berlin' });
  expect(await times()).toBe(0);
  await save({ TimeZone: 'Asia/Shanghai' });
});

describe('passwords', () => {
  const change = (user: TestUser, fresh: string, headers = {}) =>
    user.call(
      '/api/tenantUser/userChangePassword',
      { Password: 'Boyun#2026', PasswordResetCode: fresh, PasswordResetCodeRepeat: fresh },
      headers,
    );
  test.each([
    ['Boyun#2026-parking', 'length beyond 16'],
    ['bOyUn#!-qRsV', 'no digit'],
  ])('%s is accepted, and refused while strict passwords are on (%s)', async (fresh) => {
    const [before, after] = [await server.newUser(admin), await server.newUser(admin)];
    expect((await change(before, fresh)).message).toBe('');
    await save({ IsPasswordStrict: true });
    const zh = await change(after, fresh);
    const en = await change(after, fresh, { 'accept-language': 'en' });
    expect([zh.message, en.message]).toEqual([
      '密码长度6~16,至少一个数字和字母,区分大小写!',
      'password length 6 to 16, at least one digit and one letter, case-sensitive!',
    ]);
    expect((await change(after, 'bOyUn#!-qR7V')).message).toBe('');
    await save({ IsPasswordStrict: false });
  });
});

test('an idle session ends after the hours set by the tenant', async () => {
  const now = clock.now().getTime();
  await save({ SessionHours: 2 });
  const user = await server.newUser(admin);
  const status = async () => (await user.call('/api/tenantUser/getTenantUserInfo')).status;
  clock.set(new Date(now + 119 * 60_000));
  expect(await status()).toBe(200);
  clock.set(new Date(now + 119 * 60_000 + 120 * 60_000));
  expect(await status()).toBe(401);
});

describe('at the gate', () => {
  const at = new Date('2026-03-16T00:00:00Z');
  let user: TestUser;
  let gate: TestGate;
  beforeAll(async () => {
    clock.set(at);
    user = await server.newTenant();
    gate = new TestGate(server, user, clock, at);
  });

  test.each([
    ['the tenant’s, where the lot says nothing', {}, 300],
    ['the lot’s, where it says something', { OrderLockSeconds: 60 }, 60],
  ])('the order lock is %s', async (_, lotValues, seconds) => {
    await save({ OrderLockSeconds: 300 }, user);
    const lot = await gate.newLot({}, lotValues);
    const plate = `粤B5000${seconds / 60}`;
    await gate.see(lot.entry, plate, 0);
    await gate.see(lot.exit, plate, 30);
    const { Rows } = (await user.call('/api/order/getOrderPage', { Plate: plate })).data;
    const { database } = server.product.kernel;
    await database.inTenant(await user.who(), async (tx) => startPayment(tx, (await lockOrder(tx, Rows[0].Id))!));
    const [order] = await database.system<{ lockedUntil: Date }>(
      'select locked_until from parking_order where id = $1',
      [Rows[0].Id],
    );
    expect(order!.lockedUntil.getTime() - clock.now().getTime()).toBe(seconds * 1000);
  });

  test.each([
    ['a car that owes more than the tenant allows waits', {}, '2.00', 'hold'],
    ['where the lot allows more it does not', { ArrearsLimit: '5.00' }, '2.00', 'open'],
    ['without a limit none waits', {}, null, 'open'],
  ])('%s', async (_, lotValues, ArrearsLimit, decision) => {
    await save({ ArrearsLimit }, user);
    const lot = await gate.newLot({}, lotValues);
    const plate = `粤B6000${ArrearsLimit ? (decision === 'hold' ? 1 : 2) : 3}`;
    const late = { receivedMinute: 100, isOffline: true };
    await gate.see(lot.entry, plate, 0, late);
    await gate.see(lot.exit, plate, 30, late);
    expect((await gate.see(lot.entry, plate, 120)).decision).toBe(decision);
  });
});
