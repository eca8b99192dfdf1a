import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let clerk: TestUser;
let mate: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  owner = await server.newTenant();
  clerk = await server.newUser(owner, ['order.list']);
  mate = await server.newUser(owner, ['payment.list']);
});
afterAll(() => server?.stop());

const views = async (by: TestUser) => (await by.call('/api/listView/get')).data.Views;
const view = (Name: string, more = {}) => ({ List: 'order-list', Name, Query: 'plate=B1', Setting: '{}', ...more });
const save = (by: TestUser, body: object) => by.call('/api/listView/save', body);

test('columns and views are stored per account; a view of the same name is replaced', async () => {
  await save(clerk, view('', { Query: '', Setting: '{"isCompact":true}' }));
  const { data } = await save(clerk, view('欠费'));
  expect((await save(clerk, view('欠费', { Query: 'payState=owing' }))).data.Id).toBe(data.Id);
  expect(await views(clerk)).toEqual([
    expect.objectContaining({ Name: '', Setting: '{"isCompact":true}', IsOwn: true }),
    expect.objectContaining({ Id: data.Id, Name: '欠费', Query: 'payState=owing', IsOwn: true, Roles: [] }),
  ]);
  expect(await views(mate)).toEqual([]);
  expect(await views(await server.newTenant())).toEqual([]);
});

test('a view can be shared with a role by an authorized account and unshared; only its owner can change it', async () => {
  const { Id } = (await save(owner, view('今日大额'))).data;
  const share = (by: TestUser, Roles: string[]) => by.call('/api/listView/share', { Id, Roles });
  expect((await share(clerk, [])).code).toBe('kernel.no-permission');
  const { data } = await owner.call('/api/listView/getRoles');
  const names = data.Roles.map((one: { Value: string }) => one.Value);
  expect(names).toContain(clerk.account);
  expect((await share(owner, ['nobody'])).code).toBe('list-view.unknown-role');
  expect((await share(owner, [clerk.account])).state).toBe('success');
  const seen = expect.objectContaining({ Id, Name: '今日大额', IsOwn: false, OwnerName: 'Admin' });
  expect(await views(clerk)).toContainEqual(seen);
  expect(await views(mate)).not.toContainEqual(seen);
  expect((await clerk.call('/api/listView/remove', { Id })).code).toBe('list-view.not-found');
  expect((await share(owner, [])).state).toBe('success');
  expect(await views(clerk)).not.toContainEqual(seen);
  expect((await owner.call('/api/listView/remove', { Id })).state).toBe('success');
  expect(await views(owner)).toEqual([]);
});

test('a list has a bounded number of views', async () => {
  for (let count = 0; count < 30; count += 1) await save(mate, view(`视图${count}`));
  const refused = await save(mate, view('一个太多'));
  expect([refused.code, refused.message]).toEqual(['list-view.too-many', '每个列表最多保存30个视图，请先删除不用的']);
  expect((await save(mate, view('视图3', { Query: 'plate=B2' }))).state).toBe('success');
  expect((await save(mate, view('别的列表', { List: 'lot' }))).state).toBe('success');
});
