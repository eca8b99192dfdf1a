import { createTenant } from '@boyun/tenancy/server';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const logLines: string[] = [];
let server: TestServer;
let tenant: TestUser;
let stranger: TestUser;
let platform: (path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { logLines });
  tenant = await server.newTenant();
  const Password = 'Boyun#2026';
  const admin = { account: 'platform', password: Password, name: '平台管理员' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
  stranger = await server.newTenant();
  const { data } = await server.call('/api/tenantUser/login', { Account: 'platform', Password, TenantId: 'platform' });
  platform = (path, body = {}, headers = {}) =>
    server.call(path, body, { authorization: `Bearer ${data.AccessToken}`, ...headers });
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

/** Messages about alarms, latest first; of the platform's only those about these tests, as a loaded machine raises others. */
async function messages(call: typeof platform, headers: Record<string, string> = {}) {
  const { data } = await call('/api/serviceMsgCenter/list', { Kind: 'alarm', Size: 100 }, headers);
  return data.Rows.map((row: Record<string, string>) => [row.Title, row.Body, row.Path]).filter(
    ([, body]: string[]) => call !== platform || /搁置|set aside/.test(body!),
  );
}
const english = { cookie: 'language=en' };
const PAGE = '/_cloud_system/systemAlarm';

test('a new alarm sends one message to the platform, and one to the tenant it concerns', async () => {
  const { systemAlarms } = server.product.kernel;
  const own = { name: 'event-set-aside', subject: 'told', zh: '事件已搁置', en: 'An event was set aside' };
  const alarm = { ...own, tenantId: tenant.tenantId };
  const [before, strange] = [await messages(platform), await messages(stranger.call)];
  await Promise.all([systemAlarms.raise(alarm), systemAlarms.raise(alarm)]);
  await systemAlarms.raise({ ...alarm, zh: '仍有事件搁置' });
  expect(await messages(platform)).toEqual([['系统报警：事件已搁置', '事件已搁置', PAGE], ...before]);
  expect((await messages(platform, english))[0]).toEqual([
    'System alarm: Event set aside',
    'An event was set aside',
    PAGE,
  ]);
  expect((await messages(tenant.call))[0]).toEqual(['系统报警：事件已搁置', '事件已搁置', PAGE]);
  expect(await messages(stranger.call)).toEqual(strange);

  // An alarm raised again within the hour is shown, but sends no further message.
  const total = (await messages(platform)).length;
  await systemAlarms.clear(alarm.name, alarm.subject);
  await systemAlarms.raise(alarm);
  expect((await messages(platform)).length).toBe(total);
  expect(logLines.filter((line) => line.includes('was not announced'))).toEqual([]);
});

test('the platform sees all alarms with open ones first, a tenant its own, each in the language of the reader', async () => {
  const { systemAlarms } = server.product.kernel;
  const of = (subject: string) => ({ name: 'listed-fault', subject, zh: `故障${subject}`, en: `Fault ${subject}` });
  await systemAlarms.raise(of('whole'));
  await systemAlarms.raise({ ...of('owned'), tenantId: tenant.tenantId });
  await systemAlarms.raise(of('past'));
  await systemAlarms.clear('listed-fault', 'past');
  const rows = async (call: typeof platform, body: object = {}, headers = {}) => {
    const { data } = await call('/api/systemAlarm/list', { Text: 'listed-fault', ...body }, headers);
    return data.Rows.map((row: Record<string, string>) => [row.Subject, row.State, row.Text]);
  };
  const owned = ['owned', 'open', '故障owned'];
  expect(await rows(platform)).toEqual([owned, ['whole', 'open', '故障whole'], ['past', 'ended', '故障past']]);
  expect(await rows(platform, { State: 'ended' }, english)).toEqual([['past', 'ended', 'Fault past']]);
  expect(await rows(platform, { Text: 'Fault whole' })).toEqual([['whole', 'open', '故障whole']]);
  expect(await rows(tenant.call)).toEqual([owned]);
  expect(await rows(stranger.call)).toEqual([]);

  const open = async (call: typeof platform, headers = {}) =>
    (await call('/api/systemAlarm/getOpen', {}, headers)).data;
  const all = await open(platform);
  expect(all.OpenCount).toBe(all.Alarms.length);
  const [latest] = all.Alarms.filter((one: Record<string, string>) => one.Name === 'listed-fault');
  expect(latest).toMatchObject({ Subject: 'owned', Text: '故障owned' });
  const shown = (await open(tenant.call, english)).Alarms.map((one: Record<string, string>) => one.Text);
  expect(shown).toContain('Fault owned');
  expect(shown).not.toContain('Fault whole');
  expect(await open(stranger.call)).toEqual({ OpenCount: 0, Alarms: [] });
  const { Totals } = (await platform('/api/systemAlarm/list', { Text: 'no such' })).data;
  expect([all.OpenCount, (await open(platform)).OpenCount]).toContain(Totals.OpenCount);
});

test('seeing alarms requires the permission', async () => {
  const user = await server.newUser(tenant, []);
  const seer = await server.newUser(tenant, ['system-alarm.list']);
  for (const path of ['list', 'getOpen']) {
    expect((await user.call(`/api/systemAlarm/${path}`)).code).toBe('kernel.no-permission');
    expect((await seer.call(`/api/systemAlarm/${path}`)).state).toBe('success');
  }
});
