import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const BASE = '/api/openApi/key';
const clock = new SetClock(new Date('2026-03-15T08:00:10Z'));
let server: TestServer;
let admin: TestUser;
let lots: string[];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  lots = [];
  for (const Name of ['东区车场', '西区车场'])
    lots.push((await admin.call('/api/parkLot/create', { Name, Code: `LOT${lots.length}`, Capacity: 5 })).data.Id);
});
afterAll(() => server?.stop());

const make = async (body: object = {}, user = admin) =>
  user.call(`${BASE}/create`, { Name: 'ERP', Scopes: ['lot.list', 'lot.update'], ...body });
const by =
  (key: string) =>
  (path: string, body: object = {}, headers = {}) =>
    server.call(path, body, { authorization: `Bearer ${key}`, ...headers });
const listed = async (Id: string) =>
  (await admin.call(`${BASE}/list`, { PerPage: 200 })).data.Rows.find((one: { Id: string }) => one.Id === Id);

describe('a key', () => {
  test('calls with its scopes and lots, and is named in the audit log', async () => {
    const { Id, Key } = (await make({ Name: '对接系统', LotIds: [lots[0]] })).data;
    const call = by(Key);
    const { data } = await call('/api/parkLot/list');
    expect(data.Rows.map((one: { Name: string }) => one.Name)).toEqual(['东区车场']);
    expect((await call('/api/parkLot/get', { Id: lots[1] })).code).toBe('kernel.not-found');
    expect((await call('/api/parkLot/update', { Id: lots[0], Remark: 'by program' })).state).toBe('success');
    expect((await call('/api/parkLot/delete', { Id: lots[0] })).code).toBe('kernel.no-permission');
    expect((await call('/api/order/getOrderPage')).code).toBe('kernel.no-permission');
    const { Rows: entries } = (await admin.call('/api/auditLog/list', { Action: 'lot.updated' })).data;
    expect(entries[0]).toMatchObject({ Account: 'key:对接系统' });
    expect(await listed(Id)).toMatchObject({
      LastAddress: server.address,
      LotNames: '东区车场',
      KeyEnd: Key.slice(-4),
    });
  });

  test('is shown once and stored as a hash', async () => {
    const { Id, Key } = (await make()).data;
    expect(Key).toMatch(/^bk-\d+\.[\w-]{40,}$/);
    const [row] = await server.product.kernel.database.system('select * from api_key where id = $1', [Id]);
    const logged = await server.product.kernel.database.system(
      "select * from audit_log where subject_kind = 'api-key'",
    );
    const events = await server.product.kernel.database.system("select * from event where kind like 'api-key.%'");
    expect(JSON.stringify([row, await listed(Id), logged, events])).not.toContain(Key);
  });

  test.each([
    '/api/serviceMsgCenter/list',
    '/api/tenantUser/getTenantUserInfo',
    '/api/tenantUser/userChangePassword',
    '/api/announcement/publish',
  ])('cannot call %s, which is for accounts only', async (path) => {
    const call = by((await make()).data.Key);
    const zh = await call(path);
    const en = await call(path, {}, { 'accept-language': 'en' });
    expect([zh.code, zh.message, en.message]).toEqual([
      'kernel.not-for-keys',
      '该接口只供登录的员工使用，接口密钥不能调用',
      'This call requires a signed-in user, API keys are not accepted',
    ]);
  });

  test('is refused with 401 when invented, renewed, revoked or expired', async () => {
    const { Id, Key } = (await make({ ExpiresAt: '2026-03-15T09:00:00Z' })).data;
    expect((await by(`${Key.slice(0, -4)}0000`)('/api/parkLot/list')).code).toBe('kernel.signed-out');
    expect((await by('bk-')('/api/parkLot/list')).status).toBe(401);
    const { Key: fresh } = (await admin.call(`${BASE}/renew`, { ApiKeyId: Id })).data;
    expect((await by(Key)('/api/parkLot/list')).status).toBe(401);
    expect((await by(fresh)('/api/parkLot/list')).state).toBe('success');
    clock.set(new Date('2026-03-15T09:00:00Z'));
    expect(await by(fresh)('/api/parkLot/list')).toMatchObject({ status: 401, code: 'api-key.expired' });
    expect((await listed(Id)).State).toBe('expired');
    const { Id: other, Key: otherKey } = (await make()).data;
    expect((await admin.call(`${BASE}/revoke`, { ApiKeyId: other })).state).toBe('success');
    expect(await by(otherKey)('/api/parkLot/list')).toMatchObject({ status: 401, code: 'api-key.revoked' });
    for (const path of ['renew', 'revoke'])
      expect((await admin.call(`${BASE}/${path}`, { ApiKeyId: other })).code).toBe('api-key.is-revoked');
  });

  test('is refused with 429 beyond its calls per minute, until the next minute', async () => {
    const call = by((await make({ PerMinute: 3 })).data.Key);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await call('/api/parkLot/list')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    clock.set(new Date(clock.now().getTime() + 60_000));
    expect((await call('/api/parkLot/list')).status).toBe(200);
  });

  test('is written only a few times for many concurrent calls', async () => {
    const { Id, Key } = (await make({ PerMinute: 600 })).data;
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    // Each version of a row is one write.
    await owner.query(
      `create sequence key_write;
       create function count_key_write() returns trigger language plpgsql as
         $$ begin perform nextval('key_write'); return new; end $$;
       create trigger count_key_write after update on api_key for each row execute function count_key_write();
       grant usage on sequence key_write to boyun_system`,
    );
    const calls = Array.from({ length: 50 }, () => by(Key)('/api/parkLot/list'));
    expect((await Promise.all(calls)).every((one) => one.state === 'success')).toBe(true);
    const { rows } = await owner.query('select last_value::int as writes, is_called as "isCalled" from key_write');
    await owner.query(
      'drop trigger count_key_write on api_key; drop function count_key_write; drop sequence key_write',
    );
    await owner.end();
    expect(rows).toEqual([{ writes: 1, isCalled: true }]);
    expect((await listed(Id)).LastUsedAt).not.toBeNull();
  });

  test('has changed permissions from the next call on', async () => {
    const { Id, Key } = (await make()).data;
    await admin.call(`${BASE}/update`, { ApiKeyId: Id, Name: 'ERP', Scopes: ['area.list'] });
    expect((await by(Key)('/api/parkLot/list')).code).toBe('kernel.no-permission');
    expect((await by(Key)('/api/area/list')).state).toBe('success');
  });
});

describe('granting scopes', () => {
  test.each(['no.such', 'api-key.manage', 'webhook.manage', 'login-log.list'])('%s is refused', async (scope) => {
    const answer = await make({ Scopes: [scope] });
    expect([answer.code, answer.issues?.[0]?.path]).toEqual(['api-key.unknown-scope', 'Scopes']);
  });

  test('an account cannot grant scopes it does not hold, nor lots it does not see', async () => {
    const manager = await server.newUser(admin, ['api-key.list', 'api-key.manage', 'lot.list'], [lots[0]!]);
    expect((await make({ LotIds: [lots[0]] }, manager)).code).toBe('api-key.scope-not-held');
    expect((await make({ Scopes: ['lot.list'] }, manager)).code).toBe('kernel.not-found');
    expect((await make({ Scopes: ['lot.list'], LotIds: [lots[1]] }, manager)).code).toBe('kernel.not-found');
    const { Id } = (await make({ Scopes: ['lot.list'], LotIds: [lots[0]] }, manager)).data;
    const wide = (await make()).data.Id;
    expect((await manager.call(`${BASE}/revoke`, { ApiKeyId: wide })).code).toBe('kernel.not-found');
    const seen = (await manager.call(`${BASE}/list`, { PerPage: 200 })).data.Rows.map((one: { Id: string }) => one.Id);
    expect([seen.includes(Id), seen.includes(wide)]).toEqual([true, false]);
  });

  test('an expiry must be in the future', async () => {
    expect((await make({ ExpiresAt: '2026-03-01T00:00:00Z' })).code).toBe('api-key.past-expiry');
  });
});
