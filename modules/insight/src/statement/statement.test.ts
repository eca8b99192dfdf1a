import { dayOfKey, keyOfDay } from '@boyun/domain/period';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
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

test('billing statistics count every ended stay once, whatever they are grouped by', async () => {
  const [rule, kind, length] = await Promise.all(
    ['rule', 'kind', 'length'].map((By) => ask('/api/statement/billing/list', { By })),
  );
  expect(kind!.Totals).toEqual(rule!.Totals);
  expect(length!.Totals).toEqual(rule!.Totals);
  expect(rule!.Rows.map((row) => row.RuleName)).toEqual(expect.arrayContaining(['Rule1', 'Rule2']));
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
