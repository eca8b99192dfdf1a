import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { AlipayDouble } from '@boyun/simulator/provider/alipay';
import { readBill } from '@boyun/test-server/bill';
import { TestGate } from '@boyun/test-server/lot';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { unfinishedPayments } from '../unfinished/unfinished.jobs.ts';
import { alipay } from './alipay.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let provider: AlipayDouble;
let payChannelId = '';
let plateCount = 0;

beforeAll(async () => {
  provider = new AlipayDouble(clock);
  const alipayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true, isAlone: true, publicUrl, alipayUrl });
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
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const created = await by.call('/api/payConfig/create', {
    Channel: 'alipay',
    MerchantNo,
    AppNo,
    FeePercent: 0.6,
    ...more,
  });
  expect(created).toMatchObject({ state: 'success' });
  const { Id: PayChannelId } = created.data;
  expect((await by.call('/api/payConfig/setKeys', { PayChannelId, ...keys, ...otherKeys })).data).toMatchObject({
    Missing: [],
  });
  return PayChannelId;
}

const system = <T extends object>(sql: string, values: unknown[]) =>
  server.product.kernel.database.system<T>(sql, values);

/** A car that waits at the exit and owes 6.00 yuan. */
async function owingCar() {
  plateCount += 1;
  const plate = `粤B9${String(plateCount).padStart(4, '0')}`;
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

const start = (Code: string): Promise<Answer> =>
  server.call('/api/payment/start', { Code, Channel: 'alipay', App: 'browser' });

/** Starts a payment, opens its page as the driver does and pays; returns the number. */
async function paid(code: string): Promise<string> {
  const no = provider.open((await start(code)).data.Address);
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
  test('opens Alipay’s page by a signed address, is reported by a signed notice, and the car goes', async () => {
    const { code, order } = await owingCar();
    const [one, two] = [await start(code), await start(code)];
    expect(one.data).toMatchObject({ Amount: '6.00', Step: 'page' });
    expect(two.data).toEqual(one.data);
    const no = provider.open(one.data.Address);
    provider.settle(no);
    expect(await provider.notify(no, server.url)).toEqual({ status: 200, said: 'success' });
    expect(await provider.notify(no, server.url)).toEqual({ status: 200, said: 'success' });
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await broken()).toEqual([]);
  });

  test.each(['wrong-amount', 'wrong-merchant', 'wrong-app', 'wrong-signature', 'unsigned'] as const)(
    'is not settled by a notice that is %s',
    async (fault) => {
      const { code, order } = await owingCar();
      const no = await paid(code);
      const { status, said } = await provider.notify(no, server.url, fault);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(said).not.toBe('success');
      expect(await order()).toMatchObject({ PayState: 'paying', Paid: '0.00' });
    },
  );

  test('without a notice is found by asking', async () => {
    const { code, order } = await owingCar();
    await paid(code);
    await expire();
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
  });

  test('whose page nobody opened is closed; paid afterwards it is an excess that can go back', async () => {
    const { code, id, order } = await owingCar();
    const begun = await start(code);
    await expire();
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
    expect((await user.call('/api/order/collectCash', { OrderId: id, Amount: '6.00' })).state).toBe('success');
    const no = provider.open(begun.data.Address);
    provider.settle(no);
    expect((await provider.notify(no, server.url)).status).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '6.00' });
    expect(await broken()).toEqual([]);
  });

  test.each(['5xx', 'timeout', 'forged'] as const)('stays under way while Alipay answers with %s', async (fault) => {
    const { code, order } = await owingCar();
    await paid(code);
    // The client asks once more where the connection broke.
    provider.failNext(...(fault === 'timeout' ? [fault, fault] : [fault]));
    await expire();
    expect(await order()).toMatchObject({ Paid: '0.00' });
    await expire();
    expect(await order()).toMatchObject({ Paid: '6.00' });
  });
});

describe('a refund', () => {
  async function refunded(Amount: string, ...faults: Parameters<AlipayDouble['failNext']>) {
    const car = await owingCar();
    const no = await paid(car.code);
    await provider.notify(no, server.url);
    await server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    const { Payments } = (await user.call('/api/order/getRefundable', { OrderId: car.id })).data;
    provider.failNext(...faults);
    const asked = {
      OrderId: car.id,
      PaymentId: Payments[0].PaymentId,
      Left: '6.00',
      Amount,
      Way: 'origin',
      Reason: '多收',
    };
    expect(await user.call('/api/order/refund', asked)).toMatchObject({ state: 'success' });
    return { ...car, no };
  }

  test('is booked as soon as Alipay has made it', async () => {
    const { order } = await refunded('2.00');
    await server.until('the refund', async () => (await order()).Paid === '4.00');
    expect(await broken()).toEqual([]);
  });

  test('of which the answer was lost goes back once', async () => {
    const { order, no } = await refunded('1.00', 'lost-answer');
    await server.until('the request', async () => [...provider.refunds.values()].some((one) => one.orderNo === no));
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    await unfinishedPayments.run(server.product.kernel);
    await server.until('the refund', async () => (await order()).Paid === '5.00');
    expect([...provider.refunds.values()].filter((one) => one.orderNo === no)).toHaveLength(1);
  });
});

test('the bill of a day lists what was paid and what went back', async () => {
  const desk = await openDesk(server.product.kernel, user.tenantId, { channel: 'alipay', payChannelId });
  const lines = readBill('alipay', await alipay.bill(desk, '2026-03-04'), '2026-03-04');
  const all = [...provider.payments.values()].filter((one) => one.paidAt);
  expect(lines).toHaveLength(all.length + provider.refunds.size);
  for (const { no, tradeNo } of all)
    expect(lines).toContainEqual(expect.objectContaining({ number: no, tradeNo, amountFen: 600, day: '2026-03-04' }));
  for (const { no, amount } of provider.refunds.values())
    expect(lines).toContainEqual(expect.objectContaining({ number: no, amountFen: -Number(amount) * 100 }));
  expect(await alipay.bill(desk, '2026-03-03')).toBeNull();
});

describe('the test of a channel', () => {
  const tryOut = async (id: string, by = user) => (await by.call('/api/payConfig/test', { PayChannelId: id })).data;

  test('makes a signed call', async () => {
    expect(await tryOut(payChannelId)).toMatchObject({ IsWorking: true });
  });

  test.each([
    ['app', { AppNo: '2021999999999999' }, {}, '应用编号无效'],
    ['private key', {}, { PrivateKey: new AlipayDouble(clock).merchant.keys.PrivateKey }, '签名错误'],
    ['key of Alipay', {}, { PublicKey: new AlipayDouble(clock).merchant.keys.PublicKey }, '请核对支付宝公钥'],
  ])('says that the %s does not fit', async (_, more, keys, words) => {
    const other = await server.newTenant('Other', { isTrial: false });
    const found = await tryOut(await newChannel(other, more, keys), other);
    expect(found.IsWorking).toBe(false);
    expect(found.Message).toContain(words);
  });
});
