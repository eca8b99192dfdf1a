import type { UnionpayDouble } from '@boyun/simulator/provider/unionpay';
import { readBill } from '@boyun/test-server/bill';
import { MERCHANT_CERTIFICATE } from '@boyun/test-server/merchant-certificate';
import { UnionpayWorld } from '@boyun/test-server/paying-world';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { unionpay } from './unionpay.service.ts';

const world = new UnionpayWorld();
const { provider } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());
beforeEach(() => world.reset());

describe('a payment', () => {
  test('posts a signed form to the page of UnionPay, is reported by a signed notice, and the car goes', async () => {
    const { code, order } = await world.owingCar();
    const [one, two] = [await world.start(code), await world.start(code)];
    expect(one.data).toMatchObject({ Amount: '6.00', Step: 'page' });
    expect(two.data).toEqual(one.data);
    const page = await fetch(world.server.url + one.data.Address);
    expect(page.headers.get('content-security-policy')).toContain('form-action http');
    const form = await world.formOf(one.data.Address);
    expect(form).toMatchObject({ txnAmt: '600', frontUrl: `https://parking.example.com/pay/${code}` });
    expect((await fetch(`${world.server.url}${one.data.Address}x`)).status).toBe(404);
    const no = provider.open(form);
    provider.settle(no);
    expect(await provider.notify(no, world.server.url)).toEqual({ status: 200, said: 'ok' });
    expect(await provider.notify(no, world.server.url)).toEqual({ status: 200, said: 'ok' });
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
    expect((await fetch(world.server.url + one.data.Address)).status).toBe(404);
    await world.server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await world.broken()).toEqual([]);
  });

  test('brings the payer, whose browser posts, back to the page', async () => {
    const returned = await fetch(`${world.server.url}/pay/abc-1`, {
      method: 'POST',
      body: new URLSearchParams({ respCode: '00' }),
      redirect: 'manual',
    });
    expect(returned.status).toBe(303);
    expect(returned.headers.get('location')).toBe('/pay/abc-1');
  });

  test('inside the app of UnionPay goes on by its code; by another way the former is asked about first', async () => {
    const { code, order } = await world.owingCar();
    const inApp = await world.start(code, 'unionpay');
    expect(inApp.data).toMatchObject({ Step: 'page' });
    expect(inApp.data.Address).toBe(`https://qr.95516.com/00010000/${inApp.data.PaymentNo}`);
    provider.settle(inApp.data.PaymentNo);
    expect(await world.start(code)).toMatchObject({ code: 'pay-channel.under-way' });
    await provider.notify(inApp.data.PaymentNo, world.server.url);
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
  });

  test.each(['wrong-amount', 'wrong-merchant', 'wrong-currency', 'wrong-signature', 'stranger', 'unsigned'] as const)(
    'is not settled by a notice that is %s',
    async (fault) => {
      const { code, order } = await world.owingCar();
      const no = await world.paid(code);
      const { status, said } = await provider.notify(no, world.server.url, fault);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(said).not.toBe('ok');
      expect(await order()).toMatchObject({ PayState: 'paying', Paid: '0.00' });
    },
  );

  test.each(['5xx', 'timeout', 'forged', 'stranger'] as const)(
    'without a notice is found by asking, unless the answer is %s',
    async (fault) => {
      const { code, order } = await world.owingCar();
      await world.paid(code);
      provider.failNext(fault);
      await world.expire();
      expect(await order()).toMatchObject({ Paid: '0.00' });
      await world.expire();
      expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
    },
  );

  test('whose page nobody opened is closed; afterwards UnionPay does not take it either', async () => {
    const { code, id, order } = await world.owingCar();
    const form = await world.formOf((await world.start(code)).data.Address);
    await world.expire();
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
    expect((await world.user.call('/api/order/collectCash', { OrderId: id, Amount: '6.00' })).state).toBe('success');
    const no = provider.open(form);
    world.pass(3600);
    expect(() => provider.settle(no)).toThrow('受理时间');
    // Paid just before the end of its time, it is an excess that can go back.
    world.pass(-3600);
    provider.settle(no);
    expect((await provider.notify(no, world.server.url)).status).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '6.00' });
    expect(await world.broken()).toEqual([]);
  });
});

test('a payment made just before the end of its time, without a notice, is found by asking later', async () => {
  const { code, order } = await world.owingCar();
  const no = provider.open(await world.formOf((await world.start(code)).data.Address));
  await world.expire();
  expect(await order()).toMatchObject({ PayState: 'unpaid' });
  provider.settle(no);
  world.pass(61);
  await world.sweep();
  expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
});

describe('the payment code', () => {
  const scan = (OrderId: string, AuthCode: string) =>
    world.user.call('/api/order/collectByCode', { OrderId, Amount: '6.00', AuthCode });

  test('pays at once, also where the answer was lost', async () => {
    const { id, order } = await world.owingCar();
    provider.failNext('lost-answer');
    expect((await scan(id, '6212345678901234567')).data).toMatchObject({ State: 'succeeded' });
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
  });

  test('that needs the password is cancelled, and money paid meanwhile returns', async () => {
    const { id, order } = await world.owingCar();
    const { PaymentNo, State } = (await scan(id, provider.slowCode)).data;
    expect(State).toBe('paying');
    expect((await world.user.call('/api/order/cancelCode', { PaymentNo })).data).toEqual({ State: 'closed' });
    expect(provider.trades.get(PaymentNo)!.state).toBe('reversed');
    expect(await order()).toMatchObject({ PayState: 'unpaid', Paid: '0.00' });
  });
});

describe('a refund', () => {
  async function refunded(Amount: string, ...faults: Parameters<UnionpayDouble['failNext']>) {
    const car = await world.owingCar();
    const no = await world.paid(car.code);
    await provider.notify(no, world.server.url);
    await world.server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    provider.failNext(...faults);
    expect(await world.refund(car.id, Amount)).toMatchObject({ state: 'success' });
    return { ...car, refund: await world.refundOf(no) };
  }

  test('is requested, and booked when it is reported', async () => {
    const { refund, order } = await refunded('2.00');
    provider.settle(refund.no);
    expect((await provider.notify(refund.no, world.server.url, 'wrong-amount')).status).toBe(404);
    expect(await provider.notify(refund.no, world.server.url)).toEqual({ status: 200, said: 'ok' });
    expect(await order()).toMatchObject({ Paid: '4.00' });
    expect(await world.broken()).toEqual([]);
  });

  test('of which the answer was lost is made once; one that fails later is found by asking', async () => {
    const { refund, id, order } = await refunded('1.00', 'lost-answer');
    provider.settle(refund.no, 'failed');
    world.pass(3600);
    await world.sweep();
    expect(await order()).toMatchObject({ Paid: '6.00' });
    expect([...provider.trades.values()].filter((one) => one.refundOf === refund.refundOf)).toHaveLength(1);
    expect((await world.user.call('/api/dashboard/getConsole', {})).data.Todo.RefundsToRedo).toBe(1);
    expect(await world.refund(id, '1.00')).toMatchObject({ state: 'success' });
    expect((await world.user.call('/api/dashboard/getConsole', {})).data.Todo.RefundsToRedo).toBe(0);
  });
});

test('the file of a day lists what was paid and what went back', async () => {
  const desk = await openDesk(world.server.product.kernel, world.user.tenantId, {
    channel: 'unionpay',
    payChannelId: world.payChannelId,
  });
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
  const tryOut = async (id: string, by = world.user) =>
    (await by.call('/api/payConfig/test', { PayChannelId: id })).data;

  test('makes a signed call', async () => {
    expect(await tryOut(world.payChannelId)).toMatchObject({ IsWorking: true });
  });

  test.each([
    ['merchant', { MerchantNo: '777000000000001' }, {}, '商户号或证书不被识别'],
    ['authorities', {}, { Authorities: MERCHANT_CERTIFICATE }, '请核对'],
  ])('says that the %s does not fit', async (_, more, keys, words) => {
    const other = await world.server.newTenant('Other', { isTrial: false });
    const found = await tryOut(await world.newChannel(more, keys, other), other);
    expect(found.IsWorking).toBe(false);
    expect(found.Message).toContain(words);
  });

  test('and its keys: a root is needed', async () => {
    const other = await world.server.newTenant('Other', { isTrial: false });
    const id = await world.newChannel({}, {}, other);
    const Authorities = provider.merchant.keys.Certificate;
    const refused = await other.call('/api/payConfig/setKeys', { PayChannelId: id, Authorities });
    expect(refused.code).toBe('pay-channel.not-a-key');
    expect((await other.call('/api/payConfig/get', { Id: id })).data.CertificateUntil).toBe('2045-01-01T00:00:00.000Z');
  });
});
