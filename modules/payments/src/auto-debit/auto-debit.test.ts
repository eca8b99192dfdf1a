import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { moneyServer } from '@boyun/money/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWechatPay } from '@boyun/test-server/wechat-pay';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let provider: TestWechatPay;
let payChannelId = '';
let plateCount = 0;

beforeAll(async () => {
  provider = new TestWechatPay(clock);
  const wechatPayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    hasJobs: true,
    isAlone: true,
    publicUrl,
    wechatPayUrl,
    without: ['unfinished-payments'],
  });
  user = await server.newTenant('Debiting', { isTrial: false });
  gate = new TestGate(server, user, clock, START);
  payChannelId = await newChannel(user);
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});
beforeEach(async () => {
  clock.set(START);
  provider.failNoMore();
  await configure({ DebitMode: 'after-success', DebitLimit: null, DebitMonthly: null, HasAutoDebit: true });
});

/** The merchant of the double, with automatic debit. */
async function newChannel(by: TestUser): Promise<string> {
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const created = await by.call('/api/payConfig/create', {
    Channel: 'wechat',
    MerchantNo,
    AppNo,
    HasAutoDebit: true,
    DebitWaitSeconds: 10,
  });
  expect(created).toMatchObject({ state: 'success' });
  const { Id: PayChannelId } = created.data;
  await by.call('/api/payConfig/setKeys', { PayChannelId, ...keys });
  return PayChannelId;
}

const configure = async (change: object) =>
  expect(await user.call('/api/payConfig/update', { Id: payChannelId, ...change })).toMatchObject({ state: 'success' });

const system = <T extends object>(sql: string, values: unknown[]) =>
  server.product.kernel.database.system<T>(sql, values);

const newPlate = () => {
  plateCount += 1;
  return `粤B6${String(plateCount).padStart(4, '0')}`;
};

/** The sweep that asks about payments whose time is over. */
const sweep = async () => {
  for (const one of moneyServer.sweeps ?? [])
    if (one.name === 'unfinished-payments') await one.run(server.product.kernel);
};

/** Lets the time of a debit pass. */
async function passTime(seconds = 11) {
  clock.set(new Date(clock.now().getTime() + seconds * 1000));
  await sweep();
}

const contracts = async (Plate: string) =>
  (await user.call('/api/debitContract/list', { Plate })).data.Rows as Record<string, string>[];

const timeline = async (orderId: string): Promise<string[]> =>
  (await user.call('/api/order/getOrder', { OrderId: orderId })).data.Timeline.map((one: { Kind: string }) => one.Kind);

/** A car whose entry WeChat Pay was told of; `service` is what it says of the plate. */
async function parked(service: Parameters<TestWechatPay['parking']['sign']>[1] = 'NORMAL', plate = newPlate()) {
  provider.parking.sign(plate, service);
  const lot = await gate.newLot();
  await gate.see(lot.entry, plate, 0);
  await server.product.consumers.drain();
  const entry = await server.until('the entry', async () => {
    const [row] = await system<{ id: string; orderId: string }>(
      'select provider_no as id, subject_id as "orderId" from debit_entry where tenant_id = $1 and plate = $2 and provider_no is not null order by created_at desc',
      [user.tenantId, plate],
    );
    return row;
  });
  const order = async () => (await user.call('/api/order/getOrder', { OrderId: entry.orderId })).data.Order;
  return { plate, lot, orderId: entry.orderId, order };
}

/** The debit that the double was asked for. */
const debitOf = (plate: string) => server.until('the debit', async () => provider.parking.debitsOf(plate).at(-1));

const leave = (lot: TestLot, plate: string, minute = 90) => gate.see(lot.exit, plate, minute);

const payments = async (Plate: string) =>
  (await user.call('/api/payment/getPaymentPage', { Plate })).data.Rows as Record<string, string>[];

const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};

describe('a contract', () => {
  test('comes from the answer to an entry, and follows notices, newest first', async () => {
    const { plate } = await parked();
    expect(await contracts(plate)).toMatchObject([{ Plate: plate, Channel: 'wechat', State: 'active' }]);
    provider.parking.sign(plate, 'OVERDUE');
    clock.set(new Date(START.getTime() + 3_600_000));
    expect(await provider.notifyPlate(plate, server.url)).toBe(200);
    expect(await provider.notifyPlate(plate, server.url)).toBe(200);
    expect(await contracts(plate)).toMatchObject([{ State: 'blocked', BlockedReason: 'OVERDUE' }]);
    provider.parking.sign(plate);
    expect(await provider.notifyPlate(plate, server.url, undefined, new Date(START.getTime() + 1_800_000))).toBe(200);
    expect(await contracts(plate)).toMatchObject([{ State: 'blocked' }]);
    expect(await provider.notifyPlate(plate, server.url)).toBe(200);
    expect(await contracts(plate)).toMatchObject([{ State: 'active', BlockedReason: null }]);
  });

  test('does not come from a plate that nobody signed, nor from a forged notice', async () => {
    const { plate } = await parked('OUT_SERVICE');
    expect(await contracts(plate)).toEqual([]);
    provider.parking.sign(plate);
    for (const fault of ['wrong-signature', 'wrong-key', 'wrong-merchant', 'old'] as const)
      expect(await provider.notifyPlate(plate, server.url, fault)).toBe(401);
    expect(await contracts(plate)).toEqual([]);
  });

  test('that the tenant ends stays ended, whatever is reported', async () => {
    const { plate } = await parked();
    const [{ Id }] = (await contracts(plate)) as [{ Id: string }];
    expect(await user.call('/api/debitContract/end', { Id, Reason: '车主投诉' })).toMatchObject({ state: 'success' });
    expect((await user.call('/api/debitContract/end', { Id, Reason: '车主投诉' })).code).toBe('debit-contract.over');
    await provider.notifyPlate(plate, server.url);
    expect(await contracts(plate)).toMatchObject([{ State: 'ended', EndedReason: '车主投诉' }]);
    const { Rows } = (await user.call('/api/log/list', { Action: 'debit-contract.ended' })).data ?? { Rows: null };
    if (Rows) expect(JSON.stringify(Rows)).toContain(plate);
  });

  test('belongs to channels that have it, and is simulated in trials alone', async () => {
    const refused = await user.call('/api/payConfig/create', {
      Channel: 'unionpay',
      MerchantNo: '7',
      HasAutoDebit: true,
    });
    expect(refused.code).toBe('pay-channel.no-auto-debit');
    const simulated = await user.call('/api/debitContract/simulate', { Plate: '粤B12345' });
    expect(simulated.code).toBe('debit-contract.only-in-trial');
  });
});

describe('a debit that opens after its success', () => {
  test('lets the car out when the notice comes, once', async () => {
    const { plate, lot, order, orderId } = await parked();
    const answer = await leave(lot, plate);
    expect(answer).toMatchObject({ decision: 'hold', payUrl: expect.stringContaining('/pay/') });
    expect(answer.lines.join()).toContain('无感支付6.00元');
    const debit = await debitOf(plate);
    expect(debit).toMatchObject({ totalFen: 600, state: 'ACCEPTED' });
    expect(await order()).toMatchObject({ PayState: 'paying', ParkingState: 'inside' });
    provider.settle(debit.no);
    const statuses = await Promise.all([1, 2, 3, 4].map(() => provider.notify(debit.no, server.url)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00', PayMethod: 'wechat' });
    expect(await payments(plate)).toMatchObject([{ Channel: 'wechat', Scene: 'auto-debit', State: 'succeeded' }]);
    expect((await user.call('/api/order/getOrder', { OrderId: orderId })).data.Payments).toMatchObject([
      { Scene: 'auto-debit' },
    ]);
    expect(await broken()).toEqual([]);
  });

  test('is asked about while no notice comes', async () => {
    const { plate, lot, order } = await parked();
    await leave(lot, plate);
    const debit = await debitOf(plate);
    provider.settle(debit.no);
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await order()).toMatchObject({ Paid: '6.00' });
  });

  test.each(['wrong-amount', 'wrong-signature', 'wrong-merchant'] as const)(
    'takes no notice with a %s',
    async (fault) => {
      const { plate, lot, order } = await parked();
      await leave(lot, plate);
      const debit = await debitOf(plate);
      expect(await provider.notify(debit.no, server.url, fault)).not.toBe(200);
      expect(await order()).toMatchObject({ PayState: 'paying', Paid: '0.00' });
    },
  );

  test('seen again meanwhile is the same debit', async () => {
    const { plate, lot, order } = await parked();
    await leave(lot, plate);
    await debitOf(plate);
    const again = await leave(lot, plate);
    expect(again).toMatchObject({ decision: 'hold' });
    expect(again.lines.join()).toContain('无感支付');
    await Promise.all([leave(lot, plate), leave(lot, plate)]);
    const [debit] = provider.parking.debitsOf(plate);
    provider.settle(debit!.no);
    await provider.notify(debit!.no, server.url);
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(provider.parking.debitsOf(plate)).toHaveLength(1);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('that is refused falls back to the code, and is not tried again', async () => {
    const { plate, lot, order, orderId } = await parked();
    provider.parking.sign(plate, 'PAUSE');
    await leave(lot, plate);
    await server.until('the refusal', async () => (await order()).PayState === 'unpaid');
    await server.until('the event', async () => (await timeline(orderId)).includes('debit.fell-back'));
    provider.parking.sign(plate);
    const again = await leave(lot, plate);
    expect(again.lines.join()).not.toContain('无感');
    expect(provider.parking.debitsOf(plate)).toEqual([]);
    const { data } = await server.call('/api/payment/start', {
      Code: again.payUrl!.split('/').pop()!,
      Channel: 'wechat',
      App: 'browser',
    });
    provider.settle(data.PaymentNo);
    await provider.notify(data.PaymentNo, server.url);
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('that fails after it was accepted falls back to the code', async () => {
    const { plate, lot, order } = await parked();
    await leave(lot, plate);
    const debit = await debitOf(plate);
    provider.settle(debit.no, 'PAY_FAIL');
    expect(await provider.notify(debit.no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ PayState: 'unpaid', ParkingState: 'inside' });
    expect(await payments(plate)).toMatchObject([{ State: 'failed', Scene: 'auto-debit' }]);
  });

  test('whose answer is lost is found by its number', async () => {
    const { plate, lot, order } = await parked();
    provider.failNext('lost-answer');
    await leave(lot, plate);
    const debit = await debitOf(plate);
    provider.settle(debit.no);
    await provider.notify(debit.no, server.url);
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(provider.parking.debitsOf(plate)).toHaveLength(1);
  });

  test('whose provider does not answer in time falls back to the code', async () => {
    const { plate, lot, order } = await parked();
    provider.failNext(...Array.from({ length: 20 }, () => 'timeout' as const));
    await leave(lot, plate);
    await passTime();
    expect(await order()).toMatchObject({ PayState: 'paying' });
    provider.failNoMore();
    await sweep();
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
    expect(provider.parking.debitsOf(plate)).toEqual([]);
  });

  test('keeps other ways of paying away until it has ended', async () => {
    const { plate, lot, order, orderId } = await parked();
    const { payUrl } = await leave(lot, plate);
    const debit = await debitOf(plate);
    const begin = () =>
      server.call('/api/payment/start', { Code: payUrl!.split('/').pop()!, Channel: 'wechat', App: 'browser' });
    expect((await begin()).code).toBe('pay-channel.under-way');
    const cash = await user.call('/api/order/collectCash', { OrderId: orderId, Amount: '6.00' });
    expect(cash.code).toBe('order.locked');
    await passTime();
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
    expect((await user.call('/api/order/collectCash', { OrderId: orderId, Amount: '6.00' })).state).toBe('success');
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    // The money comes after all: it is returned.
    provider.settle(debit.no);
    expect(await provider.notify(debit.no, server.url)).toBe(200);
    await server.product.consumers.drain();
    const refund = await server.until('the refund', async () =>
      [...provider.refunds.values()].find((one) => one.tradeNo === debit.no),
    );
    expect(refund.fen).toBe(600);
    provider.finishRefund(refund.no);
    expect(await provider.notifyRefund(refund.no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await broken()).toEqual([]);
  });

  test('races with cash: one of them pays', async () => {
    const { plate, lot, order, orderId } = await parked();
    await leave(lot, plate);
    const debit = await debitOf(plate);
    provider.settle(debit.no);
    await Promise.all([
      provider.notify(debit.no, server.url),
      user.call('/api/order/collectCash', { OrderId: orderId, Amount: '6.00' }),
      provider.notify(debit.no, server.url),
      leave(lot, plate),
    ]);
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await broken()).toEqual([]);
  });
});

describe('a debit that opens at once', () => {
  beforeEach(() => configure({ DebitMode: 'open-at-once' }));

  test('lets the car out before the money comes', async () => {
    const { plate, lot, order } = await parked();
    const answer = await leave(lot, plate);
    expect(answer).toMatchObject({ decision: 'open', payUrl: null });
    expect(answer.commandId).not.toBeNull();
    expect(await order()).toMatchObject({ ParkingState: 'left', PayState: 'paying', Due: '6.00' });
    const debit = await debitOf(plate);
    provider.settle(debit.no);
    expect(await provider.notify(debit.no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ PayState: 'settled', Paid: '6.00' });
    expect(await broken()).toEqual([]);
  });

  test('that fails leaves the fee owed, with an event; the next time the car waits', async () => {
    const { plate, lot, order, orderId } = await parked();
    await leave(lot, plate);
    const debit = await debitOf(plate);
    provider.settle(debit.no, 'PAY_FAIL');
    await provider.notify(debit.no, server.url);
    expect(await order()).toMatchObject({ PayState: 'arrears', Due: '6.00' });
    await server.until('the event', async () => (await timeline(orderId)).includes('debit.owed'));
    const next = await parked('NORMAL', plate);
    expect(await leave(next.lot, plate)).toMatchObject({ decision: 'hold' });
    expect(await broken()).toEqual([]);
  });

  test('that brings nothing in its time leaves the fee owed; money that comes later settles it', async () => {
    const { plate, lot, order } = await parked();
    await leave(lot, plate);
    const debit = await debitOf(plate);
    await passTime(11 * 60);
    expect(await order()).toMatchObject({ PayState: 'arrears' });
    provider.settle(debit.no);
    expect(await provider.notify(debit.no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Due: '0.00', Overpaid: '0.00' });
    expect(await broken()).toEqual([]);
  });

  test('is refunded like others', async () => {
    const { plate, lot, order, orderId } = await parked();
    await leave(lot, plate);
    const debit = await debitOf(plate);
    provider.settle(debit.no);
    await provider.notify(debit.no, server.url);
    const [{ PaymentId }] = (await user.call('/api/order/getRefundable', { OrderId: orderId })).data.Payments;
    const asked = { OrderId: orderId, PaymentId, Left: '6.00', Amount: '2.00', Way: 'origin', Reason: '多收' };
    expect(await user.call('/api/order/refund', asked)).toMatchObject({ state: 'success' });
    const refund = await server.until('the request', async () =>
      [...provider.refunds.values()].find((one) => one.tradeNo === debit.no),
    );
    provider.finishRefund(refund.no);
    await provider.notifyRefund(refund.no, server.url);
    expect(await order()).toMatchObject({ Paid: '4.00' });
    expect(await broken()).toEqual([]);
  });
});

describe('no debit', () => {
  const isDebited = async (lot: TestLot, plate: string, more: object = {}) => {
    const answer = await gate.see(lot.exit, plate, 90, more);
    const rows = await system(`select 1 from payment where tenant_id = $1 and plate = $2 and scene = 'auto-debit'`, [
      user.tenantId,
      plate,
    ]);
    expect(answer.decision).toBe('hold');
    return rows.length > 0;
  };

  test('of more than the limit, or the month', async () => {
    await configure({ DebitLimit: '5.99' });
    const one = await parked();
    expect(await isDebited(one.lot, one.plate)).toBe(false);
    await configure({ DebitLimit: '6.00', DebitMonthly: '11.00' });
    const two = await parked();
    expect(await isDebited(two.lot, two.plate)).toBe(true);
    const debit = await debitOf(two.plate);
    provider.settle(debit.no);
    await provider.notify(debit.no, server.url);
    await server.until('the exit', async () => (await two.order()).ParkingState === 'left');
    const again = await parked('NORMAL', two.plate);
    await gate.see(again.lot.exit, two.plate, 90);
    expect(provider.parking.debitsOf(two.plate)).toHaveLength(1);
  });

  test('while the driver pays by the code', async () => {
    const { plate, lot, order, orderId } = await parked();
    clock.set(new Date(START.getTime() + 60 * 60_000));
    const [row] = await system<{ code: string }>('select pay_code as code from parking_order where id = $1', [orderId]);
    const { data } = await server.call('/api/payment/start', { Code: row!.code, Channel: 'wechat', App: 'browser' });
    expect(data.PaymentNo).toBeTruthy();
    expect(await isDebited(lot, plate)).toBe(false);
    provider.settle(data.PaymentNo);
    await provider.notify(data.PaymentNo, server.url);
    expect(await order()).toMatchObject({ Overpaid: '0.00' });
    expect(await broken()).toEqual([]);
  });

  test('of a blocked plate, a doubtful reading, a channel that is off', async () => {
    const blocked = await parked('OVERDUE');
    expect(await isDebited(blocked.lot, blocked.plate)).toBe(false);
    const doubtful = await parked();
    expect(await isDebited(doubtful.lot, doubtful.plate, { confidence: 40 })).toBe(false);
    const off = await parked();
    await configure({ HasAutoDebit: false });
    expect(await isDebited(off.lot, off.plate)).toBe(false);
  });
});
