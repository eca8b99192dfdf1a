import { deviceWho } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { callFromLane } from '@boyun/passings/server';
import { TestCards } from '@boyun/test-server/card';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lot charges 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const WORDS = '现场核实';
const CASHIER = ['lane-monitor.view', 'order.list', 'order.collect'];
let server: TestServer;
let user: TestUser;
let colleague: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({ Temporary: 'confirm' }, { Capacity: 50 });
  colleague = await server.newUser(user, ['lane-monitor.view', 'passing.settle', 'alarm.list', 'alarm.handle']);
});
afterAll(() => server?.stop());

const deskOf = async (who: TestUser, body: object = {}) => (await who.call('/api/dutyDesk/getDesk', body)).data;
const claim = (who: TestUser, PassingId: string | null) => who.call('/api/dutyDesk/claim', { PassingId });
const press = (lane: TestLot['entry']) =>
  server.product.kernel.database.inTenant(deviceWho(lane), (tx) => callFromLane(tx, lane));

describe('the queue', () => {
  test('has one card for a car with its call and its alarms; people come before alarms', async () => {
    const other = await gate.newLot({}, { Capacity: 9 });
    const waiting = await gate.see(lot.entry, '粤B00001', 1, { confidence: 52 });
    await gate.see(other.exit, '粤B00003', 2);
    await press(lot.entry);
    expect((await user.call('/api/dutyDesk/count')).data).toEqual({ WaitingCount: 2 });
    const { Cards } = await deskOf(user);
    expect(Cards).toMatchObject([
      {
        Id: `waiting:${waiting.passingId}`,
        Plate: '粤B00001',
        Confidence: 52,
        IsWaiting: true,
        Direction: 'entry',
        LaneName: 'entry',
        Call: { State: 'ringing' },
        Alarms: [{ Kind: 'low-confidence' }],
      },
      { Plate: '粤B00003', IsWaiting: true, Direction: 'exit' },
    ]);
    await user.call('/api/passing/settle', { PassingId: Cards[1].PassingId, Outcome: 'turn-back', Reason: WORDS });
    const after = (await deskOf(user)).Cards;
    expect(after[1]).toMatchObject({
      IsWaiting: false,
      Direction: 'exit',
      Confidence: 96,
      Alarms: [{ Kind: 'unmatched-exit' }],
    });
    expect((await deskOf(user, { LotId: other.id })).Cards).toHaveLength(1);
  });

  test('leaves out lots the caller may not see, and alarms without their right', async () => {
    const other = await gate.newLot({}, { Capacity: 9 });
    await gate.see(lot.entry, '粤B00001', 1);
    await gate.see(other.exit, '粤B00003', 2);
    const here = await server.newUser(user, ['lane-monitor.view'], [lot.id]);
    const { Cards } = await deskOf(here);
    expect(Cards).toMatchObject([{ Plate: '粤B00001', Alarms: [] }]);
  });

  test('keeps alarms of one day', async () => {
    const { passingId } = await gate.see(lot.exit, '粤B00003', 0);
    await user.call('/api/passing/settle', { PassingId: passingId, Outcome: 'turn-back', Reason: WORDS });
    const count = async (who: TestUser) => (await deskOf(who)).Cards.length;
    expect(await count(user)).toBe(1);
    gate.at(24 * 60 + 1);
    expect(await count(await server.newUser(user, ['lane-monitor.view', 'alarm.list']))).toBe(0);
  });
});

describe('a claimed car', () => {
  /** A car that waits at the exit of a lot of its own and owes 6 yuan. */
  async function owing(plate: string) {
    gate.at(0);
    const own = await gate.newLot({}, { Capacity: 9 });
    await gate.see(own.entry, plate, 0);
    return gate.see(own.exit, plate, 90);
  }

  test('is named to the colleagues, who cannot settle it until it is released', async () => {
    const { passingId } = await gate.see(lot.entry, '粤B00001', 1);
    expect((await claim(user, passingId)).state).toBe('success');
    expect((await deskOf(colleague)).Cards[0]).toMatchObject({ ClaimedByName: 'Admin' });
    expect(await claim(colleague, passingId)).toMatchObject({ code: 'passing.claimed', message: /Admin/ });
    const settle = { PassingId: passingId, Outcome: 'admit', Reason: WORDS };
    expect((await colleague.call('/api/passing/settle', settle)).code).toBe('passing.claimed');
    await claim(user, null);
    expect((await deskOf(colleague)).Cards[0].ClaimedByName ?? null).toBeNull();
    expect((await colleague.call('/api/passing/settle', settle)).state).toBe('success');
    expect((await claim(user, passingId)).code).toBe('passing.not-waiting');
  });

  test('is free when its time is over; the next claim releases the one before', async () => {
    const first = await gate.see(lot.entry, '粤B00001', 1);
    const second = await gate.see(lot.exit, '粤B00002', 1);
    await claim(user, first.passingId);
    await claim(user, second.passingId);
    expect((await claim(colleague, first.passingId)).state).toBe('success');
    gate.at(5);
    expect(
      (await deskOf(colleague)).Cards.map((one: { ClaimedByName: string | null }) => one.ClaimedByName ?? null),
    ).toEqual([null, null]);
    expect((await claim(colleague, second.passingId)).state).toBe('success');
  });

  test('of concurrent claims one succeeds', async () => {
    const { passingId } = await gate.see(lot.entry, '粤B00001', 1);
    const answers = await Promise.all([claim(user, passingId), claim(colleague, passingId)]);
    expect(answers.map((one) => one.state).sort()).toEqual(['fail', 'success']);
  });

  test('of a lot the caller may not see is not found', async () => {
    const other = await gate.newLot({}, { Capacity: 9 });
    const { passingId } = await gate.see(lot.entry, '粤B00001', 1);
    const elsewhere = await server.newUser(user, ['passing.settle'], [other.id]);
    expect((await claim(elsewhere, passingId)).code).toBe('kernel.not-found');
  });

  test('takes cash from a colleague only when the colleague insists', async () => {
    const { passingId } = await owing('粤B00008');
    const { OrderId } = (await deskOf(user)).Cards.find((one: { PassingId: string }) => one.PassingId === passingId);
    await claim(user, passingId);
    const cash = { OrderId, Amount: '6.00' };
    const cashier = await server.newUser(user, CASHIER);
    expect(await cashier.call('/api/order/collectCash', cash)).toMatchObject({
      code: 'payment.claimed',
      message: /Admin/,
    });
    const { CardNo } = await new TestCards(user, lot.id, START).issue();
    expect((await cashier.call('/api/order/payByCard', { ...cash, CardNo })).code).toBe('payment.claimed');
    expect((await deskOf(cashier)).Cards).toMatchObject([{ ClaimedByName: 'Admin', Due: '6.00' }]);
    const insisted = await cashier.call('/api/order/collectCash', { ...cash, IsDespiteClaim: true });
    expect(insisted.state).toBe('success');
    // The claimant does not take it a second time.
    expect((await user.call('/api/order/collectCash', cash)).state).not.toBe('success');
  });

  test('takes cash from any colleague once the claim is over', async () => {
    const { passingId } = await owing('粤B00007');
    const { OrderId } = (await deskOf(user)).Cards[0];
    await claim(user, passingId);
    await claim(user, null);
    const cashier = await server.newUser(user, CASHIER);
    const { state } = await cashier.call('/api/order/collectCash', { OrderId, Amount: '6.00' });
    expect(state).toBe('success');
  });

  test('leaves when it pays, whoever has claimed it', async () => {
    gate.at(0);
    const free = await gate.newLot({}, { Capacity: 9 });
    await gate.see(free.entry, '粤B00009', 0);
    const { passingId } = await gate.see(free.exit, '粤B00009', 90);
    await claim(user, passingId);
    const { OrderId } = (await deskOf(user)).Cards[0];
    await user.call('/api/order/collectCash', { OrderId, Amount: '6.00' });
    await server.until('it is out', async () => (await deskOf(user)).Cards.length === 0);
    expect((await deskOf(user)).Mine).toMatchObject({ HandledCount: 0, Cash: '6.00' });
  });
});

test('the figures of the day are those of the caller', async () => {
  // Ten minutes before midnight in Shanghai.
  gate.at(14 * 60 + 50);
  const late = await server.newUser(user, ['lane-monitor.view', 'passing.settle', 'lane.open']);
  const { passingId } = await gate.see(lot.entry, '粤B00001', 14 * 60 + 51);
  await late.call('/api/passing/settle', { PassingId: passingId, Outcome: 'admit', Reason: WORDS });
  await late.call('/api/lane/open', { LaneId: lot.exit.laneId, Reason: WORDS });
  expect((await deskOf(late)).Mine).toEqual({ HandledCount: 1, OpenedCount: 1, Cash: '0.00' });
  const other = await server.newUser(user, ['lane-monitor.view']);
  expect((await deskOf(other)).Mine).toEqual({ HandledCount: 0, OpenedCount: 0, Cash: '0.00' });
  gate.at(15 * 60 + 1);
  expect((await deskOf(late)).Mine).toEqual({ HandledCount: 0, OpenedCount: 0, Cash: '0.00' });
});
