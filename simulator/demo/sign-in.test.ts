import { createAccount } from '@boyun/access/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from './place.ts';
import { signIn } from './sign-in.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());

test('what makes the demo goes on when somebody signs in as the same account', async () => {
  const { product } = server;
  const { tenantId } = await server.newTenant();
  const given = { account: 'office', name: '办公室', password: DEMO_PASSWORD, roles: ['operator'] };
  await createAccount(product.kernel, tenantId, given);
  const [row] = await product.kernel.database.system<{ code: string }>('select code from tenant where id = $1', [
    tenantId,
  ]);
  const as = { tenant: row!.code, password: DEMO_PASSWORD };
  const maker = await signIn(product, 'office', as);
  const visitor = await signIn(product, 'office', as);
  const own = (await maker('/api/tenantUser/getTenantUserInfo', {})) as unknown as { Account: string };
  expect(own.Account).toBe('office');
  await expect(visitor('/api/nowhere', {})).rejects.toThrow();
  await expect(signIn(product, 'nobody', as)).rejects.toThrow('nobody cannot sign in');
});
