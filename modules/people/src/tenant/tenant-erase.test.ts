import { systemWho } from '@boyun/kernel/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../apps/server/test-server.ts';
import { eraseTenants } from './tenant-change.service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());

test('a tenant goes whole, although something of it is being written just then', async () => {
  const { tenantId } = await server.newTenant();
  const { database } = server.product.kernel;
  await database.system('update tenant set deletion_due_at = now() where id = $1', [tenantId]);
  let erasing: Promise<void>;
  await database.inTenant(systemWho(tenantId), async (tx) => {
    await tx.query(
      `insert into area (tenant_id, id, version, created_at, updated_at, name) values ($1, $2, 1, $3, $3, '片区')`,
      [tx.tenantId, tx.newId(), tx.now],
    );
    erasing = eraseTenants(server.product.kernel);
    await server.until('it waits', async () => {
      const waiting = await database.system(
        `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
      );
      return waiting.length > 0;
    });
  });
  await erasing!;
  expect(await database.system('select 1 from tenant where id = $1', [tenantId])).toEqual([]);
});
