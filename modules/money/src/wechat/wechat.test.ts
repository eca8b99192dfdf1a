import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { readBill } from '@boyun/test-server/bill';
import { TestGate } from '@boyun/test-server/lot';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { unfinishedPayments } from '../unfinished/unfinished.jobs.ts';
import { wechat } from './wechat.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let provider: WechatPayDouble;
let payChannelId = '';
let plateCount = 0;

beforeAll(async () => {
  provider = new WechatPayDouble(clock);
  const wechatPayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    hasJobs: true,
    isAlone: true,
    publicUrl,
    wechatPayUrl,
    wechatUrl: wechatPayUrl,
    // Tests say when the provider is asked: a sweep in between would take the faults they arrange.
    without: ['unfinished-payments'],
  });
  user = await server.newTenant('Paying', { isTrial: false });
  gate = new TestGate(server, user, clock, START);
  payChannelId = await newChannel(user);
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});
beforeEach(() => clock.set(START));

/** Configures the merchant of the double for a tenant. */
async function newChannel(by: TestUser, more: object = {}, otherKeys: object = {}): Promise<string> {
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const created = await by.call('/api/payConfig/create', {
    Channel: 'wechat',
    MerchantNo,
    AppNo,
    FeePercent: 0.6,
    ...more,
  });
  expect(created).toMatchObject({ state: 'success' });
  const { Id: PayChannelId } = created.data;
  const stored = await by.call('/api/payConfig/setKeys', { PayChannelId, ...keys, ...otherKeys });
  expect(stored.data).toMatchObject({ Missing: [] });
  return PayChannelId;
}

const system = <T extends object>(sql: string, values: unknown[]) =>
  server.product.kernel.database.system<T>(sql, values);

/** A car that waits at the exit and owes 6.00 yuan. */
async function owingCar() {
  plateCount += 1;
  const lot = await gate.newLot();
  await gate.see(lot.entry, `粤B8${String(plateCount).padStart(4, '0')}`, 0);
  const { passingId } = await gate.see(lot.exit, `粤B8${String(plateCount).padStart(4, '0')}`, 90);
  const [row] = await system<{ id: string; code: string }>(
    `select o.id, o.pay_code as code from parking_order o join passing p on p.tenant_id = o.tenant_id and p.order_id = o.id
     where p.tenant_id = $1 and p.id = $2`,
    [user.tenantId, passingId],
  );
  return { ...row!, order: async () => (await user.call('/api/order/getOrder', { OrderId: row!.id })).data.Order };
}

const start = (Code: string, more: object = {}): Promise<Answer> =>
  server.call('/api/payment/start', { Code, Channel: 'wechat', App: 'browser', ...more });

const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};

const desk = () => openDesk(server.product.kernel, user.tenantId, { channel: 'wechat', payChannelId });
/** Lets the locks of all payments expire, so that the provider is asked. */
async function expire() {
  await system('update bill set locked_until = $2 where tenant_id = $1 and locked_until is not null', [
    user.tenantId,
    new Date(0),
  ]);
  await unfinishedPayments.run(server.product.kernel);
}

describe('a payment', () => {
  test('is started in the browser, paid, reported by a signed notice, and the car goes', async () => {
    const { code, order } = await owingCar();
    const begun = await start(code);
    expect(begun.data).toMatchObject({ Amount: '6.00', Step: 'page' });
    expect(begun.data.Address).toMatch(/^https:\/\/wx\.tenpay\.com\/.*redirect_url=https%3A%2F%2Fparking/);
    const no = begun.data.PaymentNo;
    provider.settle(no);
    expect(await provider.notify(no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    const [row] = await system(
      'select trade_no as "tradeNo", channel_fee_fen as "feeFen" from payment where payment_no = $1',
      [no],
    );
    expect(row).toEqual({ tradeNo: provider.payments.get(no)!.transactionId, feeFen: 4 });
    expect(await broken()).toEqual([]);
  });

  test('tapped again is the same payment, and another way closes it first', async () => {
    const { code, order } = await owingCar();
    const [one, two] = await Promise.all([start(code), start(code)]);
    const again = await start(code);
    const numbers = new Set([one, two, again].flatMap((answer) => answer.data?.PaymentNo ?? []));
    expect([...numbers]).toEqual([again.data.PaymentNo]);
    const inApp = await start(code, { App: 'wechat', AuthCode: 'code-1' });
    expect(inApp.data.Step).toBe('bridge');
    expect(JSON.parse(inApp.data.Parameters)).toMatchObject({
      signType: 'RSA',
      package: `prepay_id=wx${inApp.data.PaymentNo}`,
    });
    expect(provider.payments.get(again.data.PaymentNo)!.state).toBe('CLOSED');
    expect(() => provider.settle(again.data.PaymentNo)).toThrow();
    provider.settle(inApp.data.PaymentNo);
    expect(await provider.notify(inApp.data.PaymentNo, server.url)).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('inside WeChat needs the payer, whom its sign-in names once', async () => {
    const { code } = await owingCar();
    expect(await start(code, { App: 'wechat', AuthCode: 'stale' })).toMatchObject({ code: 'pay-channel.not-started' });
    const begun = await start(code, { App: 'wechat', AuthCode: 'code-2' });
    expect(begun.data.Step).toBe('bridge');
    // The same tap again: the code is used up, the payment goes on.
    const again = await start(code, { App: 'wechat', AuthCode: 'code-2' });
    expect(again.data.PaymentNo).toBe(begun.data.PaymentNo);
    expect(JSON.parse(again.data.Parameters)).toEqual(JSON.parse(begun.data.Parameters));
  });

  test('of which the answer was lost goes on with the same number', async () => {
    const { code } = await owingCar();
    provider.failNext('lost-answer');
    expect(await start(code)).toMatchObject({ status: 503, code: 'pay-channel.not-started' });
    const begun = await start(code);
    expect(begun.data).toMatchObject({ Step: 'page' });
    const rows = await system(
      'select 1 from payment p join parking_order o on o.tenant_id = p.tenant_id and o.pay_code = $2 join bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id and b.subject_id = o.id where p.tenant_id = $1',
      [user.tenantId, code],
    );
    expect(rows).toHaveLength(1);
  });

  test.each(['5xx', 'timeout', 'forged'] as const)(
    'whose provider answers with %s is not started, and can be tried again',
    async (fault) => {
      const { code, order } = await owingCar();
      provider.failNext(fault);
      expect(await start(code)).toMatchObject({ status: 503, code: 'pay-channel.not-started' });
      expect((await start(code)).data).toMatchObject({ Step: 'page' });
      expect(await order()).toMatchObject({ PayState: 'paying' });
    },
  );
});

describe('a notice', () => {
  test.each([
    ['wrong-signature', 401],
    ['wrong-key', 401],
    ['wrong-merchant', 401],
    ['old', 401],
    ['wrong-amount', 404],
  ] as const)('with a %s changes nothing', async (fault, status) => {
    const { code, order } = await owingCar();
    const no = (await start(code)).data.PaymentNo;
    provider.settle(no);
    expect(await provider.notify(no, server.url, fault)).toBe(status);
    expect(await order()).toMatchObject({ PayState: 'paying', Paid: '0.00' });
    expect(await provider.notify(no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
  });

  test('sent many times at once is booked once', async () => {
    const { code, order } = await owingCar();
    const no = (await start(code)).data.PaymentNo;
    provider.settle(no);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => provider.notify(no, server.url)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await broken()).toEqual([]);
  });

  test('to an address that is none of a merchant is not taken', async () => {
    const post = (path: string) => fetch(server.url + path, { method: 'POST', body: '{}' }).then((one) => one.status);
    const other = await server.newTenant();
    expect(await post(`/api/payment/notices/wechat/${user.tenantId}/${payChannelId}`)).toBe(401);
    expect(await post(`/api/payment/notices/wechat/${other.tenantId}/${payChannelId}`)).toBe(404);
    expect(await post(`/api/payment/notices/cash/${user.tenantId}/${payChannelId}`)).toBe(404);
    expect(await post(`/api/payment/notices/sandbox/${user.tenantId}/${payChannelId}`)).toBe(404);
    expect(await post('/api/payment/notices/wechat/1/x')).toBe(404);
  });
});

describe('a payment without a notice', () => {
  test('is found by asking, once', async () => {
    const { code, order } = await owingCar();
    const no = (await start(code)).data.PaymentNo;
    provider.settle(no);
    await expire();
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
    expect(await provider.notify(no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('that nobody paid is closed with the provider too', async () => {
    const { code, order } = await owingCar();
    const no = (await start(code)).data.PaymentNo;
    await expire();
    expect(provider.payments.get(no)!.state).toBe('CLOSED');
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
  });

  test('stays under way while the provider cannot be reached', async () => {
    const { code, order } = await owingCar();
    const no = (await start(code)).data.PaymentNo;
    provider.failNext('5xx', 'timeout', 'forged');
    for (let run = 0; run < 3; run += 1) {
      await expire();
      expect(provider.payments.get(no)!.state).toBe('NOTPAY');
    }
    provider.settle(no);
    await expire();
    expect(await order()).toMatchObject({ Paid: '6.00' });
  });
});

describe('a refund', () => {
  /** Pays a car's stay, lets it leave, and refunds a part. */
  async function refunded(Amount: string) {
    const car = await owingCar();
    const no = (await start(car.code)).data.PaymentNo;
    provider.settle(no);
    await provider.notify(no, server.url);
    await server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    const [{ PaymentId }] = (await user.call('/api/order/getRefundable', { OrderId: car.id })).data.Payments;
    const asked = { OrderId: car.id, PaymentId, Left: '6.00', Amount, Way: 'origin', Reason: '多收' };
    expect(await user.call('/api/order/refund', asked)).toMatchObject({ state: 'success' });
    const refund = await server.until('the request', async () =>
      [...provider.refunds.values()].find((one) => one.tradeNo === no),
    );
    return { ...car, asked, refund };
  }

  test('to the origin is requested, and booked when it is reported', async () => {
    const { refund, order } = await refunded('2.00');
    expect(refund).toMatchObject({ fen: 200, state: 'PROCESSING' });
    provider.finishRefund(refund.no);
    const statuses = await Promise.all([1, 2, 3].map(() => provider.notifyRefund(refund.no, server.url)));
    expect(statuses).toEqual([200, 200, 200]);
    expect(await order()).toMatchObject({ Paid: '4.00' });
    expect(await broken()).toEqual([]);
  });

  test('that the bank returns has failed, and the money can be refunded again', async () => {
    const { refund, asked, order } = await refunded('2.00');
    provider.finishRefund(refund.no, false);
    expect(await provider.notifyRefund(refund.no, server.url)).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00' });
    const toRedo = async () => (await user.call('/api/dashboard/getConsole', {})).data.Todo.RefundsToRedo;
    const { Rows } = (await user.call('/api/payment/getPaymentPage', { IsToRedo: true })).data;
    expect(Rows).toMatchObject([{ State: 'failed', Amount: '-2.00' }]);
    expect(await toRedo()).toBe(1);
    expect(await user.call('/api/order/refund', asked)).toMatchObject({ state: 'success' });
    expect(await toRedo()).toBe(0);
    expect(await broken()).toEqual([]);
  });

  test('without a notice is found by asking', async () => {
    const { refund, order } = await refunded('1.00');
    provider.finishRefund(refund.no);
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    await unfinishedPayments.run(server.product.kernel);
    expect(await order()).toMatchObject({ Paid: '5.00' });
  });
});

test('the bill of a day lists what was paid and what went back', async () => {
  const lines = readBill('wechat', await wechat.bill(await desk(), '2026-03-04'), '2026-03-04');
  const paid = [...provider.payments.values()].filter((one) => one.paidAt);
  const back = [...provider.refunds.values()].filter((one) => one.state === 'SUCCESS');
  expect(lines).toHaveLength(paid.length + back.length);
  for (const { no, totalFen, transactionId } of paid)
    expect(lines).toContainEqual(expect.objectContaining({ number: no, tradeNo: transactionId, amountFen: totalFen }));
  for (const { no, fen } of back)
    expect(lines).toContainEqual(expect.objectContaining({ number: no, amountFen: -fen }));
  expect(await wechat.bill(await desk(), '2026-03-03')).toBeNull();
});

describe('the test of a channel', () => {
  const tryOut = async (id: string, by = user) => (await by.call('/api/payConfig/test', { PayChannelId: id })).data;

  test('makes a signed call', async () => {
    expect(await tryOut(payChannelId)).toMatchObject({ IsWorking: true });
  });

  test.each([
    ['certificate', { CertificateNo: 'FFFF' }, {}, '商户证书序列号未知'],
    ['app', {}, { AppNo: 'wx0000000000000000' }, '未与该应用编号绑定'],
    ['key of the provider', { PublicKeyId: 'PUB_KEY_ID_9' }, {}, '公钥 ID 不符'],
  ])('says that the %s does not fit', async (_, keys, more, words) => {
    const other = await server.newTenant('Other', { isTrial: false });
    const found = await tryOut(await newChannel(other, more, keys), other);
    expect(found.IsWorking).toBe(false);
    expect(found.Message).toContain(words);
  });
});

test('a merchant that has taken payments keeps its numbers; another row takes over', async () => {
  const { code } = await owingCar();
  expect((await start(code)).state).toBe('success');
  const change = { Id: payChannelId, MerchantNo: '1900000777' };
  expect((await user.call('/api/payConfig/update', change)).code).toBe('pay-channel.merchant-used');
  expect((await user.call('/api/payConfig/update', { Id: payChannelId, FeePercent: 0.5 })).state).toBe('success');
  expect((await user.call('/api/payConfig/delete', { Id: payChannelId })).state).toBe('fail');
  await user.call('/api/payConfig/update', { Id: payChannelId, IsEnabled: false });
  const next = await newChannel(user);
  const other = await owingCar();
  const begun = await start(other.code);
  const [row] = await system('select pay_channel_id as id from payment where payment_no = $1', [begun.data.PaymentNo]);
  expect(row).toEqual({ id: next });
  await user.call('/api/payConfig/update', { Id: next, IsEnabled: false });
  await user.call('/api/payConfig/update', { Id: payChannelId, IsEnabled: true });
});

test('a lot whose channel is off takes no payment by it', async () => {
  const { code } = await owingCar();
  await user.call('/api/payConfig/update', { Id: payChannelId, IsEnabled: false });
  expect(await start(code)).toMatchObject({ code: 'pay-channel.by-hand-only' });
  await user.call('/api/payConfig/update', { Id: payChannelId, IsEnabled: true });
  expect((await start(code)).state).toBe('success');
});
