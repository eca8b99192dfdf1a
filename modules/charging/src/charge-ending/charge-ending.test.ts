import { runReminders } from '@boyun/test-server/reminder';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { nowMs } from '@boyun/test-server/time';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());

test('a binding that is about to end is announced once', async () => {
  const start = nowMs();
  const inDays = (days: number) => new Date(start + days * 86_400_000).toISOString().slice(0, 10);
  const admin = await server.newTenant();
  const { Id: ruleId } = (
    await admin.call('/api/billRule/createFromTemplate', { Name: '短期规则', Template: 'guangzhou-day-night' })
  ).data;
  for (const [from, to] of [
    [-3, 3],
    [10, 90],
  ] as const) {
    const made = await admin.call('/api/billRuleBinding/create', {
      ChargeRuleId: ruleId,
      FromDay: inDays(from),
      ToDay: inDays(to),
    });
    expect(made.message).toBe('');
  }
  for (const _ of [1, 2]) await runReminders(server.product.kernel, admin.tenantId);
  const rows = await server.until('the message', async () => {
    const { Rows } = (await admin.call('/api/serviceMsgCenter/list', { Kind: 'reminder' })).data;
    return Rows.length > 0 && Rows;
  });
  expect(rows.map((one: { Title: string }) => one.Title)).toEqual(['收费规则“短期规则”的绑定即将到期']);
  expect(rows[0].Body).toContain(inDays(3));
});
