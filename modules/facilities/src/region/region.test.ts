import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

const region = (Code: string, Level: string, ParentId?: string) =>
  user.call('/api/region/create', { Name: `Region ${Code}`, Code, Level, ParentId });

test('a region must lie below one of a higher level', async () => {
  const province = (await region('330000', 'province')).data.Id;
  const city = (await region('330100', 'city', province)).data.Id;
  const district = await region('330106', 'district', city);
  expect(district.state).toBe('success');
  // Districts of a municipality lie directly below the province.
  expect((await region('330107', 'district', province)).state).toBe('success');
  expect((await region('330200', 'city', city)).code).toBe('region.wrong-level');
  expect((await region('340000', 'province', city)).code).toBe('region.wrong-level');
  const lifted = await user.call('/api/region/update', { Id: district.data.Id, Level: 'province' });
  expect(lifted.code).toBe('region.wrong-level');
  const lowered = await user.call('/api/region/update', { Id: city, Level: 'district' });
  expect(lowered.code).toBe('region.wrong-level');
});

test('a region has a unique code and cannot be deleted while in use', async () => {
  const province = (await region('320000', 'province')).data.Id;
  await region('320100', 'city', province);
  expect((await region('320000', 'province')).code).toBe('kernel.duplicate');
  expect((await user.call('/api/region/delete', { Id: province })).code).toBe('kernel.in-use');
});

test('a child code must begin with the prefix of its parent', async () => {
  const province = (await region('350000', 'province')).data.Id;
  const answer = await region('360100', 'city', province);
  expect(answer.code).toBe('region.wrong-code');
  expect(answer.message).toBe('下级区划代码须以“35”开头');
});

test('the national codes are loaded by province or in full, and existing regions are kept', async () => {
  const other = await server.newTenant();
  const own = await other.call('/api/region/create', { Name: 'Our province', Code: '440000', Level: 'province' });
  const some = await other.call('/api/region/fill', { ProvinceCodes: ['440000', '110000'] });
  expect(some.data.KeptCount).toBe(1);
  const whole = await other.call('/api/region/fill', {});
  expect(whole.data.KeptCount).toBe(some.data.AddedCount + 1);
  expect(whole.data.AddedCount + whole.data.KeptCount).toBeGreaterThan(3000);
  const again = await other.call('/api/region/fill', {});
  expect(again.data.AddedCount).toBe(0);
  const { data } = await other.call('/api/region/getTree');
  const byCode = new Map<string, { Id: string; Name: string; ParentId: string | null }>(
    data.Regions.map((one: { Code: string }) => [one.Code, one]),
  );
  const above = (code: string) => data.Regions.find((one: { Id: string }) => one.Id === byCode.get(code)!.ParentId);
  expect(byCode.get('440000')).toMatchObject({ Id: own.data.Id, Name: 'Our province', ParentId: null });
  expect(above('440304')).toMatchObject({ Name: '深圳市', Level: 'city' });
  expect(above('110101')).toMatchObject({ Name: '北京市', Level: 'city' });
  // Counties administered directly by their province lie below it.
  expect(above('469001')).toMatchObject({ Name: '海南省', Level: 'province' });
  expect(data.Regions.filter((one: { Level: string }) => one.Level === 'province')).toHaveLength(34);
  expect((await other.call('/api/region/fill', { ProvinceCodes: ['990000'] })).code).toBe('region.unknown-province');
});
