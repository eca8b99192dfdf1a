import { type ReportContext, type ReportQuery, runSql, selectionOf, sql, systemWho } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { paymentListServer } from './payment.server.ts';

let server: TestServer;
let tenantId: number;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  ({ tenantId } = await server.newTenant());
});
afterAll(() => server?.stop());

test.each([
  ['order', 'payment'],
  ['pack', 'payment'],
  ['card-refund', 'refund'],
] as const)('the list of the purpose %s reads the table %s alone', async (purpose, table) => {
  const { kernel } = server.product;
  const plan = await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const context = { tx, who: tx.who, filters: { purpose }, kernel } as unknown as ReportContext;
    const query = (paymentListServer.query as (context: ReportContext) => ReportQuery)(context);
    return runSql(tx, sql`explain (format json) select 1 ${selectionOf(query, context)}`);
  });
  const tables = new Set(
    [...JSON.stringify(plan).matchAll(/"Relation Name":"(payment|refund)"/g)].map((one) => one[1]),
  );
  expect([...tables]).toEqual([table]);
});
