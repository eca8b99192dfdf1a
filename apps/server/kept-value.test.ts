import type { TenantTx } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
});
afterAll(() => server?.stop());

test('what a snapshot still sees is not kept for those who come later', async () => {
  const user = await server.newTenant();
  const { database } = server.product.kernel;
  const who = await user.who();
  await user.call('/api/parkLot/create', { Name: 'Old', Code: 'L', Capacity: 1 });
  const name = (tx: TenantTx) =>
    tx.cached('name', async () => {
      const [row] = await tx.query<{ name: string }>('select name from lot where tenant_id = $1', [tx.tenantId]);
      return row!.name;
    });
  const seen = await database.inTenant(
    who,
    async (tx) => {
      await tx.query('select from lot where tenant_id = $1', [tx.tenantId]);
      await database.inTenant(who, async (other) => {
        await other.query("update lot set name = 'New' where tenant_id = $1", [tx.tenantId]);
        other.invalidate('name');
      });
      return name(tx);
    },
    { isSnapshot: true },
  );
  expect(seen).toBe('Old');
  expect(await database.inTenant(who, name)).toBe('New');
});
