import { dayOfKey, keyOfDay } from '@boyun/domain/period';
import type { Report } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { followFigures } from '@boyun/test-server/linked-rows';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { billingStat } from './billing-stat.contract.ts';
import { operationStatement, tradeStat } from './operation-statement.contract.ts';
import { payMethodReport } from './pay-method.contract.ts';
import { spotTurnover } from './spot-turnover.contract.ts';
import { periodsOf } from './statement-period.service.ts';

/** 22:30 in Shanghai on 31 March 2026: the second hour of traffic lies in April. */
const START = new Date('2026-03-31T14:30:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let lots: TestLot[];

type Row = Record<string, string | number | null>;

async function ask(path: string, body: object = {}, asker = user): Promise<{ Rows: Row[]; Totals: Row }> {
  await server.product.consumers.drain();
  const answer = await asker.call(path, { PerPage: 100, ...body });
  expect(answer.message).toBe('');
  return answer.data;
}
const operation = (body: object = {}) => ask('/api/statement/operation/list', body);

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lots = [await gate.newLot({}, { Capacity: 50 }), await gate.newLot({}, { Capacity: 50 })];
  for (const [index, lot] of lots.entries())
    for (let car = 0; car < 4; car += 1) {
      const plate = `粤B1${index}00${car}`;
      await gate.see(lot.entry, plate, 1 + car);
      // One car pays in March, the others in April.
      const minute = car === 0 ? 70 : 100 + car * 60;
      await gate.see(lot.exit, plate, minute);
      const order = (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];
      if (car < 3) {
        const paid = await user.call('/api/order/collectCash', { OrderId: order.Id, Amount: order.Due });
        expect(paid.message).toBe('');
        // The paid car leaves by a reaction, which reads the clock.
        await server.product.consumers.drain();
      }
    }
  gate.at(600);
});
afterAll(() => server?.stop());

test('the operation statement, trade statistics, payment methods and statistics have the same sums', async () => {
  const days = await operation({ By: 'day' });
  const months = await operation({ By: 'month' });
  expect(new Set(days.Rows.map((row) => row.Period))).toEqual(new Set(['2026-03-31', '2026-04-01']));
  expect(new Set(months.Rows.map((row) => row.Period))).toEqual(new Set(['2026-03', '2026-04']));
  expect(days.Rows.map((row) => row.LotId)).toEqual(expect.arrayContaining(lots.map((lot) => lot.id)));
  expect(months.Totals).toEqual(days.Totals);
  expect((await operation({ By: 'year' })).Totals).toEqual(days.Totals);
  expect(Number(days.Totals.Received)).toBeGreaterThan(0);
  const trade = await ask('/api/statement/trade/list', { By: 'month' });
  expect(trade.Totals).toMatchObject({ Received: days.Totals.Received, Exits: days.Totals.Exits });
  // April's period before is March.
  const [march, april] = trade.Rows.slice(-2);
  expect(april).toMatchObject({ Period: '2026-04', Before: march!.Received, Growth: null });
  const pay = await ask('/api/statement/payMethod/list');
  expect(pay.Totals).toMatchObject({ Net: days.Totals.Received, PaymentCount: 6 });
  const collectors = await ask('/api/statement/posCollector/list');
  expect(collectors.Rows).toHaveLength(2);
  expect(collectors.Totals).toMatchObject({
    Net: pay.Totals.Net,
    Cash: pay.Totals.Net,
    Electronic: '0.00',
    OrderCount: 6,
  });
  const { data } = await user.call('/api/statistics/get', { From: '2026-03-31', To: '2026-04-01' });
  expect(days.Totals).toMatchObject({ Received: data.Total.Received, Fee: data.Total.Fee, Exits: data.Total.Exits });
});

test('a refund lessens what was received and is stated beside it', async () => {
  const before = (await operation()).Totals;
  const OrderId = (await user.call('/api/order/getOrderPage', { Plate: '粤B10000' })).data.Rows[0].Id;
  const [{ PaymentId, Left }] = (await user.call('/api/order/getRefundable', { OrderId })).data.Payments;
  const refund = { OrderId, PaymentId, Left, Amount: '2.00', Way: 'cash', Reason: '投诉协商退款' };
  expect((await user.call('/api/order/refund', refund)).state).toBe('success');
  const reviewer = await server.newUser(user, ['review.list', 'review.decide']);
  const { Rows } = (await reviewer.call('/api/review/getReviewList', { State: 'pending' })).data;
  if (Rows.length > 0)
    await reviewer.call('/api/review/approve', { ReviewIds: Rows.map((one: { Id: string }) => one.Id) });
  const { Totals } = await operation();
  expect(Totals).toMatchObject({ Refunded: '2.00', Received: (Number(before.Received) - 2).toFixed(2) });
  expect((await ask('/api/statement/payMethod/list')).Totals).toMatchObject({ Refunded: '2.00', Net: Totals.Received });
  expect((await ask('/api/statement/posCollector/list')).Totals).toMatchObject({
    Refunded: '2.00',
    Net: Totals.Received,
  });
});

test.each([
  ['the operation statement', operationStatement, { by: 'day' }],
  ['the operation statement by month', operationStatement, { by: 'month' }],
  ['trade statistics', tradeStat, { by: 'day' }],
  [
    'billing statistics by tariff',
    billingStat,
    { by: 'rule', from: START, to: new Date(START.getTime() + 86_400_000) },
  ],
  [
    'billing statistics by length',
    billingStat,
    { by: 'length', from: START, to: new Date(START.getTime() + 86_400_000) },
  ],
  ['turnover of lots', spotTurnover, { by: 'lot', from: '2026-03-31', to: '2026-04-01' }],
  ['payment methods', payMethodReport, { from: START, to: new Date(START.getTime() + 86_400_000) }],
] as const)('the figures of %s are the sums of the rows they link to', async (_, of, filters) => {
  const { shown, found } = await followFigures(user, of as unknown as Report, filters);
  expect(shown.length).toBeGreaterThan(1);
  expect(found).toEqual(shown);
});

test('rows stand beside those of another period, and a file has both', async () => {
  const { Rows: days } = await operation({ By: 'day' });
  const april = { By: 'day', From: '2026-04-01', To: '2026-04-01' };
  const { Rows, Totals } = await operation({ ...april, Compare: 'before' });
  expect(Rows).toHaveLength(2);
  let sum = 0;
  for (const row of Rows) {
    const was = days.find((one) => one.Period === '2026-03-31' && one.LotId === row.LotId)!;
    const [own, earlier] = [Number(row.Received), Number(was.Received)];
    expect(row).toMatchObject({ Period: '2026-04-01', ReceivedBefore: was.Received, ExitsBefore: was.Exits });
    expect(row.ReceivedGrowth).toBeCloseTo(((own - earlier) / earlier) * 100, 1);
    sum += earlier;
  }
  expect(Totals.ReceivedBefore).toBe(sum.toFixed(2));
  // What stood on the first of April is compared with the second, on which nothing happened.
  const later = await operation({ By: 'day', From: '2026-04-02', To: '2026-04-02', Compare: 'before' });
  expect(later.Rows).toHaveLength(2);
  for (const row of later.Rows)
    expect(row).toMatchObject({ Period: '2026-04-02', Exits: 0, ExitsGrowth: -100, LotName: expect.any(String) });
  const months = await operation({ By: 'month', From: '2026-04-01', To: '2026-04-30', Compare: 'before' });
  expect(months.Rows.map((row) => row.ExitsBefore)).toEqual([1, 1]);
  expect(await user.call('/api/statement/operation/list', { Compare: 'before' })).toMatchObject({
    code: 'kernel.compare-no-period',
  });
  const file = await user.call('/api/statement/operation/list/export', { ...april, Compare: 'before', Format: 'csv' });
  expect(file.message).toBe('');
  const [head, ...lines] = (await (await fetch(server.url + file.data)).text()).trim().split('\n');
  expect(head).toContain('应收,应收（对比期）,应收变化（%）');
  expect(lines).toHaveLength(2);
  expect(lines.some((line) => line.includes(String(Rows[0]!.ReceivedBefore)))).toBe(true);
});

test('groups of the other period alone are shown too', async () => {
  const own = await ask('/api/statement/posCollector/list', {
    From: '2026-03-31T16:00:00Z',
    To: '2026-04-01T15:59:59Z',
  });
  const next = { From: '2026-04-01T16:00:00Z', To: '2026-04-02T15:59:59Z' };
  const { Rows, Totals } = await ask('/api/statement/posCollector/list', { ...next, Compare: 'before' });
  const shown = Rows.map((row) => [row.ActorName, row.LotName, row.Net, row.NetBefore, row.NetGrowth]);
  expect(shown).toEqual(own.Rows.map((row) => [row.ActorName, row.LotName, '0.00', row.Net, -100]));
  expect(Totals).toMatchObject({ Net: '0.00', NetBefore: own.Totals.Net });
  const yearBefore = await ask('/api/statement/posCollector/list', { ...next, Compare: 'year-before' });
  expect(yearBefore.Rows).toEqual([]);
});

test('billing statistics count every ended stay once, whatever they are grouped by', async () => {
  const [rule, kind, length] = await Promise.all(
    ['rule', 'kind', 'length'].map((By) => ask('/api/statement/billing/list', { By })),
  );
  expect(kind!.Totals).toEqual(rule!.Totals);
  expect(length!.Totals).toEqual(rule!.Totals);
  expect(rule!.Rows.map((row) => row.ChargeRuleName)).toEqual(expect.arrayContaining(['Rule1', 'Rule2']));
  const sum = (rows: Row[], key: string) => rows.reduce((all, row) => all + Number(row[key]), 0);
  expect(sum(length!.Rows, 'StayCount')).toBe(length!.Totals.StayCount);
  expect(length!.Rows.map((row) => row.FromMinutes)).toEqual(
    [...length!.Rows.map((row) => row.FromMinutes)].sort((a, b) => Number(a) - Number(b)),
  );
});

test('turnover of lots agrees with the statistics', async () => {
  const { Rows } = await ask('/api/statement/spotTurnover/list', { From: '2026-03-31', To: '2026-03-31' });
  const { data } = await user.call('/api/statistics/get', { From: '2026-03-31', To: '2026-03-31' });
  for (const lot of data.Lots)
    expect(Rows.find((row) => row.LotId === lot.LotId)).toMatchObject({ Entries: lot.Entries, Turnover: lot.Turnover });
});

test('a lot that grows changes the figures of no day before', async () => {
  const turnover = async (day: string) => {
    const { Rows } = await ask('/api/statement/spotTurnover/list', { By: 'lot', From: day, To: day });
    const { Spots, Turnover, Occupancy } = Rows.find((row) => row.LotId === lots[0]!.id)!;
    return { Spots, Turnover, Occupancy };
  };
  const [march, april] = [await turnover('2026-03-31'), await turnover('2026-04-01')];
  expect(march.Spots).toBe(50);
  const { data } = await user.call('/api/parkLot/get', { Id: lots[0]!.id });
  const grown = await user.call('/api/parkLot/update', { Id: data.Id, Version: data.Version, Capacity: 200 });
  expect(grown.message).toBe('');
  expect(await turnover('2026-03-31')).toEqual(march);
  // An hour after the change, 200 spots were offered for one of the hours of the day.
  clock.set(new Date(clock.now().getTime() + 3_600_000));
  const now = await turnover('2026-04-01');
  expect(now.Spots).toBe(200);
  expect(Number(now.Occupancy)).toBeLessThan(Number(april.Occupancy));
  expect(Number(now.Occupancy)).toBeGreaterThan(Number(april.Occupancy) / 4);
  const days = await user.call('/api/statistics/getPage', { From: '2026-03-31', To: '2026-04-01', LotIds: [data.Id] });
  expect(days.data.Rows.map((row: Row) => row.Capacity)).toEqual([50, 200]);
});

test('accounts see their own lots; another tenant sees nothing', async () => {
  const permissions = [
    'operation-statement.list',
    'pay-method.list',
    'collector-statement.list',
    'billing-stat.list',
    'spot-turnover.list',
  ];
  const apart = await server.newUser(user, permissions, [lots[1]!.id]);
  for (const path of ['operation', 'payMethod', 'posCollector', 'spotTurnover']) {
    const { Rows } = await ask(`/api/statement/${path}/list`, {}, apart);
    expect(new Set(Rows.map((row) => row.LotId)), path).toEqual(new Set([lots[1]!.id]));
  }
  const stranger = await server.newTenant();
  for (const path of ['operation', 'payMethod', 'posCollector', 'billing', 'spotTurnover'])
    expect((await ask(`/api/statement/${path}/list`, {}, stranger)).Rows, path).toEqual([]);
});

describe('periods', () => {
  const today = dayOfKey('2026-03-31');
  const keys = (asked: Partial<Parameters<typeof periodsOf>[0]>) =>
    periodsOf({ by: null, from: null, to: null, ...asked }, today).map((one) => one.key);

  test('are whole days, months or years that the chosen days touch', () => {
    expect(keys({ by: 'day', from: '2026-02-27', to: '2026-03-01' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
    expect(keys({ by: 'month', from: '2025-12-31', to: '2026-02-01' })).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(keys({ by: 'year', from: '2024-06-01', to: '2026-01-01' })).toEqual(['2024', '2025', '2026']);
  });

  test('are the usual ones up to today where none are chosen', () => {
    expect(keys({})).toHaveLength(14);
    expect(keys({}).at(-1)).toBe(keyOfDay(today));
    expect(keys({ by: 'month' })).toHaveLength(12);
    expect(keys({ by: 'year' })).toEqual(['2024', '2025', '2026']);
  });

  test('that end before they begin, or are too many, are refused', () => {
    expect(() => keys({ from: '2026-04-02' })).toThrow();
    expect(() => keys({ from: '2025-12-01' })).toThrow('93');
    expect(() => keys({ by: 'month', from: '2020-01-01' })).toThrow('36');
  });
});
