import { SetClock } from '@boyun/kernel/server';
import { trySend } from '@boyun/push/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { reportSchedules } from './report-schedule.jobs.ts';

const RIGHTS = [
  'report-schedule.list',
  'report-schedule.save',
  'report-recipient.list',
  'audit-log.list',
  'audit-log.export',
];
/** A Thursday, noon in Shanghai. */
const NOON = new Date('2026-03-12T04:00:00Z');

let server: TestServer;
let clock: SetClock;
let admin: TestUser;
let owner: TestUser;
let recipientId: string;

beforeAll(async () => {
  clock = new SetClock(NOON);
  server = await startTestServer(inject('databaseUrl'), { clock, without: [reportSchedules.name] });
});
afterAll(() => server?.stop());

beforeEach(async () => {
  clock.set(NOON);
  admin = await server.newTenant();
  owner = await server.newUser(admin, RIGHTS);
  recipientId = (await admin.call('/api/reportRecipient/create', { Name: '财务部', Mail: 'finance@example.com' })).data
    .Id;
});

const system = (sql: string, values: unknown[] = []) => server.product.kernel.database.system(sql, values);
const sweep = () => reportSchedules.run(server.product.kernel);

/** Moves the clock; nobody is signed out by it. */
async function goTo(at: string | Date): Promise<void> {
  clock.set(new Date(at));
  await system(`update session set opened_at = $2, last_seen_at = $2 where tenant_id = $1 and ended_at is null`, [
    admin.tenantId,
    clock.now(),
  ]);
}

const WISH = {
  Report: 'audit-log',
  Name: '每周操作日志',
  Period: 'last-week',
  Rhythm: 'week',
  WeekDay: 1,
  AtTime: '07:00',
  Format: 'xlsx',
  Delivery: 'attachment',
};
const save = (by: TestUser, more: object = {}) =>
  by.call('/api/reportSchedule/save', { ...WISH, RecipientIds: [recipientId], ...more });
const schedules = async (by: TestUser) => (await by.call('/api/reportSchedule/list')).data.Rows;
const runs = async (by: TestUser) => (await by.call('/api/reportSchedule/runs')).data.Rows;
const mails = () =>
  system('select id, recipient, title, body, file_key, file_name from push_send where tenant_id = $1 order by id', [
    admin.tenantId,
  ]) as Promise<
    { id: string; recipient: string; title: string; body: string; fileKey: string | null; fileName: string }[]
  >;

/** Lets the tasks of the runs end, and sends their files. */
async function sendAll(): Promise<void> {
  await sweep();
  await server.until('the task to end', async () => {
    const open = await system(`select from task where tenant_id = $1 and state in ('queued', 'running')`, [
      admin.tenantId,
    ]);
    return open.length === 0;
  });
  await sweep();
}

test('a schedule is due at its time, its file holds the days it names, and is attached to the mail', async () => {
  expect(await save(owner)).toMatchObject({ state: 'success' });
  const [made] = await schedules(owner);
  expect(made).toMatchObject({
    State: 'active',
    NextAt: '2026-03-15T23:00:00.000Z',
    ReportTitle: '操作日志',
    IsOwn: true,
  });
  await sweep();
  expect(await runs(owner)).toEqual([]);

  // What happens on the Monday itself is not part of last week.
  await goTo('2026-03-15T17:00:00Z');
  await admin.call('/api/area/create', { Name: 'Monday' });
  await goTo('2026-03-15T23:00:01Z');
  await Promise.all([sweep(), sweep()]);
  await sendAll();
  const [run] = await runs(owner);
  expect(run).toMatchObject({
    State: 'sent',
    Name: WISH.Name,
    Recipients: '财务部',
    FileName: '每周操作日志 2026-03-16.xlsx',
  });
  const bytes = new Uint8Array(await (await fetch(server.url + run.Url)).arrayBuffer());
  const rows = (await readXlsx(bytes)).sheets[0]!.rows;
  expect(rows.length - 1).toBe(run.RowCount);
  expect(run.RowCount).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('Monday');

  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: 'finance@example.com', title: WISH.Name, fileName: run.FileName });
  const attached: string[] = [];
  const send = async (
    _due: unknown,
    _id: string,
    _at: Date,
    file: { filename: string; content: AsyncIterable<Buffer> } | null,
  ) => {
    let size = 0;
    for await (const part of file!.content) size += part.length;
    attached.push(`${file!.filename} ${size}`);
    return { isTaken: true, id: '1', answer: 'ok', isWorthRetry: false };
  };
  await trySend(server.product.kernel, admin.tenantId, mail!.id, { sms: null, mail: { name: 'test', send } as never });
  expect(attached).toEqual([`${run.FileName} ${bytes.length}`]);
  expect((await runs(owner))[0]).toMatchObject({ State: 'sent', MailState: 'sent', Error: null });

  // It is a task of its owner, once.
  expect((await owner.call('/api/task/list')).data.Rows).toMatchObject([
    { Kind: 'export', State: 'done', FileName: run.FileName },
  ]);
  await sweep();
  expect((await schedules(owner))[0].NextAt).toBe('2026-03-22T23:00:00.000Z');
  expect([(await runs(owner)).length, (await mails()).length]).toEqual([1, 1]);
});

test('a run shows why its mail failed, and can be stopped while its file is written', async () => {
  await save(owner);
  const [{ Id: ScheduleId }] = await schedules(owner);
  await owner.call('/api/reportSchedule/run', { ScheduleId });
  await sendAll();
  const [mail] = await mails();
  const send = async () => ({ isTaken: false, id: null, answer: '550 no such mailbox', isWorthRetry: false });
  await trySend(server.product.kernel, admin.tenantId, mail!.id, { sms: null, mail: { name: 'test', send } as never });
  const [{ Id: RunId, ...failed }] = await runs(owner);
  expect(failed).toMatchObject({ MailState: 'failed', Error: '550 no such mailbox' });
  const stop = () => owner.call('/api/reportSchedule/stop', { RunId });
  expect((await stop()).code).toBe('report-schedule.ended');

  // As if the task of the run were still at work.
  await system(`update report_run set state = 'running', send_ids = '{}' where tenant_id = $1`, [admin.tenantId]);
  await system(`update task set state = 'queued', ended_at = null where tenant_id = $1`, [admin.tenantId]);
  expect(await stop()).toMatchObject({ state: 'success' });
  await sweep();
  expect((await runs(owner))[0]).toMatchObject({ State: 'failed', Error: '任务已取消' });
  expect((await mails()).length).toBe(1);
});

test('a link works without signing in until the file expires', async () => {
  await save(owner, { Delivery: 'link', Period: 'none' });
  const [{ Id: ScheduleId }] = await schedules(owner);
  expect(await owner.call('/api/reportSchedule/run', { ScheduleId })).toMatchObject({ state: 'success' });
  await sendAll();
  const [mail] = await mails();
  expect(mail!.fileKey).toBeNull();
  const link = new URL(mail!.body.match(/https?:\S+/)![0]);
  const open = () => fetch(server.url + link.pathname + link.search);
  expect((await open()).status).toBe(200);
  await goTo(new Date(NOON.getTime() + 7 * 24 * 3_600_000 + 1000));
  expect((await open()).status).toBe(404);
  expect((await runs(owner))[0].Url).toBeNull();
});

test('the file holds what the owner may see, and only the owner and administrators see it', async () => {
  const lot = async (Name: string) =>
    (await admin.call('/api/parkLot/create', { Name, Code: Name, Capacity: 9 })).data.Id as string;
  const [here] = [await lot('HERE'), await lot('ELSEWHERE')];
  const rights = [
    'report-schedule.list',
    'report-schedule.save',
    'operation-statement.list',
    'operation-statement.export',
  ];
  const limited = await server.newUser(admin, rights, [here]);
  const other = await server.newUser(admin, rights);
  expect(await save(limited, { Report: 'operation-statement', Period: 'yesterday' })).toMatchObject({
    state: 'success',
  });
  const [{ Id: ScheduleId }] = await schedules(limited);
  for (const path of ['run', 'pause', 'delete'])
    expect((await other.call(`/api/reportSchedule/${path}`, { ScheduleId, IsPaused: true })).code).toBe(
      'kernel.not-found',
    );
  await limited.call('/api/reportSchedule/run', { ScheduleId });
  await sendAll();
  const [task] = await system('select limits from task where tenant_id = $1', [admin.tenantId]);
  expect(task).toMatchObject({ limits: { lotIds: [here] } });
  expect((await runs(limited))[0].Url).toMatch(/^\/api\/file\//);
  expect((await runs(admin))[0].Url).toMatch(/^\/api\/file\//);
  expect([await runs(other), await schedules(other)]).toEqual([[], []]);
});

test.each([
  ['owner-left', `update account set state = 'frozen' where tenant_id = $1 and account = $2`],
  ['no-right', `update role set permissions = '{}' where tenant_id = $1 and $2 <> ''`],
  ['no-recipient', `update report_recipient set is_active = false where tenant_id = $1 and $2 <> ''`],
])('a schedule is paused: %s', async (why, change) => {
  await save(owner);
  await system(change, [admin.tenantId, owner.account]);
  await goTo('2026-03-15T23:00:01Z');
  await sweep();
  expect(await schedules(admin)).toMatchObject([{ State: 'paused', PausedWhy: why, NextAt: null }]);
  expect(await runs(admin)).toEqual([]);
});

test('what cannot be scheduled is refused', async () => {
  expect(await save(owner, { Report: 'order' })).toMatchObject({ code: 'report-schedule.unknown' });
  expect(await save(owner, { Report: 'nothing' })).toMatchObject({ code: 'report-schedule.unknown' });
  expect(await save(owner, { WeekDay: null })).toMatchObject({ code: 'report-schedule.no-week-day' });
  expect(await save(owner, { Rhythm: 'month' })).toMatchObject({ code: 'report-schedule.no-month-day' });
  expect(await save(owner, { Filters: { From: 'never', Kind: { x: 1 } }, Period: 'none' })).toMatchObject({
    code: 'report-schedule.unknown',
  });
  const outsider = await server.newTenant();
  const theirs = (await outsider.call('/api/reportRecipient/create', { Name: 'X', Mail: 'x@example.com' })).data.Id;
  expect(await save(owner, { RecipientIds: [theirs] })).toMatchObject({ code: 'report-schedule.recipients' });
  expect(await owner.call('/api/reportRecipient/create', { Name: 'Own', Mail: 'own@example.com' })).toMatchObject({
    code: 'kernel.no-permission',
  });
});

test('the hub shows the pages of the caller with favourites and what was opened', async () => {
  const reader = await server.newUser(admin, [
    'cash-flow.list',
    'operation-statement.list',
    'operation-statement.export',
  ]);
  const pages = async (by: TestUser) => (await by.call('/api/reportHub/get')).data.Pages;
  expect((await pages(reader)).map((one: { Key: string }) => one.Key).sort()).toEqual([
    'cashFlow',
    'operationStatement',
  ]);
  await reader.call('/api/reportHub/mark', { Page: 'cashFlow', IsFavourite: true });
  await reader.call('/api/reportHub/mark', { Page: 'cashFlow', IsOpened: true });
  await reader.call('/api/reportHub/mark', { Page: 'refundReport', IsFavourite: true });
  expect(
    (await pages(reader)).toSorted((a: { Key: string }, b: { Key: string }) => (a.Key < b.Key ? -1 : 1)),
  ).toMatchObject([
    { Key: 'cashFlow', IsFavourite: true, UseCount: 1, UsedAt: NOON.toISOString(), Reports: [] },
    {
      Key: 'operationStatement',
      IsFavourite: false,
      UsedAt: null,
      Reports: [{ Name: 'operation-statement', HasPeriod: true }],
    },
  ]);
  expect((await pages(admin)).length).toBeGreaterThan(15);
});
