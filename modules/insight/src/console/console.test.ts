import { SetClock } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** 12:20 in Shanghai and 09:50 in Kolkata, on Wednesday 11 March 2026. */
const NOW = '2026-03-11T04:20:00Z';
let server: TestServer;
const clock = new SetClock(new Date(NOW));

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
afterAll(() => server?.stop());

let made = 0;
async function newLot(user: TestUser, values: object = {}): Promise<string> {
  made += 1;
  const answer = await user.call('/api/parkLot/create', {
    Name: `Lot-${made}`,
    Code: `L${made}`,
    Capacity: 40,
    ...values,
  });
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data.Id;
}

/** Files facts and waits until they are counted. */
async function tell(user: TestUser, lotId: string, facts: readonly [kind: string, at: string, data: object][]) {
  const { database } = server.product.kernel;
  await database.inTenant(await user.who(), async (tx) => {
    for (const [kind, at, data] of facts) tx.emit(eventNamed(kind), { lotId, at: new Date(at), data: { ...data } });
  });
  await server.until('the facts are counted', async () => {
    const [row] = await database.system<{ isDone: boolean }>(
      `select not exists (select from event e, consumer_position p
         where p.name = 'stat-hour' and e.seq > p.seq) as "isDone"`,
    );
    return row?.isDone;
  });
}

const entry = (at: string, more: object = {}): [string, string, object] => [
  'stay.opened',
  at,
  { plateColor: 1, ...more },
];
const paid = (at: string, amountFen: number, channel = 'cash'): [string, string, object] => [
  'payment.succeeded',
  at,
  { amountFen, excessFen: 0, channel },
];

async function ask(user: TestUser, input: object = {}) {
  const answer = await user.call('/api/dashboard/getConsole', input);
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data;
}

test('days begin at midnight of the lot, comparisons end at the same minute', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user);
  await tell(user, lotId, [
    entry('2026-03-10T15:59:59Z'),
    entry('2026-03-10T16:00:00Z'),
    entry('2026-03-11T04:19:59Z', { vehicleKind: 'medium' }),
    // Yesterday: from its midnight up to 12:20, the part of the hour included to the second.
    entry('2026-03-09T16:00:00Z'),
    entry('2026-03-10T04:19:59Z'),
    entry('2026-03-10T04:20:00Z'),
    entry('2026-03-03T16:00:00Z'),
    entry('2026-03-04T04:10:00Z'),
    entry('2026-03-04T04:30:00Z'),
  ]);
  const { Today, Yesterday, LastWeek, VehicleKinds, Curve, Before } = await ask(user);
  expect([Today.Entries, Yesterday.Entries, LastWeek.Entries]).toEqual([2, 2, 2]);
  // An event from before kinds were recorded tells the kind by its plate's colour.
  expect(VehicleKinds).toEqual([
    { VehicleKind: 'medium', Count: 1 },
    { VehicleKind: 'small', Count: 1 },
  ]);
  expect(Curve.map((one: { Entries: number }) => one.Entries)).toEqual([
    1,
    ...Array(11).fill(0),
    1,
    ...Array(11).fill(0),
  ]);
  expect(Curve[0].At).toBe('2026-03-10T16:00:00.000Z');
  expect(Before.map((one: { Entries: number }) => one.Entries)).toEqual([
    1,
    ...Array(11).fill(0),
    2,
    ...Array(10).fill(0),
    1,
  ]);
});

test('a zone off the full hour has its own midnight, and every lot its own day', async () => {
  const user = await server.newTenant();
  const shanghai = await newLot(user);
  const kolkata = await newLot(user, { TimeZone: 'Asia/Kolkata' });
  // 18:30 UTC is midnight in Kolkata; 16:00 UTC is midnight in Shanghai.
  const facts = ['2026-03-10T15:59:00Z', '2026-03-10T16:00:00Z', '2026-03-10T18:29:00Z', '2026-03-10T18:30:00Z'];
  for (const lotId of [shanghai, kolkata])
    await tell(
      user,
      lotId,
      facts.map((at) => entry(at)),
    );
  const { Today, Curve, Ranking } = await ask(user);
  expect(Today.Entries).toBe(4);
  expect(
    Object.fromEntries(Ranking.map((one: { LotId: string; Entries: number }) => [one.LotId, one.Entries])),
  ).toEqual({
    [shanghai]: 3,
    [kolkata]: 1,
  });
  expect(Curve.reduce((sum: number, one: { Entries: number }) => sum + one.Entries, 0)).toBe(4);
  const alone = await ask(user, { LotId: kolkata });
  expect(alone.Curve[0]).toMatchObject({ At: '2026-03-10T18:30:00.000Z', Entries: 1 });
  const days = await ask(user, { LotId: kolkata, Span: 'day' });
  expect(days.Curve.map((one: { Entries: number }) => one.Entries).slice(-2)).toEqual([3, 1]);
});

test('months are those of the lots, and compared with the year before', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user);
  await tell(user, lotId, [
    entry('2026-03-10T01:00:00Z'),
    // The last minute of January and the first of February in Shanghai.
    entry('2026-01-31T15:59:00Z'),
    entry('2026-01-31T16:00:00Z'),
    entry('2025-04-15T03:00:00Z'),
    entry('2025-03-31T15:59:00Z'),
    paid('2026-02-10T03:00:00Z', 1200),
  ]);
  const { Curve, Before } = await ask(user, { Span: 'month' });
  const entries = (points: { Entries: number }[]) => points.map((one) => one.Entries);
  expect(entries(Curve)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
  expect(entries(Before)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(Curve[0].At).toBe('2025-03-31T16:00:00.000Z');
  expect(Curve[10]).toMatchObject({ Received: '12.00' });
});

test('areas show what they have received of their target this month', async () => {
  const user = await server.newTenant();
  const area = (await user.call('/api/area/create', { Name: '南山', Target: '100.00' })).data.Id;
  const [own, other] = [await newLot(user, { AreaId: area }), await newLot(user)];
  await tell(user, own, [paid('2026-03-01T02:00:00Z', 2500), paid('2026-02-28T15:00:00Z', 700)]);
  await tell(user, other, [paid('2026-03-02T02:00:00Z', 900)]);
  const shown = { Name: '南山', LotIds: [own], Target: '100.00', Received: '25.00' };
  expect((await ask(user)).Areas).toEqual([expect.objectContaining(shown)]);
  // Of a part of an area a target says nothing.
  expect((await ask(user, { LotId: other })).Areas).toEqual([]);
});

test('devices of every kind that went offline are things to do', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user);
  const { tenantId } = await user.who();
  const kinds = { OfflineScreens: 'screen', OfflineLcds: 'lcd', OfflineMagnetics: 'magnetic' };
  for (const [path, body] of [
    [
      '/api/screen/create',
      { Name: '引导屏', LotId: lotId, Kind: 'guidance', Route: 'tcp', Address: '192.0.2.9', Port: 8000 },
    ],
    ['/api/lcd/create', { Name: '大堂屏', LotId: lotId }],
    ['/api/magnetic/create', { SerialNo: 'M-1', LotId: lotId }],
  ] as const) {
    const made = await user.call(path, body);
    expect([path, made.message]).toEqual([path, '']);
  }
  for (const [key, table] of Object.entries(kinds)) {
    expect((await ask(user)).Todo[key]).toBe(0);
    await server.product.kernel.database.system(`update ${table} set state = 'offline' where tenant_id = $1`, [
      tenantId,
    ]);
    expect([key, (await ask(user)).Todo[key]]).toEqual([key, 1]);
  }
});

test('packs that end within a week are a thing to do', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user);
  const rule = await user.call('/api/packRule/create', { Name: 'Month', Price: '300.00' });
  const sell = (Plate: string, ValidFrom: string) =>
    user.call('/api/pack/sell', {
      PackRuleId: rule.data.Id,
      LotId: lotId,
      Plates: [Plate],
      OwnerName: 'Li',
      ValidFrom,
      Amount: '300.00',
      Method: 'cash',
    });
  // They end on 15 and on 25 March.
  expect(await sell('浙A70001', '2026-02-14T16:00:00Z')).toMatchObject({ state: 'success' });
  expect(await sell('浙A70002', '2026-02-24T16:00:00Z')).toMatchObject({ state: 'success' });
  expect((await ask(user)).Todo.EndingPacks).toBe(1);
  const { Total } = (
    await user.call('/api/pack/list', {
      State: 'active',
      ValidUntilFrom: NOW,
      ValidUntilTo: '2026-03-18T04:20:00Z',
    })
  ).data;
  expect(Total).toBe(1);
});

test('money is what came in, fees are what ended, less what was voided', async () => {
  const user = await server.newTenant();
  const lotId = await newLot(user);
  const at = '2026-03-11T02:00:00Z';
  await tell(user, lotId, [
    ['stay.left', at, { feeFen: 1000, reducedFen: 300, paidFen: 700 }],
    ['stay.left', at, { feeFen: 500, reducedFen: 0, paidFen: 100 }],
    ['stay.closed', at, { feeFen: 200, reducedFen: 0, paidFen: 0 }],
    ['stay.voided', at, { wasInside: false, feeFen: 200 }],
    ['stay.voided', at, { wasInside: true, feeFen: 900 }],
    paid(at, 700, 'sandbox'),
    paid(at, 100),
  ]);
  const { Today, Channels } = await ask(user);
  expect(Today).toMatchObject({ Exits: 2, Closed: 1, Voided: 2, Fee: '15.00', Received: '8.00', Reduced: '3.00' });
  expect(Today).toMatchObject({ UnpaidCount: 2, Unpaid: '6.00' });
  expect(Channels).toEqual([
    { Channel: 'sandbox', Amount: '7.00', Count: 1 },
    { Channel: 'cash', Amount: '1.00', Count: 1 },
  ]);
});

test('only the lots of the caller are in it', async () => {
  const user = await server.newTenant();
  const mine = await newLot(user, { Capacity: 7 });
  const others = await newLot(user, { Capacity: 50 });
  for (const lotId of [mine, others]) await tell(user, lotId, [entry('2026-03-11T01:00:00Z')]);
  const partly = await server.newUser(user, ['console.view'], [mine]);
  const seen = await ask(partly);
  expect(seen).toMatchObject({ Capacity: 7, Today: { Entries: 1 } });
  expect(seen.Ranking.map((one: { LotId: string }) => one.LotId)).toEqual([mine]);
  expect((await partly.call('/api/dashboard/getConsole', { LotId: others })).code).toBe('kernel.not-found');
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/dashboard/getConsole', { LotId: mine })).code).toBe('kernel.not-found');
  expect((await ask(stranger)).Today.Entries).toBe(0);
});
