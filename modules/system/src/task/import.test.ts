import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

let server: TestServer;
let admin: pg.Client;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  user = await server.newTenant();
  await user.call('/api/parkLot/create', { Name: '南山停车场', Code: 'NS', Capacity: 500 });
});
beforeEach(removeSpots);
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

type Cell = string | number | boolean | Date | null;

/** A workbook of one sheet. */
async function workbook(rows: readonly (readonly Cell[])[]): Promise<Uint8Array> {
  return writeXlsx({ sheets: [{ name: '车位表', rows: rows as Cell[][] }] });
}

async function upload(
  bytes: Uint8Array,
  values: Record<string, unknown> = {},
  by: TestUser = user,
  path = '/api/parkSpot/import',
): Promise<Answer> {
  const body = new FormData();
  for (const [key, value] of Object.entries(values))
    body.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  body.append('File', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'rows.xlsx');
  const headers = { authorization: `Bearer ${by.token}`, 'accept-language': 'zh-CN' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

/** The spots of other files' tenants stay: what belongs to them may need them. */
async function removeSpots(): Promise<void> {
  await admin.query('delete from spot where tenant_id = $1', [user.tenantId]);
}

async function numbers(): Promise<string[]> {
  const { rows } = await admin.query<{ number: string }>(
    'select number from spot where tenant_id = $1 order by number',
    [user.tenantId],
  );
  return rows.map((one) => one.number);
}

const HEADS = ['车位号 *', '所属车场 *', '类型', '状态'];
const good = (number: string) => [number, '南山停车场', '普通', '空闲'];

describe('an import', () => {
  const mixed = [
    HEADS,
    good('A1'),
    ['A2', '无此车场', '普通', '空闲'],
    good('A1'),
    ['', '南山停车场', '', ''],
    ['A3', '南山停车场', '飞机', ''],
    good('A4'),
  ];

  test('imports the valid rows and reports position and remedy of each other one', async () => {
    const { data } = await upload(await workbook(mixed));
    expect(await numbers()).toEqual(['A1', 'A4']);
    expect(data).toMatchObject({ Total: 6, SuccessNum: 2, RepeatNum: 1, FailedNum: 3, HasImported: true });
    expect(
      data.FailedRecords.map((one: Record<string, unknown>) => [one.Sheet, one.Row, one.ErrorMsg, one.OperationGuide]),
    ).toEqual([
      ['车位表', 3, '所属车场“无此车场”不存在', '按提示修改后，只重新导入失败的行'],
      ['车位表', 4, '与第2行重复', '该行已存在，无需重复导入'],
      ['车位表', 5, '车位号不能为空', '按提示修改后，只重新导入失败的行'],
      ['车位表', 6, '类型不在可选范围内', '按提示修改后，只重新导入失败的行'],
    ]);

    // The file of failed rows has the table's format plus the reasons, and can be imported once corrected.
    const response = await fetch(server.url + data.URL);
    expect(decodeURIComponent(response.headers.get('content-disposition')!)).toMatch(/车位 失败记录 \d{14}\.xlsx$/);
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const rows = sheets[0]!.rows as Cell[][];
    expect(rows[0]!.slice(0, 3)).toEqual(['错误', '车位号', '所属车场']);
    expect(rows).toHaveLength(5);
    const cellOf = (head: Cell) => ({ 车位号: 'A2', 所属车场: '南山停车场' })[String(head)] ?? null;
    const corrected = [rows[0]!, rows[0]!.map(cellOf)];
    expect((await upload(await workbook(corrected))).data).toMatchObject({ Total: 1, SuccessNum: 1, FailedNum: 0 });
  });

  test('in mode "all or none" imports nothing when one row is bad', async () => {
    const { data } = await upload(await workbook(mixed), { Mode: 'all' });
    expect(data).toMatchObject({ Total: 6, SuccessNum: 2, RepeatNum: 1, FailedNum: 3, HasImported: false });
    expect(await numbers()).toEqual([]);
    const whole = await upload(await workbook([HEADS, good('B1'), good('B2')]), { Mode: 'all' });
    expect(whole.data).toMatchObject({ Total: 2, SuccessNum: 2, HasImported: true, URL: null });
    expect(await numbers()).toEqual(['B1', 'B2']);
  });

  test('in mode "check only" writes neither rows nor audit entries', async () => {
    const before = await admin.query("select 1 from audit_log where action = 'spot.created'");
    const { data } = await upload(await workbook([HEADS, good('C1'), good('C1'), good('C2')]), { Mode: 'check' });
    expect(data).toMatchObject({ Total: 3, SuccessNum: 2, RepeatNum: 1, FailedNum: 0, HasImported: false });
    expect(await numbers()).toEqual([]);
    const after = await admin.query("select 1 from audit_log where action = 'spot.created'");
    expect(after.rowCount).toBe(before.rowCount);
  });

  test('reports existing rows as duplicates', async () => {
    await upload(await workbook([HEADS, good('D1')]));
    const { data } = await upload(await workbook([HEADS, good('D1'), good('D2')]));
    expect(data).toMatchObject({ Total: 2, SuccessNum: 1, RepeatNum: 1, FailedNum: 0 });
  });

  test('accepts rows as input, as the page sends corrected ones', async () => {
    const rows = [
      { sheet: '车位表', row: 3, cells: { number: 'E1', lotId: '南山停车场' } },
      { sheet: '车位表', row: 9, cells: { number: 'E2', lotId: '无此车场' } },
    ];
    const { data } = await user.call('/api/parkSpot/import', { Rows: JSON.stringify(rows) });
    expect(data).toMatchObject({ Total: 2, SuccessNum: 1, FailedNum: 1 });
    expect(data.FailedRecords).toMatchObject([{ Row: 9, Cells: { number: 'E2', lotId: '无此车场' } }]);
  });
});

test('an ambiguous name refers to the lot of the row; a code is accepted instead of a name', async () => {
  for (const [name, code] of [
    ['北区停车场', 'NORTH'],
    ['南区停车场', 'SOUTH'],
  ]) {
    const lot = await user.call('/api/parkLot/create', { Name: name, Code: code, Capacity: 5 });
    await user.call('/api/garage/create', { LotId: lot.data.Id, Name: '地下一层', Capacity: 5 });
    await user.call('/api/gate/create', { LotId: lot.data.Id, Name: '大门', Direction: 'both' });
  }
  const spots = [
    ['车位号', '所属车场', '车库'],
    ['N1', '北区停车场', '地下一层'],
    ['S1', 'SOUTH', '地下一层'],
  ];
  expect((await upload(await workbook(spots))).data).toMatchObject({ SuccessNum: 2, FailedNum: 0 });
  const lanes = [
    ['名称', '车道编码', '所属出入口', '所属车场', '方向'],
    ['南口', 'E1', '大门', '南区停车场', '入场'],
    ['北口', 'E1', '大门', '', '入场'],
  ];
  const { data } = await upload(await workbook(lanes), {}, user, '/api/lane/import');
  expect(data).toMatchObject({ SuccessNum: 1, FailedNum: 1 });
  expect(data.FailedRecords[0].ErrorMsg).toBe('有多个所属出入口叫“大门”，请填写编码，或填写所属车场以便区分');
  const made = await user.call('/api/lane/list');
  expect(made.data.Rows).toMatchObject([{ Name: '南口', LotName: '南区停车场' }]);
});

test('cells can hold several names or choices: lanes of a booth, days of a shift, a department of an earlier row', async () => {
  const lot = await user.call('/api/parkLot/create', { Name: '岗亭停车场', Code: 'BOOTH', Capacity: 5 });
  const gate = await user.call('/api/gate/create', { LotId: lot.data.Id, Name: '正门', Direction: 'both' });
  for (const [code, direction] of [
    ['IN', 'entry'],
    ['OUT', 'exit'],
  ])
    await user.call('/api/lane/create', { Name: `${code}道`, Code: code, GateId: gate.data.Id, Direction: direction });
  const take = async (path: string, rows: Cell[][]) => {
    const { data } = await upload(await workbook(rows), {}, user, `${path}/import`);
    expect(data).toMatchObject({ SuccessNum: rows.length - 1, FailedNum: 0 });
    return (await user.call(`${path}/list`)).data.Rows;
  };
  const booths = await take('/api/parkinLotSentry', [
    ['名称', '所属车场', '车道'],
    ['正门岗亭', '岗亭停车场', 'IN道、OUT'],
  ]);
  expect(booths[0].LaneIds).toHaveLength(2);
  const plans = await take('/api/shiftPlan', [
    ['班次', '岗亭', '星期', '上岗时间', '交班时间'],
    ['早班', '正门岗亭', '周一、周三，周日', '07:00', '15:00'],
  ]);
  expect(plans[0]).toMatchObject({ Days: [1, 3, 0], StartsAt: '07:00' });
  const departments = await take('/api/department', [
    ['部门名称', '上级部门', '车场'],
    ['华南分公司', '', ''],
    ['运营部', '华南分公司', '岗亭停车场'],
  ]);
  expect(departments.find((one: { Name: string }) => one.Name === '运营部')).toMatchObject({
    ParentName: '华南分公司',
    LotIds: [lot.data.Id],
  });
});

describe('a file', () => {
  const plain = [HEADS, good('F1')];

  test.each([
    ['with heads alone', Buffer.from('车位号,所属车场\r\n'), '文件中没有可导入的数据行，请按模板填写后再导入'],
    [
      'without a column that is needed',
      Buffer.from('车位号,备注\r\nF1,x\r\n'),
      '没有找到必填列：所属车场，请下载模板核对表头',
    ],
  ])('%s is refused', async (_, bytes, message) => {
    expect(await upload(bytes)).toMatchObject({ state: 'fail', message });
  });

  test('that is no workbook at all is refused with the reason', async () => {
    expect((await upload(Buffer.from('PK\u0003\u0004 broken'))).code).toBe('kernel.import-file');
    expect((await upload(Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).code).toBe('kernel.import-file');
  });

  test('of Excel 97–2003 is accepted, as lists return it to a call for a file', async () => {
    await upload(await workbook([HEADS, good('007'), good('F2')]));
    const { data: url } = await user.call('/api/parkSpot/list', { QueryAll: true });
    const response = await fetch(server.url + url);
    expect(response.headers.get('content-type')).toBe('application/vnd.ms-excel');
    await removeSpots();
    const { data } = await upload(new Uint8Array(await response.arrayBuffer()));
    expect(data).toMatchObject({ Total: 2, SuccessNum: 2 });
    expect(await numbers()).toEqual(['007', 'F2']);
  });

  test.each([
    ['UTF-8', Buffer.from('车位号,所属车场\r\n001,南山停车场\r\n')],
    ['UTF-8 with its mark', Buffer.from('\uFEFFNumber,Parking lot\r\n001,南山停车场\r\n')],
    ['GB 18030', Buffer.from('b3b5cebbbac52ccbf9caf4b3b5b3a10d0a3030312cc4cfc9bdcda3b3b5b3a10d0a', 'hex')],
  ])('with comma-separated text in %s is accepted', async (_, bytes) => {
    expect((await upload(bytes)).data).toMatchObject({ Total: 1, SuccessNum: 1 });
    expect(await numbers()).toEqual(['001']);
  });

  test('with unknown headers asks for the field of each column', async () => {
    const bytes = await workbook([
      ['编码', '停车场名', '备注'],
      ['G1', '南山停车场', 'x'],
    ]);
    const heads = await upload(bytes, { OnlyHeads: true });
    expect(heads.data).toEqual({
      Heads: [
        { Title: '编码', Key: null },
        { Title: '停车场名', Key: null },
        { Title: '备注', Key: null },
      ],
      IsClear: false,
    });
    const { data } = await upload(bytes, { Mapping: { 编码: 'number', 停车场名: 'lotId', 备注: null } });
    expect(data).toMatchObject({ Total: 1, SuccessNum: 1 });
    expect((await upload(await workbook(plain), { OnlyHeads: true })).data).toMatchObject({ IsClear: true });
    expect((await upload(bytes, { Mapping: 'nonsense' })).code).toBe('kernel.bad-input');
  });

  test('with Excel times is read in the time zone of the tenant', async () => {
    const path = '/api/billBlackPlate/import';
    const heads = ['车牌', '生效时间', '失效时间', '原因'];
    const bytes = await workbook([heads, ['粤B12345', new Date('2026-01-02T08:30:00Z'), '2026/3/4 5:06', '多次逃费']]);
    expect((await upload(bytes, {}, user, path)).data).toMatchObject({ SuccessNum: 1 });
    const { data } = await user.call('/api/billBlackPlate/list');
    expect(data.Rows[0]).toMatchObject({
      ValidFrom: '2026-01-02T00:30:00.000Z',
      ValidUntil: '2026-03-03T21:06:00.000Z',
    });
  });
});

const taskOf = (TaskId: string) => user.call('/api/task/get', { TaskId });

/** Waits for a task to end and returns it. */
async function ended(taskId: string): Promise<Answer> {
  for (;;) {
    const answer = await taskOf(taskId);
    if (!['queued', 'running'].includes(answer.data.State)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a large import', () => {
  const many = (count: number, isBad: (index: number) => boolean) => {
    const lines = Array.from({ length: count }, (_, index) => `L${index},南山停车场,${isBad(index) ? '飞机' : '普通'}`);
    return Buffer.from(`车位号,所属车场,类型\n${lines.join('\n')}`);
  };

  test('of 50,000 rows reports every bad one, and one more row is refused', async () => {
    const { data } = await upload(many(50_000, (index) => index % 1000 !== 0));
    expect(data).toMatchObject({ Total: 50_000, SuccessNum: 50, FailedNum: 49_950 });
    expect(data.FailedRecords).toHaveLength(500);
    const { sheets } = await readXlsx(new Uint8Array(await (await fetch(server.url + data.URL)).arrayBuffer()));
    expect(sheets[0]!.rows).toHaveLength(49_951);
    expect((await upload(many(50_001, () => true))).code).toBe('kernel.import-too-many');
  });

  test.each([
    ['good', 2970],
    ['all', 0],
  ])('of 3,000 rows with 30 bad ones, mode %s, imports %i and reports the 30 by row', async (mode, written) => {
    const isBad = (index: number) => index % 100 === 42;
    const { data } = await upload(many(3000, isBad), { Mode: mode });
    expect(data).toMatchObject({ Total: 3000, SuccessNum: 2970, FailedNum: 30, RepeatNum: 0 });
    expect(data.HasImported).toBe(written > 0);
    const told = data.FailedRecords.map((one: { Row: number; ErrorMsg: string }) => [one.Row, one.ErrorMsg]);
    expect(told).toEqual(Array.from({ length: 30 }, (_, place) => [place * 100 + 44, '类型不在可选范围内']));
    const kept = await numbers();
    expect(kept).toHaveLength(written);
    expect(kept.filter((one) => isBad(Number(one.slice(1))))).toEqual([]);
  });

  test('is cancelled at its next step; rows already imported are kept and reported', async () => {
    const file = many(20_000, () => false);
    const { data } = await upload(file, { Background: true });
    const begun = await server.until('the first rows', async () => {
      const answer = await taskOf(data.TaskId);
      return answer.data.DoneCount > 0 && answer;
    });
    expect(begun.data).toMatchObject({ State: 'running', TotalCount: 20_000 });
    await user.call('/api/task/cancel', { TaskId: data.TaskId });
    const over = (await taskOf(data.TaskId)).data;
    const written = (await numbers()).length;
    expect(over).toMatchObject({ State: 'cancelled', DoneCount: written, Result: { SuccessNum: written } });
    expect(written).toBeLessThan(20_000);
  });

  test('whose process died resumes after the last imported row, without gaps or duplicates', async () => {
    // A concurrent transaction holds its last row, so it cannot finish before that ends.
    await admin.query('begin');
    await admin.query(
      `insert into spot (tenant_id, id, created_at, updated_at, number, lot_id, kind, state)
       select tenant_id, gen_random_uuid(), $1, $1, 'L999', id, 'standard', 'free' from lot where name = '南山停车场'`,
      [server.product.kernel.clock.now()],
    );
    const file = many(1000, (index) => index % 100 === 7);
    const { data } = await upload(file, { Background: true });
    await server.until('the first rows', async () => (await taskOf(data.TaskId)).data.DoneCount > 0);
    // The queue believes that its process is dead and runs it again: the current run is outdated from now on.
    const run = async () => (await admin.query('select run from task where id = $1', [data.TaskId])).rows[0].run;
    const isLost = `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour'
      where state = 'active' and data->>'taskId' = $1 and retry_count = 0`;
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    const isSecond = async () => (await owner.query(isLost, [data.TaskId])) && (await run()) > 1;
    await server.until('the second run', isSecond);
    await owner.end();
    await admin.query('rollback');
    const over = await ended(data.TaskId);
    expect(over.data.Result).toMatchObject({ Total: 1000, SuccessNum: 990, FailedNum: 10, RepeatNum: 0 });
    expect(await numbers()).toHaveLength(990);
    expect(await run()).toBe(2);
  });
});
