import { type Report, rowsFilters } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { followFigures } from '@boyun/test-server/linked-rows';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { statHour } from '../stat/stat-hour.service.ts';
import { statLane } from '../stat/stat-lane.service.ts';
import { compareRebuilt } from '../verify/rebuild.service.ts';
import { carFlow } from './car-flow.contract.ts';

/** 23:30 in Shanghai on 3 March 2026, 21:00 in Kolkata. */
const START = new Date('2026-03-03T15:30:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let [home, away] = [] as unknown as [TestLot, TestLot];

interface Row {
  readonly [key: string]: string | number | null;
}

async function ask(by: string, more: object = {}, asker = user): Promise<{ Rows: Row[]; Totals: object }> {
  await server.product.consumers.drain();
  const answer = await asker.call('/api/statement/carFlow/list', { By: by, From: START, ...more });
  expect(answer.message).toBe('');
  return answer.data;
}
const flow = ({ Entries, Exits }: Row) => [Entries, Exits];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  home = await gate.newLot({}, { Capacity: 50 });
  away = await gate.newLot({}, { Capacity: 50, TimeZone: 'Asia/Kolkata' });
  // The exits were offline: their cars drove out and are reported later.
  const told = { isOffline: true, receivedMinute: 60 };
  await gate.see(home.entry, '粤B10001', 10);
  await gate.see(home.entry, '粤B12345D', 25, { plateColor: 6 });
  await gate.see(home.entry, '粤B10003', 40);
  await gate.see(away.entry, '粤B10004', 41);
  await gate.see(home.exit, '粤B10001', 20, told);
  await gate.see(home.exit, '粤B12345D', 28, { plateColor: 6, ...told });
  await gate.see(away.exit, '粤B10004', 50, told);
  gate.at(120);
});
afterAll(() => server?.stop());

test('cars are counted by lot, lane, day and hour of the lot, and kind of vehicle, with the same sums each way', async () => {
  const lots = await ask('lot');
  expect(lots.Rows.map((row) => [row.LotId, ...flow(row)])).toEqual([
    [home.id, 3, 2],
    [away.id, 1, 1],
  ]);
  const lanes = await ask('lane', { LotId: home.id });
  expect(lanes.Rows.map((row) => [row.LaneName, row.GateName, ...flow(row)])).toEqual([
    ['entry', 'Gate entry', 3, 0],
    ['exit', 'Gate exit', 0, 2],
  ]);
  const days = await ask('day');
  expect(days.Rows.map((row) => [row.Day, ...flow(row)])).toEqual([
    ['2026-03-03', 3, 3],
    ['2026-03-04', 1, 0],
  ]);
  // Half past eleven in Shanghai is nine in Kolkata, where an hour begins at half past of UTC.
  const hours = await ask('hour');
  expect(hours.Rows.map((row) => [row.Hour, ...flow(row)])).toEqual([
    ['00:00', 1, 0],
    ['21:00', 1, 1],
    ['23:00', 2, 2],
  ]);
  const kinds = await ask('kind', { LotId: home.id });
  expect(kinds.Rows.map((row) => [row.VehicleKind, ...flow(row)])).toEqual([
    ['small', 2, 1],
    ['large', 1, 1],
  ]);
  expect((await ask('day', { VehicleKind: 'large' })).Totals).toEqual({ Entries: 1, Exits: 1 });
  for (const by of ['gate', 'lane', 'day', 'hour', 'kind']) expect((await ask(by)).Totals).toEqual(lots.Totals);
});

test.each(['lot', 'lane', 'day', 'kind'])(
  'by %s, its figures are the numbers of the orders they link to',
  async (by) => {
    // Days are those of the lots.
    const filters = {
      by,
      lotId: by === 'day' ? home.id : null,
      from: START,
      to: new Date(START.getTime() + 86_400_000 - 1000),
    };
    const { shown, found } = await followFigures(user, carFlow as unknown as Report, filters);
    expect(shown.length).toBeGreaterThan(2);
    expect(found).toEqual(shown);
  },
);

test('it agrees with the console, and with the log after corrections', async () => {
  const rows = (await user.call('/api/order/getOrderPage', { Plate: '粤B10001' })).data.Rows;
  const reviewer = await server.newUser(user, ['review.list', 'review.decide']);
  const asked = await user.call('/api/order/correctTimes', {
    OrderId: rows[0].Id,
    EnteredAt: new Date(START.getTime() - 40 * 60_000),
    Reason: '相机时钟慢了',
  });
  expect(asked.message).toBe('');
  const { Rows } = (await reviewer.call('/api/review/getReviewList', { State: 'pending' })).data;
  await reviewer.call('/api/review/approve', { ReviewIds: Rows.map((one: { Id: string }) => one.Id) });
  expect((await ask('lot', { LotId: home.id })).Totals).toEqual({ Entries: 2, Exits: 2 });
  // The page says so with the orders that were corrected after they had ended.
  const told = rowsFilters(carFlow.corrected!, carFlow as unknown as Report, {}, { from: START }, 'Asia/Shanghai')!;
  expect(told).toMatchObject({ isCorrected: true, leftFrom: START });
  const corrected = await user.call('/api/order/getOrderPage', { IsCorrected: true, LeftFrom: START });
  expect(corrected.data.Rows.map((row: Row) => row.Plate)).toEqual(['粤B10001']);
  const since = new Date(START.getTime() - 3_600_000);
  expect((await ask('lane', { LotId: home.id, From: since })).Rows.map((row) => [row.LaneName, ...flow(row)])).toEqual([
    ['entry', 3, 0],
    ['exit', 0, 2],
  ]);
  const { kernel } = server.product;
  const sums = await kernel.database.system<{ entries: number; exits: number; counted: number; left: number }>(
    `select (select sum(entries)::int from stat_lane where tenant_id = $1) as entries,
       (select sum(exits)::int from stat_lane where tenant_id = $1) as exits,
       (select sum(count)::int from stat_hour where tenant_id = $1 and metric = 'entry') as counted,
       (select sum(count)::int from stat_hour where tenant_id = $1 and metric = 'exit') as left`,
    [user.tenantId],
  );
  expect(sums[0]).toEqual({ entries: 4, exits: 3, counted: 4, left: 3 });
  for (const projection of [statHour, statLane])
    expect(await compareRebuilt(kernel.database, projection, user.tenantId)).toMatchObject({ brokenCount: 0 });
});

test('lots beyond the caller are not counted, nor those of another tenant', async () => {
  const apart = await server.newUser(user, ['car-flow.list'], [away.id]);
  expect((await ask('lot', {}, apart)).Rows.map((row) => row.LotId)).toEqual([away.id]);
  const stranger = await server.newTenant();
  expect((await ask('lot', {}, stranger)).Rows).toEqual([]);
});
