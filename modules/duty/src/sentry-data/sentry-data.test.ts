import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const RIGHTS = [
  'shift.take',
  'shift.sign',
  'order.collect',
  'order.list',
  'lane.open',
  'passing.settle',
  'passing.free',
];
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let wu: TestUser;
let zhou: TestUser;
let gate: TestGate;
let lot: TestLot;
let other: TestLot;
let booth: string;
let otherBooth: string;

const Reason = '现场核实';
const done = async (by: TestUser, path: string, body: object) => {
  const answer = await by.call(path, body);
  expect([path, answer.message]).toEqual([path, '']);
  return answer.data;
};
const list = async (by: TestUser, way: string, body: object = {}) =>
  (await done(by, `/api/statement/sentryData/${way}`, { From: START, ...body })) as {
    Rows: Record<string, unknown>[];
    Totals: Record<string, unknown>;
  };

async function newBooth(Name: string, of: TestLot) {
  const LaneIds = [of.entry.laneId, of.exit.laneId];
  return (await done(user, '/api/parkinLotSentry/create', { Name, LotId: of.id, LaneIds })).Id as string;
}

/** A car that enters, and leaves after paying cash or free of charge. */
async function stay(of: TestLot, plate: string, from: number, to: number, by: TestUser, isFree = false) {
  await gate.see(of.entry, plate, from);
  const { passingId } = await gate.see(of.exit, plate, to);
  if (isFree) return done(by, '/api/passing/free', { PassingId: passingId, Reason });
  const order = async () => (await done(user, '/api/order/getOrderPage', { LotId: of.id, Plate: plate })).Rows[0];
  const { Id, Due } = await order();
  await done(by, '/api/order/collectCash', { OrderId: Id, Amount: Due });
  // The barrier opens once the payment is confirmed.
  await server.until(`${plate} has left`, async () => (await order()).ParkingState === 'left');
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  [wu, zhou] = [await server.newUser(user, RIGHTS), await server.newUser(user, RIGHTS)];
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  [lot, other] = [await gate.newLot({}, { Capacity: 50 }), await gate.newLot({}, { Capacity: 50 })];
  [booth, otherBooth] = [await newBooth('East', lot), await newBooth('West', other)];
  await gate.see(lot.entry, '粤B10001', 1);
  gate.at(10);
  const { ShiftId } = await done(wu, '/api/shiftSentry/open', { SentryId: booth, Opening: '100.00' });
  await stay(lot, '粤B10002', 20, 80, wu);
  await stay(lot, '粤B10003', 81, 100, wu, true);
  await done(wu, '/api/lane/open', { LaneId: lot.exit.laneId, Reason });
  // Cars of another lot, which the booth does not count.
  await gate.see(other.entry, '粤B10009', 101);
  gate.at(130);
  await done(wu, '/api/shiftSentry/count', { ShiftId, Counted: '102.00', HandedIn: '0.00', Note: '找零错误' });
  await done(zhou, '/api/shiftSentry/close', { ShiftId, IsTakingOver: true });
  await stay(lot, '粤B10004', 140, 190, zhou);
  gate.at(250);
  // Manual operations are filed from the event log.
  await server.until('two operations filed', async () => {
    const { Rows } = await done(user, '/api/sentryOperateLog/list', { SentryId: booth });
    return Rows.length === 2;
  });
});
afterAll(() => server?.stop());

describe('duty in the booths', () => {
  test('is reported by shift: cars at its lanes, its cash, barriers opened by hand', async () => {
    const { Rows, Totals } = await list(user, 'getByShift');
    expect(Rows).toEqual([
      expect.objectContaining({
        SentryName: 'East',
        HolderName: zhou.account,
        State: 'open',
        DutyHours: 2,
        EntryCount: 1,
        ExitCount: 1,
        CashCount: 1,
        Cash: '3.00',
        Difference: '0.00',
        FreeCount: 0,
        ForcedCount: 0,
        OperationCount: 0,
      }),
      expect.objectContaining({
        SentryName: 'East',
        HolderName: wu.account,
        State: 'closed',
        DutyHours: 2,
        EntryCount: 2,
        ExitCount: 2,
        CashCount: 1,
        Cash: '3.00',
        Difference: '-1.00',
        FreeCount: 1,
        ForcedCount: 1,
        OperationCount: 2,
      }),
    ]);
    expect(Totals).toMatchObject({ ShiftCount: 2, DutyHours: 4, EntryCount: 3, ExitCount: 3, Cash: '6.00' });
  });

  test('adds up to the same by booth and by person', async () => {
    const { Totals } = await list(user, 'getByShift');
    const sentries = await list(user, 'getBySentry');
    const people = await list(user, 'getByPerson');
    expect([sentries.Totals, people.Totals]).toEqual([Totals, Totals]);
    expect(sentries.Rows).toEqual([expect.objectContaining({ SentryName: 'East', ShiftCount: 2, Cash: '6.00' })]);
    expect(people.Rows.map((row) => [row.HolderName, row.ShiftCount, row.Cash])).toEqual(
      expect.arrayContaining([
        [wu.account, 1, '3.00'],
        [zhou.account, 1, '3.00'],
      ]),
    );
  });

  test('counts a shift in the period in which it began, and no void stays', async () => {
    const later = new Date(START.getTime() + 60 * 60_000);
    expect((await list(user, 'getByShift', { From: later })).Rows).toHaveLength(1);
    expect((await list(user, 'getByShift', { SentryId: otherBooth })).Rows).toEqual([]);
    const { Rows } = await done(user, '/api/order/getOrderPage', { Plate: '粤B10004' });
    await server.product.kernel.database.system(`update parking_order set parking_state = 'void' where id = $1`, [
      Rows[0].Id,
    ]);
    expect((await list(user, 'getBySentry')).Rows[0]).toMatchObject({ EntryCount: 2, ExitCount: 2, Cash: '6.00' });
  });

  test('is limited to the lots in the scope of the account', async () => {
    const apart = await server.newUser(user, ['sentry-data.list'], [other.id]);
    expect((await list(apart, 'getByShift')).Rows).toEqual([]);
  });
});
