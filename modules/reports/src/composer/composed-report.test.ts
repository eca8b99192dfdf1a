import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DATASETS, type DatasetWords } from './dataset.contract.ts';

/** 20:00 in Shanghai on 31 March 2026: traffic goes on into April. */
const START = new Date('2026-03-31T12:00:00Z');
const SPAN = { From: '2026-03-31', To: '2026-04-01' };
const Reason = '核对后更正';

type Row = Record<string, string | number | null>;
interface Answer {
  readonly Rows: Row[];
  readonly Totals: Row;
  readonly Columns: { Key: string; Kind: string }[];
}

const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let reviewer: TestUser;
let lots: TestLot[];

/** Does what may need approval, and has it approved. */
async function act(path: string, body: object): Promise<void> {
  const { state, message } = await user.call(path, { Reason, ...body });
  expect([path, state, message]).toEqual([path, 'success', expect.any(String)]);
  const { Rows } = (await reviewer.call('/api/review/getReviewList', { State: 'pending' })).data;
  const ReviewIds = Rows.map((one: { Id: string }) => one.Id);
  if (ReviewIds.length > 0) await reviewer.call('/api/review/approve', { ReviewIds });
}

const orderOf = async (plate: string) => (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];

async function refund(plate: string, amount: string): Promise<void> {
  const { Id: OrderId } = await orderOf(plate);
  const [payment] = (await user.call('/api/order/getRefundable', { OrderId })).data.Payments;
  if (!payment) return;
  const { PaymentId, Left } = payment;
  await act('/api/order/refund', { OrderId, PaymentId, Left, Amount: amount, Way: 'cash' });
}

/** A car: its stay, and what became of its order. */
const car = fc.record({
  lot: fc.integer({ min: 0, max: 1 }),
  enters: fc.integer({ min: 1, max: 200 }),
  stays: fc.integer({ min: 5, max: 400 }),
  end: fc.constantFrom('paid', 'paid', 'owing', 'refunded', 'void', 'shortened'),
});

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  reviewer = await server.newUser(user, ['review.list', 'review.decide']);
  const gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lots = [await gate.newLot({}, { Capacity: 90 }), await gate.newLot({}, { Capacity: 90 })];
  const seed = Number(process.env.SEED ?? 7);
  const cars = fc.sample(car, { seed, numRuns: 14 }).map((one, index) => ({ ...one, plate: `粤B2${1000 + index}` }));
  const steps = cars.flatMap((one) => [
    { at: one.enters, one, isExit: false },
    { at: one.enters + one.stays, one, isExit: true },
  ]);
  for (const { at, one, isExit } of steps.sort((a, b) => a.at - b.at)) {
    const lot = lots[one.lot]!;
    await gate.see(isExit ? lot.exit : lot.entry, one.plate, at);
    if (!isExit || one.end === 'owing' || one.end === 'void') continue;
    const { Id: OrderId, Due } = await orderOf(one.plate);
    if (Number(Due) > 0) await user.call('/api/order/collectCash', { OrderId, Amount: Due });
    // The paid car leaves by a reaction, which reads the clock.
    await server.product.consumers.drain();
  }
  gate.at(700);
  for (const { plate, end, enters } of cars) {
    const order = await orderOf(plate);
    if (end === 'refunded') await refund(plate, '1.00');
    if (end === 'void' && order.ParkingState === 'left') await act('/api/order/void', { OrderId: order.Id });
    if (end === 'shortened' && order.PayState === 'arrears')
      await act('/api/order/correctTimes', {
        OrderId: order.Id,
        EnteredAt: new Date(START.getTime() + (enters + 3) * 60_000).toISOString(),
      });
  }
  await server.product.consumers.drain();
});
afterAll(() => server?.stop());

const DRAFT = { LotIds: [], Period: 'last-7-days', Compare: 'none', Chart: 'none', Roles: [] };
const compose = async (body: object, by = user) => by.call('/api/composedReport/run', { ...DRAFT, ...SPAN, ...body });
const composed = async (body: object, by = user) => {
  const { data, state, message } = await compose(body, by);
  expect([state, message]).toEqual(['success', '']);
  return data as Answer;
};
const fen = (yuan: unknown) => Math.round(Number(yuan) * 100);

test('composed reports, statements, console, statistics and ledger have the same sums', async () => {
  const ask = async (path: string, body: object = {}) => (await user.call(path, { PerPage: 200, ...body })).data;
  const statement = await ask('/api/statement/operation/list', { By: 'day', ...SPAN });
  const methods = await ask('/api/statement/payMethod/list');
  const statistics = (await user.call('/api/statistics/get', SPAN)).data;
  const days = await composed({ Dataset: 'money', Measures: ['netFen', 'refundedFen'], Dimensions: ['day', 'lot'] });
  expect(fen(statement.Totals.Received)).toBeGreaterThan(0);
  expect(fen(statement.Totals.Refunded)).toBeGreaterThan(0);
  expect(days.Totals).toEqual({
    netFen: fen(statement.Totals.Received),
    refundedFen: fen(statement.Totals.Refunded),
  });
  expect(fen(methods.Totals.Net)).toBe(days.Totals.netFen);
  expect(fen(statistics.Total.Received)).toBe(days.Totals.netFen);
  const stays = await composed({ Dataset: 'stay', Measures: ['stays', 'feeFen', 'reducedFen'], Dimensions: ['lot'] });
  expect([stays.Totals.stays, stays.Totals.feeFen]).toEqual([statement.Totals.Exits, fen(statement.Totals.Fee)]);
  const [ledger] = await server.product.kernel.database.system<{ net: number }>(
    `select sum(amount_fen)::bigint as net from ledger_entry where tenant_id = $1 and account in ('cash', 'clearing')`,
    [user.tenantId],
  );
  expect(ledger!.net).toBe(days.Totals.netFen);
  const today = (await user.call('/api/dashboard/getConsole')).data.Today;
  const april = days.Rows.filter((row) => row.day === '2026-04-01');
  expect(fen(today.Received)).toBe(april.reduce((sum, row) => sum + Number(row.netFen), 0));
  const flow = await composed({ Dataset: 'flow', Measures: ['entries', 'exits'], Dimensions: ['hour'] });
  expect(flow.Totals.entries).toBe(14);
  const checks = await verifyTenant(server.product.kernel, user.tenantId);
  expect(checks.filter((one) => one.brokenCount > 0)).toEqual([]);
});

test.each(Object.entries(DATASETS) as [string, DatasetWords][])(
  'rows of %s add up to the same, whatever they are grouped by',
  async (Dataset, { measures, dimensions }) => {
    const Measures = measures.filter((one) => one !== 'cars' && one !== 'hours').slice(0, 6);
    const totals: Row[] = [];
    for (const dimension of dimensions)
      totals.push((await composed({ Dataset, Measures, Dimensions: [dimension] })).Totals);
    for (const one of totals) expect(one).toEqual(totals[0]);
  },
);

test('figures stand beside those of the period before', async () => {
  const measured = { Dataset: 'money', Measures: ['netFen'], Dimensions: ['lot'] };
  const own = await composed({ ...measured, From: '2026-04-01', To: '2026-04-01', Compare: 'before' });
  const march = await composed({ ...measured, From: '2026-03-31', To: '2026-03-31' });
  expect(own.Totals.netBeforeFen).toBe(march.Totals.netFen);
  for (const row of own.Rows) {
    const before = march.Rows.find((one) => one.lotId === row.lotId)?.netFen ?? 0;
    const growth = before ? Math.round(((Number(row.netFen) - Number(before)) * 10_000) / Number(before)) : null;
    expect(row).toMatchObject({ netBeforeFen: before, netGrowth: growth });
  }
  // Days lie beside the days before them.
  const days = await composed({
    ...measured,
    Dimensions: ['day'],
    From: '2026-04-01',
    To: '2026-04-01',
    Compare: 'before',
  });
  expect(days.Rows).toMatchObject([{ day: '2026-04-01', netBeforeFen: march.Totals.netFen }]);
  const year = await composed({ ...measured, Compare: 'year-before' });
  expect(year.Totals.netBeforeFen).toBe(0);
});

test('a saved report is opened by its owner and its roles, each with the data of their own lots', async () => {
  const rights = [
    'composed-report.list',
    'composed-report.save',
    'composed-rows.export',
    'payment.list',
    'report-schedule.list',
  ];
  const owner = await server.newUser(user, rights);
  const limited = await server.newUser(user, rights, [lots[0]!.id]);
  const [role] = (await limited.call('/api/tenantUser/getTenantUserInfo')).data.Roles ?? [];
  const wish = { ...DRAFT, Name: '各车场收款', Dataset: 'money', Measures: ['netFen'], Dimensions: ['lot'] };
  const save = (body: object = {}) => owner.call('/api/composedReport/save', { ...wish, ...body });
  const { ComposedReportId } = (await save()).data;
  const rows = (by: TestUser) => by.call('/api/composedReport/rows', { ComposedReportId, ...SPAN });
  expect((await rows(limited)).code).toBe('kernel.not-found');
  expect((await limited.call('/api/composedReport/list')).data.Rows).toEqual([]);
  expect((await save({ ComposedReportId, Roles: ['nobody'] })).code).toBe('composed-report.unknown-role');
  await save({ ComposedReportId, Roles: [role.Name ?? role] });
  const all = await rows(owner);
  expect(all.data).toMatchObject({ Title: '各车场收款', Total: 2 });
  expect(all.data.Columns.map((one: { Key: string }) => one.Key)).toEqual(['Lot', 'Net']);
  expect((await rows(limited)).data.Rows.map((row: Row) => row.Lot)).toEqual(['Lot1']);
  expect((await limited.call('/api/composedReport/delete', { ComposedReportId })).code).toBe('kernel.not-found');

  const { data } = await owner.call('/api/composedReport/rows/export', { ComposedReportId, ...SPAN, QueryAll: true });
  const bytes = new Uint8Array(await (await fetch(server.url + data)).arrayBuffer());
  const [sheet] = (await readXlsx(bytes)).sheets;
  expect([sheet!.name, sheet!.rows[0]]).toEqual(['各车场收款', ['车场', '净额']]);
  expect(sheet!.rows.slice(1).map((row) => row[0])).toEqual(all.data.Rows.map((row: Row) => row.Lot));
});

test('what a dataset does not offer, its right, and too many days are refused', async () => {
  const measured = { Dataset: 'money', Measures: ['netFen'], Dimensions: ['day'] };
  expect((await compose({ ...measured, Measures: ['entries'] })).code).toBe('composed-report.not-offered');
  expect((await compose({ ...measured, Dimensions: ['payState'] })).code).toBe('composed-report.not-offered');
  expect((await compose({ ...measured, From: '2025-03-31' })).code).toBe('composed-report.too-many-days');
  expect((await compose({ ...measured, From: '2026-04-02' })).code).toBe('composed-report.days-order');
  const other = await server.newUser(user, ['composed-report.list', 'order.list']);
  expect((await compose(measured, other)).code).toBe('composed-report.no-data-right');
  const stranger = await server.newTenant();
  expect((await composed(measured, stranger)).Rows).toEqual([]);
});
