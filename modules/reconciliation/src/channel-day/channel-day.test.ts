import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho, type TenantTx } from '@boyun/kernel/server';
import { bookTrade, settlePayment } from '@boyun/money/server';
import { lockOrder } from '@boyun/orders/server';
import { startPayment } from '@boyun/payments/server';
import { setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { uploadTo, workBills } from '@boyun/test-server/reconcile';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

// Eight o'clock in the evening in Beijing.
const START = new Date('2026-03-04T12:00:00.000Z');
/** A quarter past midnight there. */
const MORNING = 255;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let plates: number;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  clock.set(START);
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 50 });
  plates = 10_000;
});
afterAll(() => server?.stop());

const asDriver = <T>(work: (tx: TenantTx) => Promise<T>) =>
  server.product.kernel.database.inTenant(systemWho(user.tenantId, 'driver'), work);

/** A car drives out at a minute and pays 6 yuan by the sandbox; `outcome` is what its books say. Returns the number of the payment. */
async function pay(minute: number, outcome: 'success' | 'fail' = 'success'): Promise<string> {
  plates += 1;
  const plate = `粤B${plates}`;
  await gate.see(lot.entry, plate, minute - 90);
  const { passingId } = await gate.see(lot.exit, plate, minute);
  const [row] = await server.product.kernel.database.system<{ orderId: string }>(
    'select order_id as "orderId" from passing where tenant_id = $1 and id = $2',
    [user.tenantId, passingId],
  );
  return asDriver(async (tx) => {
    const { paymentNo, amountFen } = await startPayment(tx, (await lockOrder(tx, row!.orderId))!);
    const tradeNo = await bookTrade(tx, { paymentNo, amountFen, outcome, refundOf: null });
    await settlePayment(tx, paymentNo, outcome, tradeNo, amountFen);
    return paymentNo;
  });
}

const api = (path: string, body: object = {}, by = user) => by.call(`/api/reconciliation/${path}`, body);
const days = async (by = user) => (await api('getDayPage', {}, by)).data.Rows;
const differences = async (ChannelDayId: string, more: object = {}) =>
  (await api('getDifferencePage', { ChannelDayId, PerPage: 100, ...more })).data.Rows;
const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};
const dayRow = (id: string) =>
  server.product.kernel.database.system('select * from channel_day where tenant_id = $1 and id = $2', [
    user.tenantId,
    id,
  ]);

/** The next morning: the bill of the day is there and compared. Returns the day. */
async function nextMorning() {
  gate.at(MORNING);
  await workBills(server, user);
  return (await days()).find((one: { Day: string }) => one.Day === '2026-03-04');
}

describe('a day without differences', () => {
  test('balances once its bill is there, and is closed by people', async () => {
    for (const minute of [100, 120, 140]) await pay(minute);
    const day = await nextMorning();
    expect(day).toMatchObject({ State: 'balanced', Ours: '18.00', OursCount: 3, Theirs: '18.00', Gap: '0.00' });
    expect(await differences(day.Id)).toEqual([]);
    expect((await api('closeDay', { ChannelDayId: day.Id })).state).toBe('success');
    expect((await days())[0]).toMatchObject({ State: 'closed', ClosedBy: 'Admin' });
    expect(await broken()).toEqual([]);
  });

  test('has simulated payments by configured channels, and waits for the bank where it is compared', async () => {
    await pay(100);
    const { Id } = (await user.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo: '1900000109' })).data;
    await server.product.kernel.database.system(
      `update payment set pay_channel_id = $2 where tenant_id = $1 and state = 'succeeded'`,
      [user.tenantId, Id],
    );
    const day = await nextMorning();
    expect(day).toMatchObject({ State: 'balanced', OursCount: 1 });
    const withBank = async (HasBankSide: boolean) => {
      const { Version } = (await user.call('/api/billSource/get', { Id: day.SourceId })).data;
      await user.call('/api/billSource/update', { Id: day.SourceId, Version, HasBankSide });
      return (await api('getDay', { ChannelDayId: day.Id })).data.State;
    };
    expect(await withBank(true)).toBe('compared');
    expect(await withBank(false)).toBe('balanced');
    await api('closeDay', { ChannelDayId: day.Id });
    expect(await broken()).toEqual([]);
  });

  test('of an acquirer is compared by amount and time, and closed', async () => {
    const { Id: PackRuleId } = (await user.call('/api/packRule/create', { Name: 'Month', Price: '300.00' })).data;
    const pack = { PackRuleId, LotId: lot.id, Plates: ['粤B10009'], OwnerName: 'Li', ValidFrom: START.toISOString() };
    expect((await user.call('/api/pack/sell', { ...pack, Amount: '300.00', Method: 'qr' })).state).toBe('success');
    const columns = { AmountColumn: '金额', DateColumn: '时间' };
    const source = { Kind: 'acquirer', Name: '某某收单', Channel: 'qr', MerchantNo: '8984', ...columns };
    const SourceId = (await user.call('/api/billSource/create', source)).data.Id;
    gate.at(MORNING);
    // Between the days of the table nothing was paid.
    const content = '时间,金额\n2026-03-02 10:00:00,5.00\n2026-03-04 20:01:00,300.00';
    await uploadTo(server, user, '/api/billImport/upload', { SourceId }, { name: 'a.csv', content });
    await workBills(server, user);
    const rows = (await days()).filter((one: { Channel: string }) => one.Channel === 'qr');
    expect(rows.map((one: { State: string }) => one.State)).toEqual(['balanced', 'balanced', 'differences']);
    expect(rows[0]).toMatchObject({ Day: '2026-03-04', Ours: '300.00', OursCount: 1 });
    expect((await api('closeDay', { ChannelDayId: rows[0].Id })).state).toBe('success');
    expect(await broken()).toEqual([]);
  });

  test('of one of two acquirers has the money of its lots alone', async () => {
    const other = await gate.newLot();
    const { Id: PackRuleId } = (await user.call('/api/packRule/create', { Name: 'Year', Price: '300.00' })).data;
    const sell = (LotId: string, plate: string, Amount: string) => {
      const pack = { PackRuleId, LotId, Plates: [plate], OwnerName: 'Li', ValidFrom: START.toISOString() };
      return user.call('/api/pack/sell', { ...pack, Amount, Method: 'qr' });
    };
    await sell(lot.id, '粤B10019', '300.00');
    await sell(other.id, '粤B10029', '200.00');
    const common = { Kind: 'acquirer', Channel: 'qr', AmountColumn: '金额', DateColumn: '时间' };
    const create = async (Name: string, LotIds: readonly string[]) =>
      user.call('/api/billSource/create', { ...common, Name, MerchantNo: Name, LotIds });
    const [all, own] = [await create('甲收单', []), await create('乙收单', [other.id])];
    expect([(await create('丙收单', [])).code, (await create('丁收单', [other.id])).code]).toEqual([
      'bill-source.lot-taken',
      'bill-source.lot-taken',
    ]);
    gate.at(MORNING);
    for (const [SourceId, amount] of [
      [all.data.Id, '300.00'],
      [own.data.Id, '200.00'],
    ]) {
      const content = `时间,金额\n2026-03-04 20:01:00,${amount}`;
      await uploadTo(server, user, '/api/billImport/upload', { SourceId }, { name: 'a.csv', content });
    }
    await workBills(server, user);
    const rows = (await days()).filter((one: { Channel: string }) => one.Channel === 'qr');
    expect(rows.map((one: Record<string, string>) => [one.State, one.Ours]).sort()).toEqual([
      ['balanced', '200.00'],
      ['balanced', '300.00'],
    ]);
    expect(await broken()).toEqual([]);
  });

  test('is open before its bill is there, and asks for it again where the provider has none', async () => {
    await pay(100);
    // The trial has ended: its provider is not asked.
    await server.product.kernel.database.system('update tenant set is_trial = false where id = $1', [user.tenantId]);
    await workBills(server, user);
    expect(await days()).toEqual([]);
  });

  test('once closed never changes, whatever tries to', async () => {
    await pay(100);
    const day = await nextMorning();
    await api('closeDay', { ChannelDayId: day.Id, Note: '已核对' });
    const before = await dayRow(day.Id);
    for (const [path, body] of [
      ['fetchBill', {}],
      ['closeDay', {}],
      ['plant', { Kinds: ['amount'] }],
    ] as const)
      expect((await api(path, { ChannelDayId: day.Id, ...body })).code).toBe('channel-day.not-possible');
    await workBills(server, user);
    const { system } = server.product.kernel.database;
    for (const sql of [
      `update channel_day set ours_fen = 1 where tenant_id = $1`,
      `delete from channel_day where tenant_id = $1`,
      `delete from day_bill where tenant_id = $1`,
      `delete from bill_line where tenant_id = $1`,
      `insert into record_day (tenant_id, record_id, source_id, day, own_day, moved_at)
       select $1, id, id, '2026-03-04', '2026-03-04', created_at from bill_source where tenant_id = $1`,
    ])
      await expect(system(sql, [user.tenantId])).rejects.toThrow(/closed/);
    expect(await dayRow(day.Id)).toEqual(before);
  });

  test('once closed is opened again by a second person alone', async () => {
    await pay(100);
    const day = await nextMorning();
    await api('closeDay', { ChannelDayId: day.Id });
    const decider = await server.newUser(user, ['review.list', 'review.decide']);
    await setFlow(server, user, { Kind: 'reconciliation.reopen' });
    const asked = await api('reopenDay', { ChannelDayId: day.Id, Reason: '漏记一笔' });
    expect(asked.data).toMatchObject({ IsPending: true });
    expect((await days())[0]).toMatchObject({ State: 'closed' });
    await decider.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId] });
    expect((await days())[0]).toMatchObject({ State: 'balanced', ClosedBy: null });
  });
});

describe('differences', () => {
  const PLANTED = ['missing', 'unknown', 'amount', 'state', 'fee', 'day'];
  /** A day with one difference of each kind. */
  async function planted() {
    for (const minute of [100, 110, 120, 130, 140, 150]) await pay(minute);
    await pay(160, 'fail');
    const day = await nextMorning();
    const { data } = await api('plant', { ChannelDayId: day.Id, Kinds: PLANTED });
    expect(data.Kinds).toEqual(PLANTED);
    await workBills(server, user);
    return (await days()).find((one: { Id: string }) => one.Id === day.Id);
  }
  const byKind = async (dayId: string, kind: string) =>
    (await differences(dayId)).find((one: { Kind: string }) => one.Kind === kind);

  test('are found by kind, and add up to the gap between both sides', async () => {
    const day = await planted();
    expect(day.State).toBe('differences');
    const found = await differences(day.Id);
    // What the bill of the next day will have is ours only until it is there.
    expect(found.map((one: { Kind: string }) => one.Kind).toSorted()).toEqual(
      ['amount', 'fee', 'ours-only', 'ours-only', 'state', 'theirs-only'].toSorted(),
    );
    const gap = found.reduce((sum: number, one: { Gap: string }) => sum + Number(one.Gap), 0);
    expect(gap).toBeCloseTo(-Number(day.Gap), 5);
    const { Classes } = (await api('getDay', { ChannelDayId: day.Id })).data;
    const sums = Classes.reduce((sum: number, one: { Theirs: string }) => sum + Number(one.Theirs), 0);
    expect(sums.toFixed(2)).toBe(day.Theirs);
    expect((await user.call('/api/dashboard/getConsole', {})).data.Todo.UnbalancedDays).toBe(1);
  });

  test('of every kind are resolved by acts; the day balances then, and so do the books', async () => {
    const day = await planted();
    const id = async (kind: string) => (await byKind(day.Id, kind)).Id;
    const reason = { Reason: '已与渠道核实' };
    // The payment that failed here had succeeded there: it pays its order, or is owed to the payer.
    expect((await api('post', { DifferenceId: await id('state'), ...reason })).state).toBe('success');
    const unknown = await id('theirs-only');
    const { Number: unknownNumber } = await byKind(day.Id, 'theirs-only');
    expect((await api('refund', { DifferenceId: unknown, ...reason })).code).toBe('day-difference.no-lot');
    expect((await api('refund', { DifferenceId: unknown, LotId: lot.id, ...reason })).state).toBe('success');
    const { data } = await user.call('/api/payment/getPaymentPage', { Purpose: 'unidentified-refund' });
    expect(data.Rows).toHaveLength(1);
    expect((await api('writeOff', { DifferenceId: await id('amount'), ...reason })).state).toBe('success');
    expect((await api('writeOff', { DifferenceId: await id('fee'), ...reason })).code).toBe(
      'day-difference.not-possible',
    );
    const fee = await api('acceptFees', { DifferenceIds: [await id('fee')], Note: '按账单' });
    expect(fee.data).toEqual({ DoneCount: 1 });
    const both = (await differences(day.Id)).filter((one: { Kind: string }) => one.Kind === 'ours-only');
    const moved = await api('move', { DifferenceIds: both.map((one: { Id: string }) => one.Id), Note: '次日账单' });
    expect(moved.data).toEqual({ DoneCount: 2 });
    expect((await api('getDay', { ChannelDayId: day.Id })).data).toMatchObject({
      State: 'balanced',
      Gap: '0.00',
      OpenCount: 0,
    });
    // What the acts did holds in a comparison from the beginning, too.
    await server.product.kernel.database.system('update channel_day set revision = revision + 1 where tenant_id = $1', [
      user.tenantId,
    ]);
    await workBills(server, user);
    expect((await api('getDay', { ChannelDayId: day.Id })).data).toMatchObject({
      State: 'balanced',
      Gap: '0.00',
      OpenCount: 0,
    });
    expect((await api('closeDay', { ChannelDayId: day.Id })).state).toBe('success');
    expect(await broken()).toEqual([]);
    // The next day has what was moved: one that its bill has, one that is in none.
    gate.at(MORNING + 24 * 60);
    await workBills(server, user);
    const next = await server.product.kernel.database.system(
      `select x.kind, x.ours_fen from day_difference x join channel_day d on d.id = x.channel_day_id
       where x.tenant_id = $1 and d.day = '2026-03-05' and x.state = 'open' and x.number <> $2`,
      [user.tenantId, unknownNumber],
    );
    expect(next).toEqual([{ kind: 'ours-only', oursFen: 600 }]);
  });

  test('that move money wait for their approval; a note is demanded of all', async () => {
    const day = await planted();
    const decider = await server.newUser(user, ['review.list', 'review.decide']);
    await setFlow(server, user, { Kind: 'reconciliation.write-off' });
    const { Id: DifferenceId } = await byKind(day.Id, 'amount');
    expect((await api('writeOff', { DifferenceId, Reason: ' ' })).code).toBe('kernel.bad-input');
    const asked = await api('writeOff', { DifferenceId, Reason: '渠道补差' });
    expect(asked.data).toMatchObject({ IsPending: true });
    expect((await byKind(day.Id, 'amount')).State).toBe('open');
    await decider.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId] });
    expect(await byKind(day.Id, 'amount')).toMatchObject({
      State: 'resolved',
      Resolution: 'write-off',
      Note: '渠道补差',
    });
    expect(await broken()).toEqual([]);
  });

  test('of unknown money are posted to the order that it paid', async () => {
    await pay(100);
    const day = await nextMorning();
    await gate.see(lot.entry, '粤B77777', MORNING);
    await gate.see(lot.exit, '粤B77777', MORNING + 90);
    gate.at(MORNING + 100);
    await api('plant', { ChannelDayId: day.Id, Kinds: ['unknown'] });
    await workBills(server, user);
    const found = await byKind(day.Id, 'theirs-only');
    const { Candidates, Acts } = (await api('getDifference', { DifferenceId: found.Id })).data;
    expect(Acts).toEqual(['post', 'refund', 'write-off']);
    // It came in after the money: it is no order that this has paid.
    expect(Candidates).toEqual([]);
    const posted = await api('post', { DifferenceId: found.Id, LotId: lot.id, Reason: '司机已付' });
    expect(posted.state).toBe('success');
    const { data } = await user.call('/api/payment/getPaymentPage', { PerPage: 50 });
    expect(data.Rows).toContainEqual(
      expect.objectContaining({ PaymentNo: found.Number, Purpose: 'unidentified', Excess: found.Theirs }),
    );
    expect(await broken()).toEqual([]);
  });
});

test('people who see some lots alone, or have no right, see nothing of it', async () => {
  await pay(100);
  const day = await nextMorning();
  const limited = await server.newUser(user, ['reconciliation.list', 'reconciliation.close'], [lot.id]);
  expect(await days(limited)).toEqual([]);
  expect((await api('closeDay', { ChannelDayId: day.Id }, limited)).code).toBe('kernel.not-found');
  const stranger = await server.newTenant();
  expect(await days(stranger)).toEqual([]);
  expect((await api('getDay', { ChannelDayId: day.Id }, stranger)).code).toBe('kernel.not-found');
  const clerk = await server.newUser(user, ['reconciliation.list']);
  expect((await api('closeDay', { ChannelDayId: day.Id }, clerk)).code).toBe('kernel.no-permission');
});
