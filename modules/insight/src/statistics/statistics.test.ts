import { SetClock } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { statHour } from '../stat/stat-hour.service.ts';
import { compareRebuilt } from '../verify/rebuild.service.ts';
import { verifyTenant } from '../verify/verify.service.ts';

/** 12:20 in Shanghai, 09:50 in Kolkata and 00:20 in New York, on Wednesday 11 March 2026. */
const NOW = new Date('2026-03-11T04:20:00Z');
let server: TestServer;
const clock = new SetClock(NOW);

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
afterAll(() => server?.stop());

let made = 0;
async function newLot(user: TestUser, values: object = {}): Promise<string> {
  made += 1;
  const answer = await user.call('/api/parkLot/create', {
    Name: `S-${made}`,
    Code: `S${made}`,
    Capacity: 10,
    ...values,
  });
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data.Id;
}

type Fact = readonly [kind: string, at: string, data: object];

async function tell(user: TestUser, lotId: string, facts: readonly Fact[]) {
  const { database } = server.product.kernel;
  await database.inTenant(await user.who(), async (tx) => {
    for (const [kind, at, data] of facts) tx.emit(eventNamed(kind), { lotId, at: new Date(at), data: { ...data } });
  });
  await server.product.consumers.drain();
}

const entry = (at: string): Fact => ['stay.opened', at, { plateColor: 1 }];
const exit = (at: string, minutes: number, feeFen = 0): Fact => [
  'stay.left',
  at,
  { feeFen, reducedFen: 0, paidFen: feeFen, isPhysical: true, parkedSeconds: minutes * 60 },
];
const paid = (at: string, amountFen: number): Fact => [
  'payment.succeeded',
  at,
  { amountFen, excessFen: 0, channel: 'cash' },
];
/** A car that stood from one moment to another and paid at the end. */
function stay(from: string, to: string, feeFen = 0): Fact[] {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000;
  return [entry(from), exit(to, minutes, feeFen), ...(feeFen > 0 ? [paid(to, feeFen)] : [])];
}

async function ask(user: TestUser, input: object) {
  const answer = await user.call('/api/statistics/get', input);
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data;
}
const sumOf = (rows: readonly Record<string, number>[], key: string) =>
  rows.reduce((total, one) => total + (one[key] ?? 0), 0);
const DAY = { From: '2026-03-10', To: '2026-03-10' };

test('facts become the figures of a day, of its hours and of the lengths of its stays', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user);
  await tell(user, lotId, [
    // Tuesday 10 March begins at 16:00 UTC the day before. Inside over midnight: an entry of Monday, an exit of Tuesday.
    ...stay('2026-03-09T14:00:00Z', '2026-03-09T18:00:00Z', 1000),
    ...stay('2026-03-10T01:00:00Z', '2026-03-10T01:14:59Z'),
    ...stay('2026-03-10T01:05:00Z', '2026-03-10T01:20:00Z', 300),
    ...stay('2026-03-10T01:30:00Z', '2026-03-10T07:30:00Z', 1200),
    // Closed by a repeated entry: neither an exit nor a length.
    entry('2026-03-10T02:00:00Z'),
    ['stay.closed', '2026-03-10T03:00:00Z', { feeFen: 200, isPhysical: false, parkedSeconds: 3600 }],
  ]);
  const data = await ask(user, DAY);
  expect(data.Total).toMatchObject({ Entries: 4, Exits: 4, Stays: 4, Received: '25.00', Fee: '27.00', Unpaid: '2.00' });
  expect(data.Total.MeanStaySeconds).toBe(Math.round((4 * 3600 + 899 + 900 + 6 * 3600) / 4));
  expect(data.Stays.filter((one: { Count: number }) => one.Count > 0)).toEqual([
    { FromMinutes: 0, ToMinutes: 15, Count: 1 },
    { FromMinutes: 15, ToMinutes: 30, Count: 1 },
    { FromMinutes: 240, ToMinutes: 480, Count: 2 },
  ]);
  // Two hours of the car of the evening before, 899 s, 900 s, six hours and the hour of the one that was closed.
  const stood = 2 * 3600 + 899 + 900 + 6 * 3600 + 3600;
  expect(data.Total.Occupancy).toBeCloseTo(stood / (10 * 86_400), 4);
  expect(data.Total.Turnover).toBe(0.4);
  expect(data.Hours).toHaveLength(168);
  const at = (hour: number) => data.Hours[24 + hour];
  expect(at(9)).toMatchObject({ Weekday: 2, Hour: 9, Entries: 3, Exits: 2 });
  expect(at(9).Inside).toBeCloseTo((899 + 900 + 1800) / 3600);
  expect(at(0)).toMatchObject({ Entries: 0, Exits: 0, Inside: 1 });
  expect([sumOf(data.Hours, 'Entries'), sumOf(data.Hours, 'Exits')]).toEqual([4, 4]);
  expect(await compareRebuilt(server.product.kernel.database, statHour, user.tenantId)).toMatchObject({
    brokenCount: 0,
  });
});

test('every lot has its own days; a zone off the full hour too; parts add up to the console', async () => {
  const user = await server.newTenant();
  const shanghai = await newLot(user);
  const kolkata = await newLot(user, { TimeZone: 'Asia/Kolkata' });
  // Midnight is at 16:00 UTC in Shanghai and at 18:30 UTC in Kolkata.
  const moments = ['2026-03-10T15:59:00Z', '2026-03-10T16:00:00Z', '2026-03-10T18:29:00Z', '2026-03-10T18:30:00Z'];
  for (const lotId of [shanghai, kolkata]) await tell(user, lotId, [...moments.map(entry), paid(moments[3]!, 700)]);
  const today = { From: '2026-03-11', To: '2026-03-11' };
  const data = await ask(user, today);
  expect(Object.fromEntries(data.Lots.map((one: Record<string, unknown>) => [one.LotId, one.Entries]))).toEqual({
    [shanghai]: 3,
    [kolkata]: 1,
  });
  const console = (await user.call('/api/dashboard/getConsole', {})).data.Today;
  expect(data.Total).toMatchObject({ Entries: console.Entries, Exits: console.Exits, Received: console.Received });
  expect(sumOf(data.Hours, 'Entries')).toBe(console.Entries);
  // Both lots' midnight is the first hour of Wednesday.
  expect(data.Hours[48]).toMatchObject({ Entries: 2 });
  const week = await ask(user, { From: '2026-03-05', To: '2026-03-11' });
  expect(sumOf(week.Days, 'Entries')).toBe(8);
  expect(sumOf(week.Lots, 'Entries')).toBe(8);
  expect(sumOf(week.Hours, 'Entries')).toBe(8);
  const alone = await ask(user, { ...today, LotIds: [kolkata] });
  expect(alone).toMatchObject({ Zone: 'Asia/Kolkata', StartsAt: '2026-03-10T18:30:00.000Z', Total: { Entries: 1 } });
});

test('a day of 23 hours offers less, and its hours are those of the wall clock', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user, { TimeZone: 'America/New_York', Capacity: 1 });
  // New York sprang forward on Sunday 8 March 2026: 05:00 UTC to 04:00 UTC the next day.
  await tell(user, lotId, stay('2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'));
  const data = await ask(user, { From: '2026-03-08', To: '2026-03-08' });
  expect(data.Total).toMatchObject({ Entries: 1, Exits: 0, Occupancy: 1 });
  const sunday = data.Hours.slice(144);
  expect(sunday[1].Inside).toBe(1);
  expect(sunday[2].Inside).toBeNull();
  expect(sunday[3].Inside).toBe(1);
});

test('a period that runs is compared up to the same moment, and with the same days a year before', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user);
  await tell(user, lotId, [
    entry('2026-03-11T01:00:00Z'),
    // Yesterday at 12:19 and 12:21.
    entry('2026-03-10T04:19:00Z'),
    entry('2026-03-10T04:21:00Z'),
    entry('2025-03-11T04:19:00Z'),
    entry('2025-03-11T04:21:00Z'),
    entry('2025-03-10T04:00:00Z'),
  ]);
  const today = await ask(user, { From: '2026-03-11', To: '2026-03-11' });
  expect(today).toMatchObject({
    Total: { Entries: 1 },
    Before: { From: '2026-03-10', To: '2026-03-10', Entries: 1 },
    YearBefore: { From: '2025-03-11', To: '2025-03-11', Entries: 1 },
  });
  // Cars of a year before that never left are inside still: four since then, and one more from nine o'clock on.
  expect(today.Total.Occupancy).toBeCloseTo((5 * 44_400 + 12_000 - 0) / (10 * 44_400), 3);
  const past = await ask(user, DAY);
  expect(past).toMatchObject({ Total: { Entries: 2 }, YearBefore: { Entries: 1 } });
});

test.each([
  ['the first day after the last', { From: '2026-03-11', To: '2026-03-10' }, 'statistics.days-order'],
  ['too many days', { From: '2025-12-01', To: '2026-03-10' }, 'statistics.too-long'],
  ['no days', {}, 'kernel.bad-input'],
  ['a day that is none', { From: '2026-02-30', To: '2026-03-10' }, 'kernel.bad-input'],
])('refuses %s', async (_, input, code) => {
  const user = await server.newTenant();
  expect((await user.call('/api/statistics/get', input)).code).toBe(code);
});

test('only lots of the caller are in it, and nobody sees another tenant', async () => {
  const user = await server.newTenant();
  const mine = await newLot(user, { Capacity: 7 });
  const others = await newLot(user, { Capacity: 50 });
  for (const lotId of [mine, others]) await tell(user, lotId, [entry('2026-03-10T01:00:00Z')]);
  const partly = await server.newUser(user, ['statistics.view'], [mine]);
  expect(await ask(partly, DAY)).toMatchObject({ Capacity: 7, Total: { Entries: 1 }, Lots: [{ LotId: mine }] });
  for (const LotIds of [[others], [mine, others]])
    expect((await partly.call('/api/statistics/get', { ...DAY, LotIds })).code).toBe('kernel.not-found');
  const rows = (await partly.call('/api/statistics/getPage', DAY)).data.Rows;
  expect(rows).toMatchObject([{ LotId: mine, Day: '2026-03-10', Entries: 1 }]);
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/statistics/get', { ...DAY, LotIds: [mine] })).code).toBe('kernel.not-found');
  expect((await ask(stranger, DAY)).Total.Entries).toBe(0);
  const nobody = await server.newUser(user, ['console.view']);
  expect((await nobody.call('/api/statistics/get', DAY)).code).toBe('kernel.no-permission');
});

test('the rows of an export are a lot and a day each, and sum up to the figures', async () => {
  const user = await server.newTenant();
  const lots = [await newLot(user), await newLot(user, { TimeZone: 'Asia/Kolkata' })];
  for (const lotId of lots) await tell(user, lotId, stay('2026-03-09T01:00:00Z', '2026-03-10T02:00:00Z', 900));
  const days = { From: '2026-03-09', To: '2026-03-10' };
  const { Rows, Total } = (await user.call('/api/statistics/getPage', { ...days, PerPage: 3 })).data;
  expect([Rows.length, Total]).toEqual([3, 4]);
  const all = (await user.call('/api/statistics/getPage', days)).data.Rows;
  const { Total: total } = await ask(user, days);
  expect([sumOf(all, 'Entries'), sumOf(all, 'Exits'), sumOf(all, 'Stays')]).toEqual([
    total.Entries,
    total.Exits,
    total.Stays,
  ]);
});

test('who turned back, was closed or is void has no length; the orders of a bucket are as many as it says', async () => {
  const start = new Date('2026-03-11T04:20:00Z');
  const user = await server.newTenant();
  const gate = new TestGate(server, user, clock, start);
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30 });
  const seen: readonly (readonly ['entry' | 'exit', string, number])[] = [
    ['entry', '粤B30001', 0],
    ['exit', '粤B30001', 10],
    ['entry', '粤B30002', 0],
    ['exit', '粤B30002', 12],
    // A repeated entry closes the first stay of this one.
    ['entry', '粤B30003', 0],
    ['entry', '粤B30003', 40],
    ['exit', '粤B30003', 50],
  ];
  for (const [direction, plate, minute] of [...seen].sort((one, other) => one[2] - other[2]))
    await gate.see(lot[direction], plate, minute, { isOffline: true, receivedMinute: minute + 1 });
  const { data } = await user.call('/api/order/getOrderPage', { Plate: '粤B30002' });
  const asked = await user.call('/api/order/void', { OrderId: data.Rows[0].Id, Reason: '车牌识别有误' });
  const second = await server.newUser(user, ['review.decide', 'review.list', 'order.void']);
  await second.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId] });
  await server.product.consumers.drain();
  const shown = await ask(user, { From: '2026-03-11', To: '2026-03-11' });
  expect(shown.Total).toMatchObject({ Entries: 4, Exits: 3, Stays: 2, MeanStaySeconds: 600 });
  expect(shown.Stays[0]).toEqual({ FromMinutes: 0, ToMinutes: 15, Count: 2 });
  const bucket = {
    ParkingState: 'left',
    LeftFrom: shown.StartsAt,
    LeftTo: shown.EndsAt,
    MinMinutes: 0,
    UnderMinutes: 15,
  };
  expect((await user.call('/api/order/getOrderPage', bucket)).data.Total).toBe(2);
  expect((await user.call('/api/order/getOrderPage', { ...bucket, MinMinutes: 11 })).data.Total).toBe(0);
  expect((await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0)).toEqual([]);
});
