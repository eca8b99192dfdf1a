import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

const region = (Code: string, Level: string, ParentId?: string) =>
  user.call('/api/region/create', { Name: `Region ${Code}`, Code, Level, ParentId });

test('a region lies below one of a higher level', async () => {
  const province = (await region('330000', 'province')).data.Id;
  const city = (await region('330100', 'city', province)).data.Id;
  const district = await region('330106', 'district', city);
  expect(district.state).toBe('success');
  // Districts of a municipality lie below the province itself.
  expect((await region('330107', 'district', province)).state).toBe('success');
  expect((await region('330200', 'city', city)).code).toBe('region.wrong-level');
  expect((await region('340000', 'province', city)).code).toBe('region.wrong-level');
  const lifted = await user.call('/api/region/update', { Id: district.data.Id, Level: 'province' });
  expect(lifted.code).toBe('region.wrong-level');
  const lowered = await user.call('/api/region/update', { Id: city, Level: 'district' });
  expect(lowered.code).toBe('region.wrong-level');
});

test('a region has a code of its own and stays while something lies in it', async () => {
  const province = (await region('320000', 'province')).data.Id;
  await region('320100', 'city', province);
  expect((await region('320000', 'province')).code).toBe('kernel.duplicate');
  expect((await user.call('/api/region/delete', { Id: province })).code).toBe('kernel.in-use');
});
