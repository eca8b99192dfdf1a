import { verifyTenant } from '@boyun/insight/server';
import { Refusal } from '@boyun/kernel/contract';
import { SetClock, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countTill, goOnDuty, signShift } from './shift.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const RIGHTS = ['shift.take', 'shift.sign', 'shift.list', 'order.collect', 'order.list', 'sentry-log.list'];
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

async function newBooth() {
  made += 1;
  const lot = await gate.newLot({}, { Capacity: 50 });
  const booth = await user.call('/api/parkinLotSentry/create', {
    Name: `Booth${made}`,
    LotId: lot.id,
    LaneIds: [lot.exit.laneId],
  });
  expect(booth).toMatchObject({ message: '', state: 'success' });
  return { lot, sentryId: booth.data.Id as string };
}
type Booth = Awaited<ReturnType<typeof newBooth>>;

const open = (by: TestUser, booth: Booth, Opening = '100.00') =>
  by.call('/api/shiftSentry/open', { SentryId: booth.sentryId, Opening });
const count = (by: TestUser, ShiftId: string, values: object) =>
  by.call('/api/shiftSentry/count', { ShiftId, HandedIn: '0.00', ...values });
const close = (by: TestUser, ShiftId: string, IsTakingOver = false) =>
  by.call('/api/shiftSentry/close', { ShiftId, IsTakingOver });

/** A car that owes 6 yuan and pays them in cash to an account at a minute. */
async function pay(by: TestUser, booth: Booth, plate: string, minute: number) {
  await gate.see(booth.lot.entry, plate, minute - 90);
  await gate.see(booth.lot.exit, plate, minute);
  const rows = (await user.call('/api/order/getOrderPage', { LotId: booth.lot.id, Plate: plate })).data.Rows;
  const paid = await by.call('/api/order/collectCash', { OrderId: rows[0].Id, Amount: rows[0].Due });
  expect(paid).toMatchObject({ message: '', state: 'success' });
  // The paid car leaves by a reaction, which reads the clock.
  await server.product.consumers.drain();
}

describe('a shift', () => {
  test('expects its opening cash and the cash of its holder, is counted, signed by another person, and handed over', async () => {
    const booth = await newBooth();
    const [wu, zhou] = [await server.newUser(user, RIGHTS), await server.newUser(user, RIGHTS)];
    await pay(wu, booth, '粤B10001', 100);
    gate.at(110);
    const { data } = await open(wu, booth);
    await pay(wu, booth, '粤B10002', 220);
    await pay(wu, booth, '粤B10003', 230);
    await pay(zhou, booth, '粤B10004', 240);
    gate.at(250);
    const own = await wu.call('/api/shiftSentry/getOwn');
    expect(own.data.Shift).toMatchObject({ Opening: '100.00', Cash: '12.00', CashCount: 2, Expected: '112.00' });
    const short = await count(wu, data.ShiftId, { Counted: '110.00', HandedIn: '60.00' });
    expect([short.code, short.message]).toEqual(['shift.note-needed', '差额 -2.00 元，请填写说明']);
    const counted = await count(wu, data.ShiftId, { Counted: '110.00', HandedIn: '60.00', Note: '找零错误' });
    expect(counted.data).toEqual({ Expected: '112.00', Difference: '-2.00' });
    expect((await close(wu, data.ShiftId)).code).toBe('shift.is-yours');
    const signed = await close(zhou, data.ShiftId, true);
    expect(signed).toMatchObject({ state: 'success' });
    const next = await zhou.call('/api/shiftSentry/getOwn');
    expect(next.data.Shift).toMatchObject({ Id: signed.data.NextShiftId, Opening: '50.00', Cash: '0.00' });
    const listed = await user.call('/api/shiftSentry/list', { SentryId: booth.sentryId });
    expect(listed.data.Rows.map((one: { State: string }) => one.State)).toEqual(['open', 'closed']);
    expect(listed.data.Rows[1]).toMatchObject({
      HolderName: wu.account,
      ReceiverName: zhou.account,
      Expected: '112.00',
      Counted: '110.00',
      Difference: '-2.00',
      HandedIn: '60.00',
      Note: '找零错误',
    });
    const booked = await server.product.kernel.database.system<{ line: string }>(
      `select account || ' ' || sum(amount_fen) as line from ledger_entry
       where tenant_id = $1 and source_id = $2 group by account, transaction_id order by transaction_id, account`,
      [user.tenantId, data.ShiftId],
    );
    expect(booked.map((one) => one.line)).toEqual([
      'float 10000',
      'safe -10000',
      'cash -1200',
      'cash-difference 200',
      'float -5000',
      'safe 6000',
    ]);
    const broken = (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
    expect(broken).toEqual([]);
  });

  test('shares the cash among those on duty: in any order, each payment belongs to exactly one shift', async () => {
    const booths = [await newBooth(), await newBooth()];
    const { database } = server.product.kernel;
    const people: Who[] = [];
    for (const { account } of [await server.newUser(user, RIGHTS), await server.newUser(user, RIGHTS)]) {
      const found = 'select id from account where tenant_id = $1 and account = $2';
      const [row] = await database.system<{ id: string }>(found, [user.tenantId, account]);
      people.push({ ...systemWho(user.tenantId, account), kind: 'user', userId: row!.id });
    }
    gate.at(251);
    await pay(user, booths[0]!, '粤B40001', 252);
    let minute = 252;
    /** An operation of an account, six seconds later; a refused one is ignored. */
    const act = async (by: Who, work: (tx: TenantTx) => Promise<unknown>) => {
      minute += 0.1;
      gate.at(minute);
      await database.inTenant(by, work).catch((error) => expect(error).toBeInstanceOf(Refusal));
    };
    const goOn = (by: Who, at: number) => act(by, (tx) => goOnDuty(tx, booths[at]!.sentryId, 0));
    const countUp = (by: Who, shiftId: string) =>
      act(by, (tx) => countTill(tx, { shiftId, countedFen: 0, handedInFen: 0, note: '-' }));
    /** A payment like the one above, received by an account some minutes ago and recorded now. */
    const take = async (by: Who, minutesAgo: number) => {
      const paidAt = new Date(START.getTime() + (minute - minutesAgo) * 60_000);
      await database.system(
        `insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
           'payment_no', gen_random_uuid(), 'actor_id', $2::text, 'amount_fen', 1, 'paid_at', $3::timestamptz))).*
         from payment p where tenant_id = $1 and plate = '粤B40001' limit 1`,
        [user.tenantId, by.userId, paidAt],
      );
      return paidAt;
    };
    const shiftsOf = (by: Who) =>
      database.system<{ id: string; state: string; from: Date; to: Date | null }>(
        `select id, state, opened_at as "from", closed_at as "to" from shift where tenant_id = $1 and account_id = $2
         order by opened_at`,
        [user.tenantId, by.userId],
      );
    const waitingOf = async (by: Who) => (await shiftsOf(by)).filter((one) => one.state !== 'closed');
    const step = fc.record({
      kind: fc.constantFrom('open', 'count', 'count', 'sign', 'pay', 'pay', 'pay', 'late'),
      who: fc.nat(1),
      at: fc.nat(1),
    });
    let taken = 0;
    for (const { kind, who, at } of fc.sample(step, { numRuns: 120, seed: 11 })) {
      const [by, other] = [people[who]!, people[1 - who]!];
      if (kind === 'open') await goOn(by, at);
      else if (kind === 'pay' || kind === 'late') {
        minute += 0.1;
        const paidAt = await take(by, kind === 'late' ? 0.3 : 0);
        const isOnDuty = (await shiftsOf(by)).some((one) => one.from <= paidAt && (one.to ?? paidAt) >= paidAt);
        if (isOnDuty) taken += 1;
      } else {
        const waiting = await waitingOf(by);
        const one = waiting[at] ?? waiting[0];
        if (one && kind === 'count') await countUp(by, one.id);
        if (one && kind === 'sign') await act(other, (tx) => signShift(tx, one.id, false));
      }
    }
    // Payments recorded late go to the next shift.
    for (const [who, by] of people.entries()) {
      for (const at of [0, 1]) {
        for (const one of await waitingOf(by)) {
          await countUp(by, one.id);
          await act(people[1 - who]!, (tx) => signShift(tx, one.id, false));
        }
        expect(await waitingOf(by)).toEqual([]);
        await goOn(by, at);
      }
    }
    const rows = [];
    for (const { sentryId } of booths)
      rows.push(...(await user.call('/api/shiftSentry/list', { SentryId: sentryId, PerPage: 200 })).data.Rows);
    expect(taken).toBeGreaterThan(20);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.reduce((sum, row) => sum + row.CashCount, 0)).toBe(taken);
    expect(rows.reduce((sum, row) => sum + Number(row.Cash) * 100, 0)).toBeCloseTo(taken);
  });

  test('counts each payment once, also one recorded after its shift was signed', async () => {
    const booth = await newBooth();
    const [wu, zhou] = [await server.newUser(user, RIGHTS), await server.newUser(user, RIGHTS)];
    gate.at(300);
    const first = (await open(wu, booth, '0.00')).data.ShiftId;
    await pay(wu, booth, '粤B20001', 400);
    gate.at(410);
    expect((await count(wu, first, { Counted: '6.00', HandedIn: '6.00' })).data.Difference).toBe('0.00');
    // Its transaction began before the count and committed after the signature.
    await close(zhou, first);
    await pay(wu, booth, '粤B20002', 420);
    await server.product.kernel.database.system(
      `update payment set paid_at = $2 where tenant_id = $1 and plate = '粤B20002'`,
      [user.tenantId, new Date(START.getTime() + 405 * 60_000)],
    );
    gate.at(430);
    const second = (await open(wu, booth, '0.00')).data.ShiftId;
    await pay(wu, booth, '粤B20003', 500);
    expect((await count(wu, second, { Counted: '12.00' })).data).toEqual({ Expected: '12.00', Difference: '0.00' });
  });

  test('includes cash of its holder up to the signature: cash after the count requires a new count', async () => {
    const booth = await newBooth();
    const [wu, zhou] = [await server.newUser(user, RIGHTS), await server.newUser(user, RIGHTS)];
    gate.at(520);
    const id = (await open(wu, booth, '0.00')).data.ShiftId;
    gate.at(530);
    await count(wu, id, { Counted: '0.00' });
    await pay(wu, booth, '粤B30001', 640);
    const late = await close(zhou, id, true);
    expect([late.code, late.message]).toEqual([
      'shift.count-again',
      `清点后又收取现金 6.00 元，请${wu.account}重新清点`,
    ]);
    const { data: own } = await wu.call('/api/shiftSentry/getOwn');
    expect(own).toMatchObject({ Shift: null, Counted: [{ Id: id, Cash: '6.00', Expected: '6.00', Counted: '0.00' }] });
    const duty = () => user.call('/api/statement/sentryData/getByShift', { SentryId: booth.sentryId });
    const listed = () => user.call('/api/shiftSentry/list', { SentryId: booth.sentryId });
    const told = { Cash: '6.00', CashCount: 1, Difference: '-6.00' };
    expect((await listed()).data.Rows[0]).toMatchObject({ ...told, Expected: '6.00' });
    expect((await duty()).data.Rows[0]).toMatchObject(told);
    expect((await count(wu, id, { Counted: '6.00' })).data).toEqual({ Expected: '6.00', Difference: '0.00' });
    expect((await close(zhou, id, true)).state).toBe('success');
    expect((await listed()).data.Rows[1]).toMatchObject({ Cash: '6.00', CashCount: 1, Difference: '0.00' });
    expect((await duty()).data.Rows[1]).toMatchObject({ Cash: '6.00', CashCount: 1, Difference: '0.00' });
  });

  test('may be counted again until it is signed, against the same expectation', async () => {
    const booth = await newBooth();
    const [wu, zhou] = [await server.newUser(user, RIGHTS), await server.newUser(user, RIGHTS)];
    gate.at(600);
    const id = (await open(wu, booth)).data.ShiftId;
    expect((await close(zhou, id)).code).toBe('shift.not-counted');
    await count(wu, id, { Counted: '90.00', Note: '?' });
    expect((await count(wu, id, { Counted: '100.00' })).data).toEqual({ Expected: '100.00', Difference: '0.00' });
    await close(zhou, id);
    expect((await count(wu, id, { Counted: '100.00' })).code).toBe('shift.is-closed');
    expect((await close(zhou, id)).code).toBe('shift.is-closed');
    const log = await user.call('/api/sentryLog/list', { SentryId: booth.sentryId });
    expect(log.data.Rows.map((one: { Kind: string }) => one.Kind).reverse()).toEqual([
      'opened',
      'counted',
      'recounted',
      'closed',
    ]);
  });

  test('is the only open one of its booth and of its holder, and requires the previous one to be signed', async () => {
    const [booth, other] = [await newBooth(), await newBooth()];
    const [wu, zhou] = [await server.newUser(user, RIGHTS), await server.newUser(user, RIGHTS)];
    const id = (await open(wu, booth)).data.ShiftId;
    expect((await open(zhou, booth)).code).toBe('shift.manned');
    expect((await open(wu, other)).code).toBe('shift.on-duty');
    const booths = await user.call('/api/parkinLotSentry/list', { LotId: booth.lot.id });
    expect(booths.data.Rows[0]).toMatchObject({ OnDuty: wu.account, LaneNames: 'exit' });
    await count(wu, id, { Counted: '100.00' });
    expect((await open(zhou, booth)).code).toBe('shift.unsigned');
    const both = await Promise.all([open(wu, other), open(zhou, other)]);
    expect(both.map((one) => one.code ?? one.state).sort()).toEqual(['shift.manned', 'success']);
  });

  test.each([
    ['more handed in than counted', { Counted: '100.00', HandedIn: '100.01' }, 'shift.handed-in-too-much'],
    ['a negative amount', { Counted: '-1.00' }, 'kernel.bad-input'],
  ])('is not closed with %s', async (_, values, code) => {
    const booth = await newBooth();
    const wu = await server.newUser(user, RIGHTS);
    const id = (await open(wu, booth)).data.ShiftId;
    expect((await count(wu, id, values)).code).toBe(code);
  });

  test('is counted by its holder only, and visible only within the lots of an account', async () => {
    const [booth, other] = [await newBooth(), await newBooth()];
    const wu = await server.newUser(user, RIGHTS);
    const id = (await open(wu, booth)).data.ShiftId;
    expect((await count(user, id, { Counted: '100.00' })).code).toBe('shift.not-yours');
    const scoped = await server.newUser(user, RIGHTS, [other.lot.id]);
    expect((await close(scoped, id)).code).toBe('kernel.not-found');
    expect((await open(scoped, booth)).code).toBe('kernel.not-found');
    expect((await scoped.call('/api/shiftSentry/list')).data.Total).toBe(0);
    expect((await scoped.call('/api/sentryLog/list')).data.Total).toBe(0);
  });
});

describe('a plan', () => {
  const plan = (sentryId: string, values: object) =>
    user.call('/api/shiftPlan/create', { SentryId: sentryId, Days: [1, 2], ...values });

  test('does not overlap with another of its booth, also across midnight', async () => {
    const { sentryId } = await newBooth();
    const night = await plan(sentryId, { Name: 'Night', StartsAt: '22:00', EndsAt: '06:00' });
    expect(night).toMatchObject({ message: '', state: 'success' });
    const cases = [
      [{ Name: 'Late', StartsAt: '21:00', EndsAt: '22:01' }, 'shift.plan-overlap'],
      [{ Name: 'Dawn', Days: [3], StartsAt: '05:59', EndsAt: '08:00' }, 'shift.plan-overlap'],
      [{ Name: 'Nothing', StartsAt: '08:00', EndsAt: '08:00' }, 'shift.plan-empty'],
      [{ Name: 'Never', StartsAt: '25:00', EndsAt: '08:00' }, 'kernel.bad-input'],
      [{ Name: 'No day', Days: [], StartsAt: '08:00', EndsAt: '09:00' }, 'kernel.bad-input'],
      [{ Name: 'Day', StartsAt: '06:00', EndsAt: '22:00' }, undefined],
    ] as const;
    for (const [values, code] of cases) expect((await plan(sentryId, values)).code, values.Name).toBe(code);
    const { data } = await user.call('/api/shiftPlan/update', { Id: night.data.Id, EndsAt: '06:30' });
    expect(data).toBeNull();
  });
});

test('lanes and box of a booth must be in its lot, and a lane belongs to one booth', async () => {
  const [booth, other] = [await newBooth(), await newBooth()];
  const set = (sentryId: string, values: object) =>
    user.call('/api/parkinLotSentry/update', { Id: sentryId, ...values });
  expect((await set(booth.sentryId, { LaneIds: [other.lot.exit.laneId] })).code).toBe('sentry.lane-elsewhere');
  const second = await user.call('/api/parkinLotSentry/create', { Name: 'Second', LotId: booth.lot.id, LaneIds: [] });
  expect((await set(second.data.Id, { LaneIds: [booth.lot.exit.laneId] })).code).toBe('sentry.lane-taken');
  const box = await user.call('/api/boxManage/create', { Name: 'Box', LotId: other.lot.id, SerialNo: 'SB1' });
  expect((await set(booth.sentryId, { BoxId: box.data.Id })).code).toBe('sentry.box-elsewhere');
  expect((await set(other.sentryId, { BoxId: box.data.Id })).state).toBe('success');
  expect((await user.call('/api/parkinLotSentry/list', { LotId: other.lot.id })).data.Rows[0].BoxName).toBe('Box');
});
