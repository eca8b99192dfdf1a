import type { Tariff } from '@boyun/domain/fee';
import { idleJobs, makeLog, SetClock, systemWho } from '@boyun/kernel/server';
import { makeProduct, type Product } from '@boyun/server/product';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { quoteStays } from '../quote/quote.service.ts';

// Wednesday, 4 March 2026, nine in the morning.
const NINE = new Date('2026-03-04T01:00:00Z');
const clock = new SetClock(NINE);
const rate = (id: string, day: 'workday' | 'weekend' | 'holiday', priceFen: number) => ({
  id,
  days: [day],
  from: '00:00',
  to: '24:00',
  steps: [{ unitMinutes: 60, priceFen }],
});
/** One yuan per hour on working days, two on weekends, five on holidays. */
const TARIFF: Tariff = {
  id: 'days',
  version: 1,
  name: { zh: '按日', en: 'By day' },
  plans: [
    { id: 'car', windows: [rate('work', 'workday', 100), rate('rest', 'weekend', 200), rate('free', 'holiday', 500)] },
  ],
};

let server: TestServer;
/** A second server process on the same database. */
let second: Product;
let user: TestUser;
let lotId: string;

async function ok(path: string, body: object) {
  const answer = await user.call(path, body);
  expect(answer, path).toMatchObject({ state: 'success' });
  return answer.data;
}

/** Price of a stay of two hours, the given number of days after the Wednesday, in one of the processes. */
function priceAt(product: Product, days: number): Promise<number> {
  const enteredAt = new Date(NINE.getTime() + days * 24 * 3_600_000);
  const at = new Date(enteredAt.getTime() + 2 * 3_600_000);
  return product.kernel.database.inTenant(systemWho(user.tenantId), async (tx) => {
    const stay = { lotId, zone: 'Asia/Shanghai', enteredAt, at, plateColor: 1, vehicleKind: null };
    const request = { ...stay, settlements: [], covered: [], spotKind: null, versionId: null };
    const [quote] = await quoteStays(tx, [request], async () => []);
    return quote!.feeFen;
  });
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  const { configuration } = server.product.kernel;
  const options = { configuration, databaseUrl: server.databaseUrl, log: makeLog('silent'), clock, jobs: idleJobs() };
  second = await makeProduct(options);
  await second.listen();
  user = await server.newTenant();
  lotId = (await ok('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 9 })).Id;
  const { Id } = await ok('/api/billRule/create', { Name: 'By day' });
  await ok('/api/billRule/saveDraft', { Id, Tariff: TARIFF });
  await ok('/api/billRule/submit', { Id, IsConfirmed: true });
  await ok('/api/billRule/approve', { Id });
  await ok('/api/billRule/publish', { Id, IsConfirmed: true });
  await ok('/api/billRuleBinding/create', { ChargeRuleId: Id, LotId: lotId });
});
afterAll(async () => {
  await second?.stop();
  await server?.stop();
});

test('a holiday changes what a stay costs, in every process', async () => {
  const all = async (days: number) => [await priceAt(server.product, days), await priceAt(second, days)];
  const both = (days: number, fen: number) =>
    server.until(`${fen} fen everywhere`, async () => (await all(days)).every((one) => one === fen));
  expect(await all(0)).toEqual([200, 200]);
  expect(await all(3)).toEqual([400, 400]);
  const { Id } = await ok('/api/holiday/create', { Day: '2026-03-04', NameZh: '节日', NameEn: 'Feast' });
  expect(await priceAt(server.product, 0)).toBe(1000);
  await both(0, 1000);
  await ok('/api/holiday/update', { Id, Kind: 'workday', Day: '2026-03-07' });
  await both(0, 200);
  await both(3, 200);
  await ok('/api/holiday/delete', { Id });
  await both(3, 400);
});

test('a year is filled from the notice, and days entered by hand are kept', async () => {
  await ok('/api/holiday/create', { Day: '2026-10-01', NameZh: '盘点', NameEn: 'Stocktaking', Kind: 'workday' });
  // 33 days off and 6 make-up working days, one of which already exists.
  expect(await ok('/api/holiday/fillYear', { Year: 2026 })).toEqual({ AddedCount: 38, KeptCount: 1 });
  expect(await ok('/api/holiday/fillYear', { Year: 2026 })).toEqual({ AddedCount: 0, KeptCount: 39 });
  const { Rows, Total } = await ok('/api/holiday/list', { DayFrom: '2026-02-14', DayTo: '2026-02-15', PerPage: 100 });
  expect(Total).toBe(2);
  expect(Rows).toMatchObject([
    { Day: '2026-02-14', Kind: 'workday', NameZh: '春节', NameEn: 'Spring Festival' },
    { Day: '2026-02-15', Kind: 'holiday', NameZh: '春节' },
  ]);
  const [kept] = (await ok('/api/holiday/list', { DayFrom: '2026-10-01', DayTo: '2026-10-01' })).Rows;
  expect(kept).toMatchObject({ Kind: 'workday', NameZh: '盘点' });
});

test('a year without a published notice is refused', async () => {
  expect(await user.call('/api/holiday/fillYear', { Year: 2100 })).toMatchObject({ code: 'charging.year-unknown' });
});

test('days are imported from a sheet in any date format', async () => {
  const other = await server.newTenant();
  const head = ['日期', '名称', '英文名称', '类型'];
  const xlsx = await writeXlsx({
    sheets: [{ name: 'Days', rows: [head, [new Date('2026-05-01'), '劳动节', 'Labour Day', '放假']] }],
  });
  const csv =
    '日期,名称,英文名称,类型\n2026/5/9,劳动节,Labour Day,调休上班\n2026-05-02,劳动节,Labour Day,Day off\n2026/13/1,错,Wrong,放假\n';
  const post = async (bytes: BlobPart) => {
    const body = new FormData();
    body.set('File', new Blob([bytes]), 'days');
    const headers = { authorization: `Bearer ${other.token}` };
    return (await fetch(`${server.url}/api/holiday/import`, { method: 'POST', headers, body })).json();
  };
  expect(await post(xlsx as BlobPart)).toMatchObject({ data: { SuccessNum: 1, FailedNum: 0 } });
  expect(await post(csv)).toMatchObject({ data: { SuccessNum: 2, FailedNum: 1 } });
  const { Rows } = (await other.call('/api/holiday/list')).data;
  expect(Rows.map((row: { Day: string; Kind: string }) => [row.Day, row.Kind])).toEqual([
    ['2026-05-01', 'holiday'],
    ['2026-05-02', 'holiday'],
    ['2026-05-09', 'workday'],
  ]);
});

test('the check warns of a year without holidays where the tariff distinguishes days', async () => {
  const { Findings } = await ok('/api/billRule/lint', { Tariff: TARIFF });
  expect(Findings.map((one: { Code: string }) => one.Code)).not.toContain('holiday-year-missing');
  clock.set(new Date('2026-12-05T00:00:00Z'));
  const fresh = await server.newTenant();
  const later = await fresh.call('/api/billRule/lint', { Tariff: TARIFF });
  const years = later.data.Findings.filter((one: { Code: string }) => one.Code === 'holiday-year-missing');
  expect(years.map((one: { En: string }) => /\d{4}/.exec(one.En)![0])).toEqual(['2026', '2027']);
});
