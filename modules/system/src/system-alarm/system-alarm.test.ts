import { createTenant } from '@boyun/people/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

const logLines: string[] = [];
let server: TestServer;
let tenant: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { logLines });
  tenant = await server.newTenant();
  const Password = 'Boyun#2026';
  const admin = { account: 'platform', password: Password, name: '平台管理员' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
});
afterAll(() => server?.stop());

const FAULT = { name: 'test-fault', subject: 'one', zh: '磁盘已满', en: 'The disk is full' };
const metric = async () =>
  (await (await fetch(`${server.url}/metrics`)).text()).match(/boyun_system_alarms\{name="test-fault"\} (\d+)/)?.[1];
const stored = () =>
  server.product.kernel.database.system<{ text: string; isOpen: boolean }>(
    `select text_en as text, ended_at is null as "isOpen" from system_alarm where name = 'test-fault' order by raised_at, id`,
  );
const lines = (message: string) =>
  logLines.map((line) => JSON.parse(line)).filter((line) => line.msg === message && line.alarm === 'test-fault');

test('an alarm is stored once however often it is raised, counted, logged, and ended once', async () => {
  const { systemAlarms } = server.product.kernel;
  await Promise.all([systemAlarms.raise(FAULT), systemAlarms.raise(FAULT), systemAlarms.raise(FAULT)]);
  await systemAlarms.raise({ ...FAULT, en: 'The disk is still full' });
  await systemAlarms.raise({ ...FAULT, subject: 'two', tenantId: tenant.tenantId });
  expect(await stored()).toEqual([
    { text: 'The disk is still full', isOpen: true },
    { text: 'The disk is full', isOpen: true },
  ]);
  expect(await metric()).toBe('2');
  expect(lines('system alarm began')).toMatchObject([
    { level: 50, subject: 'one' },
    { level: 50, subject: 'two', tenant: tenant.tenantId },
  ]);

  await systemAlarms.clear('test-fault', 'one');
  await systemAlarms.clear('test-fault', 'one');
  await systemAlarms.clear('test-fault', 'never raised');
  expect(await metric()).toBe('1');
  expect(lines('system alarm ended')).toMatchObject([{ level: 30, subject: 'one' }]);

  await systemAlarms.raise(FAULT);
  expect((await stored()).map((one) => one.isOpen)).toEqual([false, true, true]);
});
