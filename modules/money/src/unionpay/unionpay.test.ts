import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { readBill } from '@boyun/test-server/bill';
import { TestGate } from '@boyun/test-server/lot';
import { MERCHANT_CERTIFICATE } from '@boyun/test-server/merchant-certificate';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestUnionpay } from '@boyun/test-server/unionpay';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { unfinishedPayments } from '../unfinished/unfinished.jobs.ts';
import { unionpay } from './unionpay.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let provider: TestUnionpay;
let payChannelId = '';
let plateCount = 0;

beforeAll(async () => {
  provider = new TestUnionpay(clock);
  const unionpayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    hasJobs: true,
    isAlone: true,
    publicUrl,
    unionpayUrl,
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

async function newChannel(by: TestUser, more: object = {}, otherKeys: object = {}): Promise<string> {
  const { MerchantNo, keys } = provider.merchant;
  const created = await by.call('/api/payConfig/create', { Channel: 'unionpay', MerchantNo, FeePercent: 0.6, ...more });
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
  const plate = `粤B6${String(plateCount).padStart(4, '0')}`;
  const lot = await gate.newLot();
  await gate.see(lot.entry, plate, 0);
  const { passingId } = await gate.see(lot.exit, plate, 90);
  const [row] = await system<{ id: string; code: string }>(
    `select o.id, o.pay_code as code from parking_order o join passing p on p.tenant_id = o.tenant_id and p.order_id = o.id
     where p.tenant_id = $1 and p.id = $2`,
    [user.tenantId, passingId],
  );
  return { ...row!, order: async () => (await user.call('/api/order/getOrder', { OrderId: row!.id })).data.Order };
}

const start = (Code: string, App = 'browser'): Promise<Answer> =>
  server.call('/api/payment/start', { Code, Channel: 'unionpay', App });

/** What the page of a payment posts to UnionPay. */
async function formOf(address: string): Promise<Record<string, string>> {
  const page = await fetch(server.url + address);
  expect(page.headers.get('content-security-policy')).toContain('form-action http');
  const inputs = [...(await page.text()).matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name, value]) => [name, value!.replaceAll('&amp;', '&')]));
}

/** Starts a payment, opens its page as the driver does and pays; returns the number. */
async function paid(code: string): Promise<string> {
  const no = provider.open(await formOf((await start(code)).data.Address));
  provider.settle(no);
  return no;
}

const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};

async function expire() {
  await system('update bill set locked_until = $2 where tenant_id = $1 and locked_until is not null', [
    user.tenantId,
    new Date(0),
  ]);
  await unfinishedPayments.run(server.product.kernel);
}

describe('a payment', () => {
  test('posts a signed form to the page of UnionPay, is reported by a signed notice, and the car goes', async () => {
    const { code, order } = await owingCar();
    const [one, two] = [await start(code), await start(code)];
    expect(one.data).toMatchObject({ Amount: '6.00', Step: 'page' });
    expect(two.data).toEqual(one.data);
    const form = await formOf(one.data.Address);
    expect(form).toMatchObject({ txnAmt: '600', frontUrl: `https://parking.example.com/pay/${code}` });
    expect((await fetch(`${server.url}${one.data.Address}x`)).status).toBe(404);
    const no = provider.open(form);
    provider.settle(no);
    expect(await provider.notify(no, server.url)).toEqual({ status: 200, said: 'ok' });
    expect(await provider.notify(no, server.url)).toEqual({ status: 200, said: 'ok' });
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
    expect((await fetch(server.url + one.data.Address)).status).toBe(404);
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await broken()).toEqual([]);
  });

  test('brings the payer, whose browser posts, back to the page', async () => {
    const returned = await fetch(`${server.url}/pay/abc-1`, {
      method: 'POST',
      body: new URLSearchParams({ respCode: '00' }),
      redirect: 'manual',
    });
    expect(returned.status).toBe(303);
    expect(returned.headers.get('location')).toBe('/pay/abc-1');
  });

  test('inside the app of UnionPay goes on by its code; by another way the former is asked about first', async () => {
    const { code, order } = await owingCar();
    const inApp = await start(code, 'unionpay');
    expect(inApp.data).toMatchObject({ Step: 'page' });
    expect(inApp.data.Address).toBe(`https://qr.95516.com/00010000/${inApp.data.PaymentNo}`);
    provider.settle(inApp.data.PaymentNo);
    expect(await start(code)).toMatchObject({ code: 'pay-channel.under-way' });
    await provider.notify(inApp.data.PaymentNo, server.url);
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
  });

  test.each(['wrong-amount', 'wrong-merchant', 'wrong-currency', 'wrong-signature', 'stranger', 'unsigned'] as const)(
    'is not settled by a notice that is %s',
    async (fault) => {
      const { code, order } = await owingCar();
      const no = await paid(code);
      const { status, said } = await provider.notify(no, server.url, fault);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(said).not.toBe('ok');
      expect(await order()).toMatchObject({ PayState: 'paying', Paid: '0.00' });
    },
  );

  test.each(['5xx', 'timeout', 'forged', 'stranger'] as const)(
    'without a notice is found by asking, unless the answer is %s',
    async (fault) => {
      const { code, order } = await owingCar();
      await paid(code);
      provider.failNext(fault);
      await expire();
      expect(await order()).toMatchObject({ Paid: '0.00' });
      await expire();
      expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
    },
  );

  test('whose page nobody opened is closed; afterwards UnionPay does not take it either', async () => {
    const { code, id, order } = await owingCar();
    const form = await formOf((await start(code)).data.Address);
    await expire();
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
    expect((await user.call('/api/order/collectCash', { OrderId: id, Amount: '6.00' })).state).toBe('success');
    const no = provider.open(form);
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    expect(() => provider.settle(no)).toThrow('受理时间');
    // Paid just before the end of its time, it is an excess that can go back.
    clock.set(new Date(clock.now().getTime() - 3_600_000));
    provider.settle(no);
    expect((await provider.notify(no, server.url)).status).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '6.00' });
    expect(await broken()).toEqual([]);
  });
});

describe('the payment code', () => {
  const scan = (OrderId: string, AuthCode: string) =>
    user.call('/api/order/collectByCode', { OrderId, Amount: '6.00', AuthCode });

  test('pays at once, also where the answer was lost', async () => {
    const { id, order } = await owingCar();
    provider.failNext('lost-answer');
    expect((await scan(id, '6212345678901234567')).data).toMatchObject({ State: 'succeeded' });
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
  });

  test('that needs the password is cancelled, and money paid meanwhile returns', async () => {
    const { id, order } = await owingCar();
    const { PaymentNo, State } = (await scan(id, provider.slowCode)).data;
    expect(State).toBe('paying');
    expect((await user.call('/api/order/cancelCode', { PaymentNo })).data).toEqual({ State: 'closed' });
    expect(provider.trades.get(PaymentNo)!.state).toBe('reversed');
    expect(await order()).toMatchObject({ PayState: 'unpaid', Paid: '0.00' });
  });
});

describe('a refund', () => {
  async function refunded(Amount: string, ...faults: Parameters<TestUnionpay['failNext']>) {
    const car = await owingCar();
    const no = await paid(car.code);
    await provider.notify(no, server.url);
    await server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    const [{ PaymentId }] = (await user.call('/api/order/getRefundable', { OrderId: car.id })).data.Payments;
    provider.failNext(...faults);
    const asked = { OrderId: car.id, PaymentId, Left: '6.00', Amount, Way: 'origin', Reason: '多收' };
    expect(await user.call('/api/order/refund', asked)).toMatchObject({ state: 'success' });
    const refund = await server.until('the request', async () =>
      [...provider.trades.values()].find((one) => one.refundOf === no),
    );
    return { ...car, asked, refund };
  }

  test('is requested, and booked when it is reported', async () => {
    const { refund, order } = await refunded('2.00');
    provider.settle(refund.no);
    expect((await provider.notify(refund.no, server.url, 'wrong-amount')).status).toBe(404);
    expect(await provider.notify(refund.no, server.url)).toEqual({ status: 200, said: 'ok' });
    expect(await order()).toMatchObject({ Paid: '4.00' });
    expect(await broken()).toEqual([]);
  });

  test('of which the answer was lost is made once; one that fails later is found by asking', async () => {
    const { refund, asked, order } = await refunded('1.00', 'lost-answer');
    provider.settle(refund.no, 'failed');
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    await unfinishedPayments.run(server.product.kernel);
    expect(await order()).toMatchObject({ Paid: '6.00' });
    expect([...provider.trades.values()].filter((one) => one.refundOf === refund.refundOf)).toHaveLength(1);
    expect((await user.call('/api/dashboard/getConsole', {})).data.Todo.RefundsToRedo).toBe(1);
    expect(await user.call('/api/order/refund', asked)).toMatchObject({ state: 'success' });
    expect((await user.call('/api/dashboard/getConsole', {})).data.Todo.RefundsToRedo).toBe(0);
  });
});

test('the file of a day lists what was paid and what went back', async () => {
  const desk = await openDesk(server.product.kernel, user.tenantId, { channel: 'unionpay', payChannelId });
  const lines = readBill('unionpay', await unionpay.bill(desk, '2026-03-04'), '2026-03-04');
  const done = [...provider.trades.values()].filter((one) => one.state === 'done');
  expect(done.some((one) => one.kind === 'refund')).toBe(true);
  expect(lines).toHaveLength(done.length);
  for (const { no, queryId, fen, kind, doneAt } of done)
    expect(lines).toContainEqual({
      number: no,
      tradeNo: queryId,
      amountFen: kind === 'refund' ? -fen : fen,
      feeFen: (kind === 'refund' ? -1 : 1) * Math.round(fen * 0.006),
      atMs: Math.floor(doneAt!.getTime() / 1000) * 1000,
      day: '2026-03-04',
      isDone: true,
    });
  expect(await unionpay.bill(desk, '2026-03-03')).toBeNull();
});

describe('the test of a channel', () => {
  const tryOut = async (id: string, by = user) => (await by.call('/api/payConfig/test', { PayChannelId: id })).data;

  test('makes a signed call', async () => {
    expect(await tryOut(payChannelId)).toMatchObject({ IsWorking: true });
  });

  test.each([
    ['merchant', { MerchantNo: '777000000000001' }, {}, '商户号或证书不被识别'],
    ['authorities', {}, { Authorities: MERCHANT_CERTIFICATE }, '请核对'],
  ])('says that the %s does not fit', async (_, more, keys, words) => {
    const other = await server.newTenant('Other', { isTrial: false });
    const found = await tryOut(await newChannel(other, more, keys), other);
    expect(found.IsWorking).toBe(false);
    expect(found.Message).toContain(words);
  });

  test('and its keys: a root is needed, a sub-merchant is not taken', async () => {
    const other = await server.newTenant('Other', { isTrial: false });
    const id = await newChannel(other, {}, {});
    const Authorities = provider.merchant.keys.Certificate;
    const refused = await other.call('/api/payConfig/setKeys', { PayChannelId: id, Authorities });
    expect(refused.code).toBe('pay-channel.not-a-key');
    const sub = await other.call('/api/payConfig/update', { Id: id, SubMerchantNo: '1' });
    expect(sub.code).toBe('pay-channel.no-sub-merchant');
    expect((await other.call('/api/payConfig/get', { Id: id })).data.CertificateUntil).toBe('2045-01-01T00:00:00.000Z');
  });
});
