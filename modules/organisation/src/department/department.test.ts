import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const han = /\p{Script=Han}/u;
let server: TestServer;
let admin: TestUser;
const ids: Record<string, string> = {};

async function add(name: string, parent: string | null = null): Promise<string> {
  const answer = await admin.call('/api/department/create', { Name: name, ParentId: parent && ids[parent] });
  if (answer.state !== 'success') throw new Error(answer.message);
  ids[name] = answer.data.Id;
  return answer.data.Id;
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
  await add('总部');
  for (const name of ['运营部', '财务部', '技术部']) await add(name, '总部');
  await add('值守组', '运营部');
});
afterAll(() => server?.stop());

async function refused(call: (headers: Record<string, string>) => Promise<Answer>, code: string): Promise<void> {
  const zh = await call({ 'accept-language': 'zh-CN' });
  const en = await call({ 'accept-language': 'en-US' });
  expect([zh.code, en.code]).toEqual([code, code]);
  expect(zh.message).toMatch(han);
  expect(en.message).toMatch(/[a-z]{3}/);
}

/** Names of the departments below one, in order. */
async function below(name: string): Promise<string[]> {
  const answer = await admin.call('/api/department/list', { ParentId: ids[name], PerPage: 100 });
  return answer.data.Rows.map((one: { Name: string }) => one.Name);
}

const move = (name: string, parent: string | null, before: string | null, headers = {}) =>
  admin.call(
    '/api/department/move',
    { DepartmentId: ids[name], ParentId: parent && ids[parent], BeforeId: before && ids[before] },
    headers,
  );

test('departments are listed in the order of creation', async () => {
  expect(await below('总部')).toEqual(['运营部', '财务部', '技术部']);
});

test('moving a department changes its order and parent and is audited', async () => {
  expect((await move('技术部', '总部', '运营部')).state).toBe('success');
  expect(await below('总部')).toEqual(['技术部', '运营部', '财务部']);
  expect((await move('值守组', '技术部', null)).state).toBe('success');
  expect(await below('技术部')).toEqual(['值守组']);
  expect(await below('运营部')).toEqual([]);
  expect((await move('值守组', '运营部', null)).state).toBe('success');
  const log = await admin.call('/api/auditLog/list', { Action: 'department.moved' });
  expect(log.data.Rows[0]).toMatchObject({
    Subject: '值守组',
    Before: { parentId: ids.技术部 },
    After: { parentId: ids.运营部 },
  });
});

describe('no department becomes a part of itself', () => {
  test.each([
    ['总部', '总部'],
    ['总部', '值守组'],
    ['运营部', '值守组'],
  ])('%s below %s by moving', (name, parent) =>
    refused((headers) => move(name, parent, null, headers), 'department.own-part'),
  );

  test('by editing', () =>
    refused(
      (headers) => admin.call('/api/department/update', { Id: ids.总部, ParentId: ids.值守组 }, headers),
      'department.own-part',
    ));

  test('two concurrent moves create no cycle', async () => {
    await add('甲组', '总部');
    await add('乙组', '总部');
    const answers = await Promise.all([move('甲组', '乙组', null), move('乙组', '甲组', null)]);
    expect(answers.map((one) => one.state).sort()).toEqual(['fail', 'success']);
  });
});

test('only an empty department is deleted', async () => {
  await refused((headers) => admin.call('/api/department/delete', { Id: ids.总部 }, headers), 'department.not-empty');
  const made = await admin.call('/api/employee/create', { Account: 'guard', Name: '守', DepartmentId: ids.值守组 });
  await refused((headers) => admin.call('/api/department/delete', { Id: ids.值守组 }, headers), 'department.not-empty');
  const counts = await admin.call('/api/department/get', { Id: ids.值守组 });
  expect(counts.data.StaffCount).toBe(1);
  // Former staff do not block the deletion.
  expect((await admin.call('/api/employee/delete', { Id: made.data.Id })).state).toBe('success');
  expect((await admin.call('/api/department/delete', { Id: ids.值守组 })).state).toBe('success');
});

test('two departments of one parent cannot have the same name', async () => {
  const answer = await admin.call('/api/department/create', { Name: '财务部', ParentId: ids.总部 });
  expect(answer.code).toBe('kernel.duplicate');
  expect((await admin.call('/api/department/create', { Name: '财务部', ParentId: ids.技术部 })).state).toBe('success');
});

test('an account limited to lots cannot give a department a lot beyond its own', async () => {
  const lot = async (name: string) =>
    (await admin.call('/api/parkLot/create', { Name: name, Code: name, Capacity: 1 })).data.Id as string;
  const [mine, other] = [await lot('Mine'), await lot('Other')];
  const area = (await admin.call('/api/area/create', { Name: 'Area' })).data.Id;
  const rights = ['department.list', 'department.create', 'department.update'];
  const limited = await server.newUser(admin, rights, [mine]);
  const create = (body: object, headers = {}) =>
    limited.call('/api/department/create', { Name: '新部门', ...body }, headers);
  await refused((headers) => create({ LotIds: [other] }, headers), 'kernel.not-found');
  await refused((headers) => create({ AreaIds: [area] }, headers), 'department.beyond-own-lots');
  expect((await create({ LotIds: [mine] })).state).toBe('success');
});
