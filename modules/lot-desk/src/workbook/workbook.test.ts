import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

type Table = readonly (readonly (string | number | null)[])[];
type Book = Readonly<Record<string, Table>>;

const BOOK: Book = {
  片区: [['名称'], ['江北片区']],
  车场: [
    ['车场名称', '车场编码', '总车位', '充电车位', '营业时间', '片区'],
    ['滨河停车场', 'BH01', 120, 10, '06:00-23:00', '江北片区'],
  ],
  车库: [
    ['名称', '楼层', '车位数'],
    ['地下一层', -1, 100],
  ],
  出入口: [
    ['名称', '方向', '位置'],
    ['东门', '出入口', '滨河路'],
  ],
  车道: [
    ['名称', '车道编码', '所属出入口', '方向', '临时车'],
    ['东门入口', 'E1', '东门', '入场', '人工确认'],
    ['东门出口', 'X1', '东门', '出场', ''],
  ],
  相机: [
    ['名称', '所属车道', '序列号'],
    ['东门入口相机', 'E1', 'CAM-1'],
  ],
  盒子: [
    ['名称', '序列号', '车道'],
    ['东门盒子', 'BOX-1', '东门入口、东门出口'],
  ],
  // Read in the order of the workbook definition, whatever their order in the file.
  车位: [
    ['车位号', '车库', '类型'],
    ['A001', '地下一层', '充电'],
    ['A002', '地下一层', ''],
  ],
};

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());
beforeEach(async () => {
  user = await server.newTenant();
});

async function fileOf(book: Book): Promise<Uint8Array> {
  const sheets = Object.entries(book).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) }));
  return writeXlsx({ sheets });
}

async function send(bytes: Uint8Array, values: Record<string, string> = {}, by = user): Promise<Answer> {
  const body = new FormData();
  for (const [key, value] of Object.entries(values)) body.append(key, value);
  body.append('File', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'lot.xlsx');
  const headers = { authorization: `Bearer ${by.token}`, 'accept-language': 'zh-CN' };
  const response = await fetch(`${server.url}/api/lotWorkbook/import`, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}
const take = async (book: Book, mode = 'all') => send(await fileOf(book), { Mode: mode });
const rowsOf = async (path: string) => (await user.call(`${path}/list`, { PerPage: 200 })).data.Rows;
const PATHS = ['area', 'parkLot', 'garage', 'gate', 'lane', 'camera', 'boxManage', 'parkSpot'];
const counts = () => Promise.all(PATHS.map(async (path) => (await rowsOf(`/api/${path}`)).length));

test('a whole lot is imported from one workbook, every part in its position and with its audit entry', async () => {
  const { 车位, ...others } = BOOK;
  const answer = await take({ 车位: 车位!, ...others });
  expect(answer.data).toMatchObject({ Total: 10, SuccessNum: 10, FailedNum: 0, RepeatNum: 0, HasImported: true });
  const [lot] = await rowsOf('/api/parkLot');
  expect(lot).toMatchObject({ Name: '滨河停车场', Capacity: 120, EvSpots: 10, OpeningHours: '06:00-23:00' });
  expect(lot.AreaName).toBe('江北片区');
  const lanes: { Code: string; GateName: string; Temporary: string }[] = await rowsOf('/api/lane');
  expect(lanes.map((one) => [one.Code, one.GateName, one.Temporary]).sort()).toEqual([
    ['E1', '东门', 'confirm'],
    ['X1', '东门', 'open'],
  ]);
  const spots = await user.call('/api/parkSpot/list', { Sort: 'number' });
  expect(spots.data.Rows[0]).toMatchObject({ Number: 'A001', GarageName: '地下一层', Kind: 'ev', LotId: lot.Id });
  expect((await rowsOf('/api/camera'))[0]).toMatchObject({ LaneName: '东门入口', LotId: lot.Id, SerialNo: 'CAM-1' });
  expect((await rowsOf('/api/boxManage'))[0].LaneNames.split('、').sort()).toEqual(['东门入口', '东门出口']);
  const tree = await user.call('/api/parkLot/getStructure', { LotId: lot.Id });
  expect(tree.data.Nodes).toHaveLength(7);
  const log = await user.call('/api/auditLog/list', { PerPage: 100 });
  const actions = log.data.Rows.map((row: { Action: string }) => row.Action);
  expect(
    actions.filter((one: string) => /^(area|lot|garage|gate|lane|camera|box|spot)\.created$/.test(one)),
  ).toHaveLength(10);
});

const BROKEN: Book = {
  ...BOOK,
  车道: [...BOOK.车道!, ['西门入口', 'E2', '西门', '入场', ''], ['东门备用', 'E1', '东门', '入场', '']],
  相机: [...BOOK.相机!, ['西门相机', '西门入口', '']],
  车位: [...BOOK.车位!, ['', '地下一层', '']],
};

describe('a workbook with mistakes', () => {
  test.each(['all', 'check'])('in mode %s writes nothing and reports each bad row by sheet and row', async (mode) => {
    const { data } = await take(BROKEN, mode);
    expect(data).toMatchObject({ Total: 14, SuccessNum: 10, RepeatNum: 1, FailedNum: 3, HasImported: false });
    const told = data.FailedRecords.map((one: Record<string, unknown>) => [one.Sheet, one.Row, one.ErrorMsg]);
    expect(told).toEqual([
      ['车道', 4, '所属出入口“西门”不存在'],
      ['车道', 5, '与第2行重复'],
      ['相机', 3, '所属车道“西门入口”不存在'],
      ['车位', 4, '车位号不能为空'],
    ]);
    expect(await counts()).toEqual(PATHS.map(() => 0));
    const log = await user.call('/api/auditLog/list', { PerPage: 50 });
    expect(log.data.Rows.map((row: { Action: string }) => row.Action)).not.toContain('lot.created');
  });

  test('imports the valid rows in that mode; the file of failed rows can be corrected and imported', async () => {
    const { data } = await take(BROKEN, 'good');
    expect(data).toMatchObject({ SuccessNum: 10, RepeatNum: 1, FailedNum: 3, HasImported: true });
    expect(await counts()).toEqual([1, 1, 1, 1, 2, 1, 1, 2]);
    const file = await readXlsx(new Uint8Array(await (await fetch(server.url + data.URL)).arrayBuffer()));
    expect(file.sheets.map((one) => [one.name, one.rows.length])).toEqual([
      ['车道', 3],
      ['相机', 2],
      ['车位', 2],
    ]);
    const corrected = Object.fromEntries(file.sheets.map((one) => [one.name, one.rows as (string | null)[][]]));
    const put = (sheet: string, row: number, head: string, text: string) => {
      corrected[sheet]![row]![corrected[sheet]![0]!.indexOf(head)] = text;
    };
    put('车道', 1, '所属出入口', '东门');
    put('车道', 2, '车道编码', 'E3');
    put('车位', 1, '车位号', 'A003');
    const again = await take(corrected);
    expect(again.data).toMatchObject({ Total: 4, SuccessNum: 4, HasImported: true });
    expect(await counts()).toEqual([1, 1, 1, 1, 4, 2, 1, 3]);
    expect((await take(BOOK, 'good')).data).toMatchObject({ SuccessNum: 0, RepeatNum: 10, FailedNum: 0 });
  });

  test('can be corrected on the page: failed rows are sent again with their sheets', async () => {
    await take(BROKEN, 'good');
    const rows = [
      { sheet: '相机', row: 3, cells: { lotId: '滨河停车场', name: '西门相机', laneId: '西门入口' } },
      {
        sheet: '车道',
        row: 4,
        cells: { name: '西门入口', code: 'E2', gateId: '东门', direction: '入场', lotId: 'BH01' },
      },
    ];
    const { data } = await user.call('/api/lotWorkbook/import', { Rows: JSON.stringify(rows) });
    expect(data).toMatchObject({ Total: 2, SuccessNum: 2, FailedNum: 0 });
  });
});

test('a check of more rows than one transaction holds finds the lot of each', async () => {
  const spots = Array.from({ length: 2500 }, (_, at) => [`S${at}`, at === 2400 ? '无此车库' : '地下一层', '']);
  const { data } = await take({ ...BOOK, 车位: [...BOOK.车位!, ...spots] }, 'check');
  expect(data).toMatchObject({ Total: 2510, SuccessNum: 2509, FailedNum: 1 });
  expect(data.FailedRecords).toMatchObject([{ Sheet: '车位', Row: 2404, ErrorMsg: '车库“无此车库”不存在' }]);
});

test('of several lots: each row names its lot, so gates with equal names are distinguished', async () => {
  const lots = [...BOOK.车场!, ['江北停车场', 'JB02', 50, 0, '', '']];
  const gates = [
    ['所属车场', '名称', '方向'],
    ['滨河停车场', '东门', '入口'],
    ['江北停车场', '东门', '出口'],
    ['', '南门', '入口'],
  ];
  const lanes = [
    ['所属车场', '名称', '车道编码', '所属出入口', '方向'],
    ['JB02', '出口', 'X1', '东门', '出场'],
    ['', '入口', 'E1', '东门', '入场'],
  ];
  const { 片区 } = BOOK;
  const { data } = await take({ 片区: 片区!, 车场: lots, 出入口: gates, 车道: lanes }, 'good');
  expect(data.FailedRecords.map((one: Record<string, unknown>) => [one.Sheet, one.Row, one.ErrorMsg])).toEqual([
    ['出入口', 4, '所属车场不能为空'],
    ['车道', 3, '有多个所属出入口叫“东门”，请填写编码，或填写所属车场以便区分'],
  ]);
  expect((await rowsOf('/api/lane'))[0]).toMatchObject({ LotName: '江北停车场', Direction: 'exit' });
});

describe('a file', () => {
  test('without any of its sheets is refused with their names', async () => {
    const answer = await send(await fileOf({ 别的: BOOK.车场! }));
    expect(answer.code).toBe('kernel.import-sheets');
    expect(answer.message).toContain('片区、车场、车库');
  });

  test('without a required column is refused with its sheet', async () => {
    const answer = await send(await fileOf({ 车场: [['车场名称'], ['滨河停车场']] }));
    expect(answer.message).toBe('没有找到必填列：车场 车场编码、车场 总车位，请下载模板核对表头');
  });

  test('requires the import permission; an account limited to lots can only add to those', async () => {
    await take(BOOK);
    const [lot] = await rowsOf('/api/parkLot');
    const reader = await server.newUser(user, ['lot.list', 'lot.import']);
    expect((await send(await fileOf(BOOK), {}, reader)).code).toBe('kernel.no-permission');
    const limited = await server.newUser(user, ['lot-workbook.import'], [lot.Id]);
    const book = {
      车场: [...BOOK.车场!.slice(0, 1), ['江北停车场', 'JB02', 50, 0, '', '']],
      车位: [
        ['所属车场', '车位号'],
        ['滨河停车场', 'B001'],
        ['江北停车场', 'B001'],
      ],
    };
    const { data } = await send(await fileOf(book), {}, limited);
    expect(data).toMatchObject({ SuccessNum: 1, FailedNum: 2 });
    expect(await rowsOf('/api/parkLot')).toHaveLength(1);
  });
});

test('the template has every sheet with notes and choices, and offers the names of its other sheets', async () => {
  const { data } = await user.call('/api/lotWorkbook/template');
  const bytes = Buffer.from(/^data:[^,]+;base64,(.+)$/.exec(data)![1]!, 'base64');
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map((one) => one.name)).toEqual(['片区', '车场', '车库', '出入口', '车道', '相机', '盒子', '车位']);
  const lane = sheets[4]!;
  const heads = lane.rows[0] as string[];
  expect(heads.slice(0, 5)).toEqual(['名称 *', '车道编码 *', '所属出入口 *', '所属车场', '方向 *']);
  expect(lane.cells!.get('0,3')!.comment!.text).toContain('工作簿中只有一个车场时可不填');
  expect(lane.dataValidations).toContainEqual(
    expect.objectContaining({ type: 'list', formula1: "'出入口'!$A$2:$A$5000" }),
  );
  expect(lane.dataValidations).toContainEqual(expect.objectContaining({ values: ['入场', '出场'] }));
  expect((await send(bytes)).code).toBe('kernel.import-empty');
});
