import { SetClock } from '@boyun/kernel/server';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { readXls } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const clock = new SetClock(new Date('2026-03-15T02:00:00Z'));
let server: TestServer;
let admin: pg.Client;
let user: TestUser;
let lotId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  user = await server.newTenant();
  lotId = (await user.call('/api/parkLot/create', { Name: '南山停车场', Code: 'NS', Capacity: 500 })).data.Id;
  for (const number of ['A-01', 'A-02', '003'])
    await user.call('/api/parkSpot/create', { Number: number, LotId: lotId });
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

const task = async (by: TestUser, id: string): Promise<Answer> => by.call('/api/task/get', { TaskId: id });

/** Waits for a task to end and returns it. */
function ended(by: TestUser, id: string): Promise<Answer> {
  return server.until('the end of a task', async () => {
    const answer = await task(by, id);
    return !['queued', 'running'].includes(answer.data.State) && answer;
  });
}

async function fetchTable(address: string): Promise<{ name: string; rows: unknown[][] }> {
  const response = await fetch(server.url + address);
  expect(response.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const name = /filename\*=UTF-8''(.+)$/.exec(response.headers.get('content-disposition')!)![1]!;
  return { name: decodeURIComponent(name), rows: sheets[0]!.rows };
}

/** Locks a table until the work is done; the SQL changes of the work become visible then. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  await admin.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    return await work();
  } finally {
    await admin.query('commit');
  }
}

const EXPORT = '/api/parkSpot/export';

describe('an export', () => {
  test('that is called directly waits for its file and returns its address', async () => {
    const answer = await user.call(EXPORT, { QueryAll: true });
    expect(answer).toMatchObject({ state: 'success', data: expect.stringMatching(/^\/api\/file\//) });
    const { name, rows } = await fetchTable(answer.data);
    expect(name).toBe('车位 20260315100000.xlsx');
    expect(rows[0]!.slice(0, 2)).toEqual(['车位号', '所属车场']);
    expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ['003', '南山停车场'],
      ['A-01', '南山停车场'],
      ['A-02', '南山停车场'],
    ]);
  });

  test('is also what a list returns for pages, a period or everything, as .xls', async () => {
    const read = async (path: string, body: object) => {
      const { data } = await user.call(path, body);
      const response = await fetch(server.url + data);
      return { name: decodeURIComponent(response.headers.get('content-disposition')!), response };
    };
    const { name, response } = await read('/api/parkSpot/list', { StartPage: 1, EndPage: 1, PerPage: 2, Page: 1 });
    expect(name).toMatch(/车位 第1页\.xls$/);
    const [sheet] = (await readXls(new Uint8Array(await response.arrayBuffer()))).sheets;
    expect(sheet!.rows.map((row) => row[0])).toEqual(['车位号', '003', 'A-01']);
    expect((await read('/api/auditLog/list', { param: { QueryAll: 'true' }, Format: 'csv' })).name).toMatch(/\.csv$/);
    // A page is a page of the list.
    expect((await user.call('/api/parkSpot/list', { Page: 1, PerPage: 20, QueryAll: false })).data.Total).toBe(3);
    const reader = await server.newUser(user, ['spot.list']);
    expect((await reader.call('/api/parkSpot/list', { exportAll: true })).code).toBe('kernel.no-permission');
    expect((await reader.call('/api/parkSpot/list')).data.Total).toBe(3);
  });

  test.each([
    ['the page that is shown', { Page: 2, PerPage: 2 }, ['A-02'], '车位 第2页.xlsx'],
    ['a range of pages', { StartPage: 1, EndPage: 2, PerPage: 1, Page: 1 }, ['003', 'A-01'], '车位 第1-2页.xlsx'],
    [
      'all, whatever pages are named',
      { StartPage: 1, EndPage: 1, PerPage: 1, exportAll: true },
      ['003', 'A-01', 'A-02'],
      null,
    ],
    ['what matches', { Number: 'A', QueryAll: true }, ['A-01', 'A-02'], null],
    ['in the order of the list', { Sort: '-number', QueryAll: true }, ['A-02', 'A-01', '003'], null],
  ])('takes %s', async (_, body, numbers, fileName) => {
    const { name, rows } = await fetchTable((await user.call(EXPORT, body)).data);
    expect(rows.slice(1).map((row) => row[0])).toEqual(numbers);
    if (fileName) expect(name).toBe(fileName);
  });

  test.each([
    [{ StartPage: 2, EndPage: 1, PerPage: 1 }, '起始页面需小于结束页面'],
    [{ StartPage: 1, EndPage: 4, PerPage: 1 }, '导出页数已经超过总数'],
    [{ StartPage: 0, EndPage: 1, PerPage: 1 }, '导出页数不得为 0'],
    [{ StartPage: -1, EndPage: 1, PerPage: 1 }, '起始页面需大于 0'],
    [{ Page: 1, PerPage: 1001 }, '最多支持1000条记录'],
    [{ isCustomExport: true, filterDateTime: ['2026-02-01', '2026-02-02'] }, '该列表不支持按时间导出，请选择其他范围'],
    [{ isCustomExport: true }, '请选择导出的起止时间'],
    [{ isCustomExport: true, filterDateTime: ['2026-02-01'] }, '请选择导出的起止时间'],
  ])('of %o is refused with the words of the dialog', async (body, message) => {
    expect(await user.call(EXPORT, body)).toMatchObject({ state: 'fail', message });
  });

  test.each([
    [['2026-02-15', '2026-03-15'], null],
    [['2026-02-14', '2026-03-15'], '导出时间范围不能超过一个月'],
    [['2026-03-01', '2026-03-16'], '导出时间不能晚于今天'],
    [['2026-03-02', '2026-03-01'], '开始时间不能大于结束时间!'],
  ])('of the period %o', async (filterDateTime, message) => {
    const answer = await user.call('/api/auditLog/list/export', { isCustomExport: true, filterDateTime });
    expect(answer.message).toBe(message ?? '');
    if (!message) expect((await fetchTable(answer.data)).name).toBe('操作日志 20260215~20260315.xlsx');
  });

  test('is a CSV on request, without anything a spreadsheet would execute', async () => {
    await user.call('/api/parkSpot/create', { Number: '=1+1', LotId: lotId, OwnerName: '李, "四"' });
    const response = await fetch(server.url + (await user.call(EXPORT, { Number: '=', Format: 'csv' })).data);
    const [head, line, ...more] = (await response.text()).split('\r\n');
    expect(head).toMatch(/^车位号,所属车场,/);
    expect(line).toMatch(/^'=1\+1,南山停车场,.*"李, ""四"""/);
    expect(more).toEqual(['']);
    await admin.query("delete from spot where number = '=1+1'");
  });

  test.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'holds a text that begins with %j as a text, in csv and in xlsx',
    async (sign) => {
      const name = `${sign}HYPERLINK("http://a.example";"b")`;
      const { data } = await user.call('/api/parkSpot/create', { Number: 'F-1', LotId: lotId, OwnerName: 'x' });
      // The form refuses some of these values, but rows of earlier versions and imports may contain them.
      await admin.query('update spot set owner_name = $2 where id = $1', [data.Id, name]);
      const file = async (Format: string) => {
        const response = await fetch(server.url + (await user.call(EXPORT, { Number: 'F-1', Format })).data);
        return new Uint8Array(await response.arrayBuffer());
      };
      const lines = new TextDecoder().decode(await file('csv'));
      expect(lines).toContain(`,"'${name.replaceAll('"', '""')}",`);
      const { sheets } = await readXlsx(await file('xlsx'));
      const held = [...(sheets[0]!.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined);
      expect(held).toEqual([]);
      expect(sheets[0]!.rows[1]).toContain(name);
      await admin.query("delete from spot where number = 'F-1'");
    },
  );

  test('keeps a plain negative number in a CSV as a number', async () => {
    const { data } = await user.call('/api/parkSpot/create', { Number: 'F-2', LotId: lotId, OwnerName: 'x' });
    await admin.query("update spot set owner_name = '-12.50' where id = $1", [data.Id]);
    const response = await fetch(server.url + (await user.call(EXPORT, { Number: 'F-2', Format: 'csv' })).data);
    expect((await response.text()).split('\r\n')[1]!.split(',')).toContain('-12.50');
    await admin.query("delete from spot where number = 'F-2'");
  });

  test('in the background responds immediately, reports progress, and keeps its file for a week', async () => {
    const { id, waiting } = await whileRunning(user, async (running) => ({
      id: running,
      waiting: await task(user, running),
    }));
    expect(waiting.data).toMatchObject({ Kind: 'export', Title: '车位', Account: 'admin', State: 'running' });
    const { data } = await ended(user, id);
    expect(data).toMatchObject({ State: 'done', Error: null, Result: null });
    expect([data.DoneCount, data.TotalCount]).toEqual([3, 3]);
    expect(Date.parse(data.ExpiresAt) - Date.parse(data.EndedAt)).toBe(7 * 86_400_000);
    expect((await fetch(server.url + data.Url)).status).toBe(200);

    await admin.query("update task set expires_at = expires_at - interval '7 days' where id = $1", [id]);
    await server.product.kernel.tasks.expire();
    expect((await task(user, id)).data).toMatchObject({ State: 'expired', Url: null, ExpiresAt: null });
    const gone = await fetch(server.url + data.Url);
    expect([gone.status, ((await gone.json()) as Answer).code]).toEqual([404, 'kernel.not-found']);
  });
});

/** A task of this account that is blocked on its first page while the work runs. */
async function whileRunning<T>(by: TestUser, work: (id: string) => Promise<T>): Promise<T> {
  const wanted = { Background: true, QueryAll: true };
  // The call counts the rows, so it runs first; then the task is run once more.
  const { data } = await by.call(EXPORT, wanted);
  await ended(by, data.TaskId);
  return whileLocked('spot', async () => {
    await server.product.kernel.database.system(
      `update task set state = 'queued', file_key = null, ended_at = null, expires_at = null where id = $1`,
      [data.TaskId],
    );
    await server.until('a task that runs', async () => {
      // Left out by the queue while the job of the first run has not ended.
      await server.product.kernel.tasks.queueOpen();
      return (await task(by, data.TaskId)).data.State === 'running';
    });
    return work(data.TaskId);
  });
}

describe('a running task', () => {
  test('can be cancelled, leaves no file, and ends', async () => {
    const id = await whileRunning(user, async (running) => {
      expect((await user.call('/api/task/cancel', { TaskId: running })).data).toEqual({ State: 'cancelled' });
      return running;
    });
    expect((await ended(user, id)).data).toMatchObject({ State: 'cancelled', Url: null });
    expect((await user.call('/api/task/cancel', { TaskId: id })).code).toBe('kernel.task-over');
  });

  test.each([
    [
      'whose account loses the right',
      "update role set permissions = '{}' where id in (select role_id from account_role where account_id = $1)",
      '没有权限：导出车位',
    ],
    [
      'whose account is frozen',
      "update account set state = 'frozen' where id = $1",
      '账号已冻结或不存在，任务没有执行',
    ],
  ])('%s fails and reports the reason', async (_, sql, reason) => {
    const clerk = await server.newUser(user, ['spot.list', 'spot.export']);
    const { userId } = await clerk.who();
    const id = await whileRunning(clerk, async (running) => {
      await admin.query(sql, [userId]);
      return running;
    });
    const { data } = await ended(user, id);
    expect(data).toMatchObject({ State: 'failed', Error: reason, Url: null });
  });
});

describe('tasks of others', () => {
  test('are not found by another account or tenant; an account that may see all sees them', async () => {
    const id = (await user.call(EXPORT, { Background: true, QueryAll: true })).data.TaskId;
    await ended(user, id);
    const clerk = await server.newUser(user, ['spot.export']);
    const chief = await server.newUser(user, ['spot.export', 'task.list-all']);
    const blind = await server.newUser(user, ['task.list-all']);
    const placed = await server.newUser(user, ['spot.export', 'task.list-all'], [lotId]);
    const stranger = await server.newTenant();
    for (const by of [clerk, placed, stranger]) {
      expect((await task(by, id)).code).toBe('kernel.not-found');
      expect((await by.call('/api/task/cancel', { TaskId: id })).code).toBe('kernel.not-found');
      expect((await by.call('/api/task/list')).data.Total).toBe(0);
    }
    expect((await task(chief, id)).data).toMatchObject({ State: 'done', Url: expect.stringMatching(/^\/api\/file\//) });
    expect((await task(blind, id)).data, 'without the right to export there is no file').toMatchObject({ Url: null });
    expect((await chief.call('/api/task/list')).data.Total).toBeGreaterThan(0);
    expect((await chief.call('/api/task/list', { IsMine: true })).data.Total).toBe(0);
  });

  test('do not block: tenants take turns', async () => {
    const other = await server.newTenant();
    const ids = await whileLocked('spot', async () => {
      const mine = await Promise.all([1, 2, 3].map(() => other.call('/api/parkLot/export', { Background: true })));
      return mine.map((one) => one.data.TaskId as string);
    });
    for (const id of ids) expect((await ended(other, id)).data.State).toBe('done');
  });
});

test('the work of a task is audited', async () => {
  const { rows } = await admin.query("select distinct action from audit_log where subject_kind = 'task'");
  expect(rows.map((one) => one.action).sort()).toEqual(['task.cancelled', 'task.created', 'task.updated']);
});
