import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tariff } from '@boyun/domain/fee';
import { gonePlates, SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;

/** At minute 90: one car has stayed for 25 hours, one for 90 minutes, one on the white list for 90 minutes; one has left. */
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 10 });
  const white = { LotIds: [lot.id], ValidFrom: '2026-01-01T00:00:00Z' };
  for (const Plate of ['粤B80003', '粤B80004']) await user.call('/api/billWhitePlate/create', { Plate, ...white });
  await gate.see(lot.entry, '粤B80001', -1410, { receivedMinute: 0, isOffline: true });
  await gate.see(lot.entry, '粤B80002', 0);
  await gate.see(lot.entry, '粤B80003', 0);
  await gate.see(lot.entry, '粤B80004', 0);
  await gate.see(lot.exit, '粤B80004', 10);
  gate.at(90);
});
afterAll(() => server?.stop());

test.each([
  ['粤B80001', { Fee: '18.00', Due: '18.00', PayState: 'unpaid' }],
  ['粤B80002', { Fee: '6.00', Due: '6.00', PayState: 'unpaid' }],
  ['粤B80003', { Fee: '6.00', Reduced: '6.00', Due: '0.00' }],
])('the order of %s, still inside, shows what it would pay now', async (Plate, sums) => {
  const list = await user.call('/api/order/getOrderPage', { LotId: lot.id, Plate });
  expect(list.data.Rows).toMatchObject([sums]);
});

test('an order that has ended shows what it ended with', async () => {
  const list = await user.call('/api/order/getOrderPage', { LotId: lot.id, Plate: '粤B80004' });
  const detail = await user.call('/api/order/getOrder', { OrderId: list.data.Rows[0].Id });
  const { Fee, Reduced, Due } = detail.data.Order;
  expect(list.data.Rows).toMatchObject([{ Fee, Reduced, Due, ParkingState: 'left' }]);
});

test.each([
  [{}, { Fee: '30.00', Reduced: '6.00', Paid: '0.00', Due: '24.00', LongCount: 1 }, 3],
  [{ MinHours: 24 }, { Fee: '18.00', Reduced: '0.00', Paid: '0.00', Due: '18.00', LongCount: 1 }, 1],
  [{ Standing: 'white' }, { Fee: '6.00', Reduced: '6.00', Due: '0.00' }, 1],
  [{ From: START }, { Fee: '12.00', Due: '6.00', LongCount: 0 }, 2],
  [{ To: new Date(START.getTime() - 1) }, { Fee: '18.00', LongCount: 1 }, 1],
  [{ Plate: '粤B99999' }, { Fee: '0.00', Reduced: '0.00', Paid: '0.00', Due: '0.00', LongCount: 0 }, 0],
])('the cars inside with %o add up to %o, whatever the page shows', async (filters, totals, total) => {
  const list = await user.call('/api/order/getInLotPage', { LotId: lot.id, PerPage: 1, ...filters });
  expect(list.data).toMatchObject({ Totals: totals, Total: total });
  expect(list.data.Rows).toHaveLength(Math.min(1, total));
});

test('of a car inside the fee is what is reduced, paid and due', async () => {
  const { data } = await user.call('/api/order/getInLotPage', { LotId: lot.id });
  expect(data.Rows).toHaveLength(3);
  for (const { Fee, Reduced, Paid, Due } of [...data.Rows, data.Totals])
    expect(Number(Fee)).toBe(Number(Reduced) + Number(Paid) + Number(Due));
});

test('sums of orders leave out what was last asked of cars inside', async () => {
  const own = await gate.newLot({}, { Capacity: 10 });
  for (const plate of ['粤B81001', '粤B81002']) {
    await gate.see(own.entry, plate, 90);
    // It is asked to pay and stays.
    await gate.see(own.exit, plate, 190);
  }
  const list = async (filters: object) =>
    (await user.call('/api/order/getOrderPage', { LotId: own.id, ...filters })).data;
  const [order] = (await list({ Plate: '粤B81001' })).Rows;
  await user.call('/api/order/collectCash', { OrderId: order.Id, Amount: order.Due });
  await gate.see(own.exit, '粤B81001', 191);
  gate.at(90);
  const { Rows, Totals } = await list({});
  expect(Rows.map((one: { ParkingState: string }) => one.ParkingState).sort()).toEqual(['inside', 'left']);
  expect(Totals).toMatchObject({ Fee: order.Fee, Paid: order.Fee });
  expect((await list({ ParkingState: 'inside' })).Totals ?? {}).toEqual({});
});

const EIGHTIES = ['粤B80001', '粤B80002', '粤B80003', '粤B80004'];

test.each([
  ['80001', ['粤B80001'], ['粤B80001'], 'any part of a plate'],
  ['b·8000', ['粤B80001', '粤B80002', '粤B80003'], EIGHTIES, 'in any written form'],
  ['粤B8000', ['粤B80001', '粤B80002', '粤B80003'], EIGHTIES, 'its beginning'],
  ['0004', [], ['粤B80004'], 'the last four characters'],
  ['粤B80004', [], ['粤B80004'], 'a car that left'],
  ['%%', [], [], 'signs of a pattern stand for themselves'],
])('%s finds cars inside %o and orders of %o: %s', async (Text, inside, plates) => {
  const { data } = await user.call('/api/order/find', { Text });
  const found = data.Inside.map((one: { Plate: string; LotName: string }) => [one.Plate, one.LotName]).sort();
  expect([found, data.Plates]).toEqual([inside.map((plate) => [plate, expect.any(String)]), plates]);
});

test.each([
  ['粤B80004', 1, 0],
  ['b·8000', 4, 3],
  ['粤b 8000', 4, 3],
  ['80001', 1, 1],
  ['0004', 1, 0],
  ['04', 1, 0],
  ['80009', 0, 0],
  ['%', 0, 0],
])('the filter %s: %i orders and %i cars inside with it anywhere in their plate', async (Plate, orders, inside) => {
  const totals = await Promise.all(
    ['/api/order/getOrderPage', '/api/order/getInLotPage'].map(
      async (path) => (await user.call(path, { LotId: lot.id, Plate })).data.Total,
    ),
  );
  expect(totals).toEqual([orders, inside]);
});

test('orders are found by the beginning of their number; those of other lots and tenants are not', async () => {
  const { data } = await user.call('/api/order/getOrderPage', { Plate: '粤B80004' });
  const number = data.Rows[0].OrderNo as string;
  const find = async (by: TestUser, Text: string) => (await by.call('/api/order/find', { Text })).data;
  expect((await find(user, number.slice(0, -1).toLowerCase())).OrderNos).toContain(number);
  expect((await find(user, number.slice(0, 5))).OrderNos).toEqual([]);
  const nothing = { Inside: [], Plates: [], OrderNos: [] };
  const elsewhere = await gate.newLot();
  for (const one of [await server.newTenant(), await server.newUser(user, ['order.list'], [elsewhere.id])])
    for (const part of [number, '粤B8000']) expect(await find(one, part)).toEqual(nothing);
});

test('a plate that no row has any more is not kept for the search', async () => {
  const { database } = server.product.kernel;
  const own = await gate.newLot();
  await gate.see(own.entry, '粤B83001', 0);
  await gate.see(own.entry, '粤B83002', 0);
  const kept = async () =>
    (
      await database.system<{ plate: string }>(
        `select distinct plate from plate_tail where tenant_id = $1 and tail like '8300%' order by plate`,
        [user.tenantId],
      )
    ).map((one) => one.plate);
  expect(await kept()).toEqual(['粤B83001', '粤B83002']);
  const mask = (table: string) =>
    database.system(`update ${table} set plate = '粤B****' where tenant_id = $1 and plate = '粤B83001'`, [
      user.tenantId,
    ]);
  await mask('passing');
  expect(await kept()).toHaveLength(2);
  for (const table of ['parking_order', 'alarm']) await mask(table);
  expect(await kept()).toEqual(['粤B83002']);
  // As when a month is dropped, which no trigger sees; more plates than the sweep examines at a time.
  await database.system(
    `insert into plate_tail (tenant_id, tail, plate)
     select $1, tail, plate from (select '粤C8300' || n as plate from generate_series(100, 700) n) p, plate_tails(plate) as tail`,
    [user.tenantId],
  );
  expect(await kept()).toHaveLength(602);
  await gonePlates.run(server.product.kernel);
  expect(await kept()).toEqual(['粤B83002']);
});

test('an order shows the name its rule has now', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B79001', 0);
  const [row] = (await user.call('/api/order/getOrderPage', { LotId: lot.id })).data.Rows;
  const nameOf = async () => (await user.call('/api/order/getOrder', { OrderId: row.Id })).data.Order.RuleName;
  const rules = (await user.call('/api/billRule/list', { PerPage: 200 })).data.Rows;
  const before = await nameOf();
  const rule = rules.find((one: { Name: string }) => one.Name === before);
  expect((await user.call('/api/billRule/update', { Id: rule.Id, Name: 'Renamed' })).state).toBe('success');
  expect(await nameOf()).toBe('Renamed');
});

/** Five yuan an hour, at most eight a day for all stays of a plate together. */
const LINKED: Tariff = {
  id: 'linked',
  version: 1,
  name: { zh: '合并', en: 'Linked' },
  linking: { by: 'day' },
  plans: [
    {
      id: 'car',
      windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 500 }] }],
      caps: [{ id: 'day', amountFen: 800, scope: { per: 'day' }, isShared: true }],
    },
  ],
};

describe('fifty cars inside, in ten groups of one unlisted, white, free, fixed and pack car', () => {
  const GROUPS = 10;
  let by: TestUser;
  let outer: TestLot;
  const plateOf = (group: number, kind: number) => `粤B6${group}${kind}77`;
  const ok = async (path: string, body: object) => {
    const answer = await by.call(path, body);
    expect(answer, path).toMatchObject({ state: 'success' });
    return answer.data;
  };

  /** The cars of odd groups are large and pay by the entry; all came at minute 60, and it is minute 200. */
  beforeAll(async () => {
    clock.set(START);
    by = await server.newTenant();
    const own = new TestGate(server, by, clock, START);
    outer = await own.newLot({}, { Capacity: 100 });
    const inner = await own.newLot({}, { Capacity: 100, OuterLotId: outer.id });
    const [{ ChargeRuleId: Id }] = (await ok('/api/billRuleBinding/list', { LotId: outer.id })).Rows;
    await ok('/api/billRule/saveDraft', { Id, Tariff: LINKED });
    await ok('/api/billRule/submit', { Id, IsConfirmed: true });
    await ok('/api/billRule/approve', { Id });
    const EffectiveFrom = new Date(START.getTime() + 60_000).toISOString();
    await ok('/api/billRule/publish', { Id, EffectiveFrom, IsConfirmed: true });
    const large = await ok('/api/billRule/createFromTemplate', { Name: 'Large', Template: 'per-entry' });
    await ok('/api/billRuleBinding/create', { ChargeRuleId: large.Id, LotId: outer.id, VehicleKinds: ['large'] });
    const hours = { DailyFrom: '11:00', DailyTo: '13:00' };
    const { Id: PackRuleId } = await ok('/api/packRule/create', { Name: 'Noon', Price: '300.00', ...hours });
    for (let group = 0; group < GROUPS; group += 1) {
      const always = { ValidFrom: '2026-01-01T00:00:00Z' };
      const entry = { LotIds: [outer.id], ...always };
      await ok('/api/billWhitePlate/create', { ...entry, Plate: plateOf(group, 1) });
      const MinutesPerStay = 70 + group;
      await ok('/api/billFreePlate/create', { ...entry, Plate: plateOf(group, 2), MinutesPerStay });
      const SpotId = (await ok('/api/parkSpot/create', { LotId: outer.id, Number: `A${group}` })).Id;
      await ok('/api/billFixedPlate/create', { LotId: outer.id, ...always, Plate: plateOf(group, 3), SpotId });
      const sale = { OwnerName: 'Li', ValidFrom: '2026-02-28T16:00:00Z', Amount: '300.00' };
      await ok('/api/pack/sell', { PackRuleId, LotId: outer.id, Plates: [plateOf(group, 4)], ...sale });
    }
    // An earlier stay of the day, to which the tariff links the one under way.
    const first = plateOf(0, 0);
    await own.see(outer.entry, first, 5, { vehicleKind: 'small' });
    await own.see(outer.exit, first, 45);
    const [order] = (await ok('/api/order/getOrderPage', { LotId: outer.id, Plate: first })).Rows;
    await ok('/api/order/collectCash', { OrderId: order.Id, Amount: order.Due });
    await server.until('the car has left', async () => (await own.orders(outer))[0]!.parking === 'left');
    for (let group = 0; group < GROUPS; group += 1)
      for (let kind = 0; kind < 5; kind += 1)
        await own.see(outer.entry, plateOf(group, kind), 60, { vehicleKind: group % 2 ? 'large' : 'small' });
    for (const group of [2, 3]) await own.see(inner.entry, plateOf(group, 0), 90 + group, { vehicleKind: 'small' });
    own.at(200);
  });

  const filtersOf = (path: string, Plate: string) => {
    const inside = path.endsWith('getOrderPage') ? { ParkingState: 'inside' } : {};
    return { LotId: outer.id, Plate, PerPage: 100, ...inside };
  };
  const rowsOf = async (path: string, Plate: string) => (await ok(path, filtersOf(path, Plate))).Rows;

  test.each(['/api/order/getInLotPage', '/api/order/getOrderPage'])(
    '%s takes as many statements for all as for one group',
    async (path) => {
      const { app, kernel } = server.product;
      const calls = new AsyncLocalStorage<{ statements: number }>();
      kernel.database.trace = () => {
        const own = calls.getStore();
        if (own) own.statements += 1;
      };
      /** The statements of one call, apart from work beside it, once the process has read what it keeps. */
      const count = async (Plate: string, cars: number) => {
        expect(await rowsOf(path, Plate)).toHaveLength(cars);
        const own = { statements: 0 };
        const payload = filtersOf(path, Plate);
        const headers = { authorization: `Bearer ${by.token}` };
        await calls.run(own, async () => void (await app.inject({ method: 'POST', url: path, headers, payload })));
        return own.statements;
      };
      const five = await count('粤B60', 5);
      expect(five).toBeGreaterThan(5);
      expect(await count('粤B6', 50)).toBe(five);
    },
  );

  test('their prices are those of each alone, in both lists, and the sums add them up', async () => {
    const inside = await rowsOf('/api/order/getInLotPage', '粤B6');
    const listed = await rowsOf('/api/order/getOrderPage', '粤B6');
    const sumsOf = ({ Plate, Fee, Reduced, Due }: Record<string, string>) => [Plate, Fee, Reduced, Due];
    const alone: (string | undefined)[][] = [];
    for (const { Id } of inside) alone.push(sumsOf((await ok('/api/order/getOrder', { OrderId: Id })).Order));
    expect(inside.map(sumsOf)).toEqual(alone);
    expect(listed.map(sumsOf).sort()).toEqual(alone.toSorted());
    const { Totals } = await ok('/api/order/getInLotPage', { LotId: outer.id, PerPage: 1 });
    const sum = (place: number) => alone.reduce((all, one) => all + Number(one[place]), 0).toFixed(2);
    expect(Totals).toMatchObject({ Fee: sum(1), Reduced: sum(2), Due: sum(3) });
    const dueOf = new Map(alone.map(([plate, , , due]) => [plate, due]));
    expect([0, 2, 3, 4].map((group) => [0, 1, 2, 3, 4].map((kind) => dueOf.get(plateOf(group, kind))))).toEqual([
      // The earlier stay took five yuan of the day's eight.
      ['3.00', '0.00', '8.00', '0.00', '5.00'],
      // The unlisted car of these groups has stood in the inner lot from minute 92 and 93 on.
      ['5.00', '0.00', '8.00', '0.00', '5.00'],
      ['10.00', '0.00', '10.00', '0.00', '10.00'],
      ['8.00', '0.00', '8.00', '0.00', '5.00'],
    ]);
    // What lists cover is part of the fee and is taken off it.
    const feeOf = new Map(alone.map(([plate, fee]) => [plate, fee]));
    expect([1, 2, 3, 4].map((kind) => feeOf.get(plateOf(4, kind)))).toEqual(['8.00', '8.00', '8.00', '8.00']);
  });

  test('the order and the driver see each reduction with its source', async () => {
    const explained = async (kind: number) => {
      const [{ Id }] = await rowsOf('/api/order/getInLotPage', plateOf(4, kind));
      const { Order, Reductions, FeeLines } = await ok('/api/order/getOrder', { OrderId: Id });
      const sum = (lines: { Amount: string }[]) => lines.reduce((all, one) => all + Number(one.Amount), 0).toFixed(2);
      expect([sum(FeeLines), sum(Reductions)]).toEqual([Order.Fee, Order.Reduced]);
      const { data } = await server.call('/api/payment/getPayPage', { Code: Order.PayPath.split('/').at(-1) });
      const shown = Reductions.map(({ Amount, Zh, En }: Record<string, string>) => ({ Amount, Zh, En }));
      expect(data).toMatchObject({ Fee: Order.Fee, Reductions: shown, Due: Order.Due });
      return Reductions;
    };
    const common = { Source: 'list', Payer: 'operator' };
    expect(await explained(0)).toEqual([]);
    expect(await explained(1)).toMatchObject([{ ...common, Kind: 'free', Value: null, Amount: '8.00' }]);
    expect(await explained(3)).toMatchObject([{ ...common, Kind: 'minutes', Zh: expect.stringContaining('固定车位') }]);
    expect(await explained(4)).toMatchObject([
      { ...common, Kind: 'minutes', Amount: '3.00', En: expect.stringContaining('Pack') },
    ]);
  });
});
