import { type Fields, isReferring, wireName } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { modules } from '@boyun/server/modules';
import { followFigures } from '@boyun/test-server/linked-rows';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { readXls } from 'hucre';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readContracts } from './module-door.ts';
import {
  COLUMN_SETS,
  isOfSpec,
  type ListCall,
  listCalls,
  MISSING_CALLS,
  ORDER_COLUMNS,
  SPEC_FAMILIES,
  specCallTable,
} from './spec-call.ts';
import { plantTiedRows } from './tied-rows.ts';

const contracts = await readContracts();
const calls = listCalls(contracts);
const DAY_MS = 86_400_000;
const served = calls.filter((one) => !one.isPlatform);

/** Tables of the work that exports need, and one whose secrets are read. */
const AT_WORK = [
  'pay_channel',
  'job_order',
  'task',
  'task_failure',
  'consumer_failure',
  'consumer_position',
  'consumer_done',
  'lease',
];

let server: TestServer;
let user: TestUser;
/** When the rows were planted. */
let at: number;
/** Filters without which a list has no rows, by name. */
let needed: Readonly<Record<string, object>>;

beforeAll(async () => {
  // The planted rows are of one day, week and month.
  const clock = new SetClock(new Date('2026-11-25T04:00:00Z'));
  at = clock.now().getTime();
  const without = modules.flatMap((one) => one.sweeps).map((one) => one.name);
  server = await startTestServer(inject('databaseUrl'), { clock, without, isAlone: true });
  user = await server.newTenant();
  const { userId, tenantId } = await user.who();
  const ids = await plantTiedRows(server.databaseUrl, { tenantId, accountId: userId! }, clock.now(), AT_WORK);
  needed = {
    'notice-confirmation': { NoticeId: ids.get('important_notice')![0] },
    'billing-stat': { By: 'kind' },
    'composed-rows': { ComposedReportId: ids.get('composed_report')![0] },
  };
});
afterAll(() => server?.stop());

/** The export request of the specification (§3), whole. */
const wholeRequest = (call: Pick<ListCall, 'name'>) => ({
  key: call.name,
  param: { ...needed[call.name], PerPage: 20, page: 1, Type: 1, searchType: 1, QueryAll: false },
  total: 1000,
  exportAll: false,
  isCustomExport: false,
  filterDateTime: ['2026-11-01', '2026-11-26'],
  tenantName: '泊云停车',
  StartPage: 1,
  EndPage: 1,
});

async function openFile(address: string): Promise<unknown[][]> {
  const bytes = new Uint8Array(await (await fetch(server.url + address)).arrayBuffer());
  const { sheets } = await readXls(bytes);
  return sheets[0]!.rows as unknown[][];
}

const headsOf = (columns: Fields) =>
  Object.entries(columns)
    .filter(
      ([key, field]) =>
        key !== 'id' && (isReferring(field) || !['list', 'group', 'secret', 'file'].includes(field.kind)),
    )
    .map(([, field]) => field.label.zh);

test('the table of calls is up to date', async () => {
  await expect(specCallTable(calls)).toMatchFileSnapshot('spec-calls.md');
});

test('every address of the specification has a call, or a reason', () => {
  const paths = [...calls.map((one) => one.path), '/api/statement/arrears'];
  const without = SPEC_FAMILIES.filter((family) => !paths.some((path) => path.startsWith(family)));
  // A call that exists by now is taken out of the list.
  expect(without).toEqual(Object.keys(MISSING_CALLS));
  const unknown = Object.values(COLUMN_SETS)
    .flat()
    .filter((path) => !paths.includes(path));
  expect(unknown).toEqual([]);
});

test.each(served)('$path returns rows, and an .xls file with its columns', async (call) => {
  const list = await user.call(call.path, { ...needed[call.name] });
  expect([call.path, list.state, list.message]).toEqual([call.path, 'success', '']);
  const { Rows } = list.data;
  for (const row of Rows.slice(0, 1))
    for (const [key, field] of Object.entries(call.columns)) expect(row).toHaveProperty(wireName(key, field));
  if (isOfSpec(call.path)) expect([call.path, Rows.length > 0]).toEqual([call.path, true]);

  const { state, data, message } = await user.call(call.path, wholeRequest(call));
  expect([call.path, state, message]).toEqual([call.path, 'success', '']);
  expect(decodeURIComponent(data)).toMatch(/^\/api\/file\/.*\.xls\b.*泊云停车/);
  const [heads, ...rows] = await openFile(data);
  const named = list.data.Columns?.map((one: { Label: { zh: string } }) => one.Label.zh);
  expect(heads).toEqual(call.hasOwnColumns ? named : headsOf(call.columns));
  expect(rows).toHaveLength(Math.min(Rows.length, 20));
});

test('the order export has the columns of the specification', () => {
  const { columns } = calls.find((one) => one.path === '/api/order/getOrderPage')!;
  const names = Object.entries(columns).flatMap(([key, field]) => [
    wireName(key, field),
    ...(field.kind === 'reference' ? [wireName(key.replace(/Id$/, 'Name'))] : []),
  ]);
  expect(Object.values(ORDER_COLUMNS).filter((one) => !names.includes(one))).toEqual([]);
});

/** Reports of statistics, which planted rows are not in: tests with traffic follow theirs (`statement.test.ts`, `car-flow.test.ts`). */
const OF_TRAFFIC = ['operation-statement', 'trade-stat', 'car-flow', 'spot-turnover'];
const linked = contracts.flatMap((one) => one.reports).filter((one) => one.rowsAt && !OF_TRAFFIC.includes(one.name));

test.each(linked)('$name shows the sums of the rows its figures link to', async (report) => {
  const period = 'from' in report.filters ? { from: new Date(at - 30 * DAY_MS), to: new Date(at + DAY_MS) } : {};
  const groups = new Set(report.rowsAt!.map(({ when }) => when?.by ?? null));
  let count = 0;
  for (const by of groups) {
    const { shown, found } = await followFigures(user, report, { ...period, ...(by ? { by } : {}) });
    expect(found).toEqual(shown);
    count += shown.length;
  }
  expect(count).toBeGreaterThan(0);
});

test('arrears leave by lot or by plate, as searchType says', async () => {
  const ask = async (searchType: number) => {
    const { data } = await user.call('/api/statement/arrears', {
      key: 'arrears',
      param: { searchType },
      exportAll: true,
    });
    return (await openFile(data))[0];
  };
  const headsAt = (path: string) => headsOf(calls.find((one) => one.path === path)!.columns);
  expect(await ask(1)).toEqual(headsAt('/api/arrears/getByLot'));
  expect(await ask(2)).toEqual(headsAt('/api/arrears/getByPlate'));
});

test('lots and plates limit the rows of an export, as rows or as ids', async () => {
  const path = '/api/order/getOrderPage';
  const { Rows } = (await user.call(path)).data as { Rows: { LotId: string; Plate: string; OrderNo: string }[] };
  const file = async (body: object) => {
    const answer = await user.call(path, { exportAll: true, ...body });
    expect([answer.state, answer.message]).toEqual(['success', '']);
    const [heads, ...rows] = await openFile(answer.data);
    return rows.map((row) => row[heads!.indexOf('订单号')]).sort();
  };
  const numbers = (keep: (row: (typeof Rows)[number]) => boolean) =>
    Rows.filter(keep)
      .map((row) => row.OrderNo)
      .sort();
  const [first, second] = [...new Set(Rows.map((row) => row.LotId))];
  expect(await file({ parkLotArrList: [{ LotId: first }, { LotId: second }] })).toEqual(
    numbers((row) => row.LotId === first || row.LotId === second),
  );
  const [plate, other] = [...new Set(Rows.map((row) => row.Plate))];
  expect(await file({ param: { plateArrList: [plate] } })).toEqual(numbers((row) => row.Plate === plate));
  expect(await file({ plateArrList: [{ Plate: plate }, { Plate: other }] })).toEqual(
    numbers((row) => row.Plate === plate || row.Plate === other),
  );
  expect(await user.call('/api/region/list', { exportAll: true, parkLotArrList: [first] })).toMatchObject({
    code: 'kernel.export-no-lots',
  });
  expect(await user.call('/api/area/list', { exportAll: true, plateArrList: ['粤B12345'] })).toMatchObject({
    code: 'kernel.export-no-plates',
  });
});

test('pages beyond the total that the caller was shown are refused', async () => {
  const body = { StartPage: 2, EndPage: 2, PerPage: 2 };
  expect(await user.call('/api/order/getOrderPage', { ...body, total: 2 })).toMatchObject({
    code: 'kernel.export-page-beyond',
  });
  expect(await user.call('/api/order/getOrderPage', { ...body, total: 4 })).toMatchObject({ state: 'success' });
});
