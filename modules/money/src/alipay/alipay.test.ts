import { AlipayDouble } from '@boyun/simulator/provider/alipay';
import { readBill } from '@boyun/test-server/bill';
import { AlipayWorld } from '@boyun/test-server/paying-world';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { alipay } from './alipay.service.ts';

const world = new AlipayWorld();
const { provider, clock } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());
beforeEach(() => world.reset());

describe('a payment', () => {
  test('opens Alipay’s page by a signed address, is reported by a signed notice, and the car goes', async () => {
    const { code, order } = await world.owingCar();
    const [one, two] = [await world.start(code), await world.start(code)];
    expect(one.data).toMatchObject({ Amount: '6.00', Step: 'page' });
    expect(two.data).toEqual(one.data);
    const no = provider.open(one.data.Address);
    provider.settle(no);
    expect(await provider.notify(no, world.server.url)).toEqual({ status: 200, said: 'success' });
    expect(await provider.notify(no, world.server.url)).toEqual({ status: 200, said: 'success' });
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
    await world.server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await world.broken()).toEqual([]);
  });

  test.each(['wrong-amount', 'wrong-merchant', 'wrong-app', 'wrong-signature', 'unsigned'] as const)(
    'is not settled by a notice that is %s',
    async (fault) => {
      const { code, order } = await world.owingCar();
      const no = await world.paid(code);
      const { status, said } = await provider.notify(no, world.server.url, fault);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(said).not.toBe('success');
      expect(await order()).toMatchObject({ PayState: 'paying', Paid: '0.00' });
    },
  );

  test('without a notice is found by asking', async () => {
    const { code, order } = await world.owingCar();
    await world.paid(code);
    await world.expire();
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
  });

  test('whose page nobody opened is closed; paid afterwards it is an excess that can go back', async () => {
    const { code, id, order } = await world.owingCar();
    const begun = await world.start(code);
    await world.expire();
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
    expect((await world.user.call('/api/order/collectCash', { OrderId: id, Amount: '6.00' })).state).toBe('success');
    const no = provider.open(begun.data.Address);
    provider.settle(no);
    expect((await provider.notify(no, world.server.url)).status).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '6.00' });
    expect(await world.broken()).toEqual([]);
  });

  test.each(['5xx', 'timeout', 'forged'] as const)('stays under way while Alipay answers with %s', async (fault) => {
    const { code, order } = await world.owingCar();
    await world.paid(code);
    // The client asks once more where the connection broke.
    provider.failNext(...(fault === 'timeout' ? [fault, fault] : [fault]));
    await world.expire();
    expect(await order()).toMatchObject({ Paid: '0.00' });
    await world.expire();
    expect(await order()).toMatchObject({ Paid: '6.00' });
  });
});

describe('a refund', () => {
  async function refunded(Amount: string, ...faults: Parameters<AlipayDouble['failNext']>) {
    const car = await world.owingCar();
    const no = await world.paid(car.code);
    await provider.notify(no, world.server.url);
    await world.server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    provider.failNext(...faults);
    expect(await world.refund(car.id, Amount)).toMatchObject({ state: 'success' });
    return { ...car, no };
  }

  test('is booked as soon as Alipay has made it', async () => {
    const { order } = await refunded('2.00');
    await world.server.until('the refund', async () => (await order()).Paid === '4.00');
    expect(await world.broken()).toEqual([]);
  });

  test('of which the answer was lost goes back once', async () => {
    const { order, no } = await refunded('1.00', 'lost-answer');
    await world.server.until('the request', async () =>
      [...provider.refunds.values()].some((one) => one.orderNo === no),
    );
    world.pass(3600);
    await world.sweep();
    await world.server.until('the refund', async () => (await order()).Paid === '5.00');
    expect([...provider.refunds.values()].filter((one) => one.orderNo === no)).toHaveLength(1);
  });
});

test('the bill of a day lists what was paid and what went back', async () => {
  const desk = await openDesk(world.server.product.kernel, world.user.tenantId, {
    channel: 'alipay',
    payChannelId: world.payChannelId,
  });
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
  const tryOut = async (id: string, by = world.user) =>
    (await by.call('/api/payConfig/test', { PayChannelId: id })).data;

  test('makes a signed call', async () => {
    expect(await tryOut(world.payChannelId)).toMatchObject({ IsWorking: true });
  });

  test.each([
    ['app', { AppNo: '2021999999999999' }, {}, '应用编号无效'],
    ['private key', {}, { PrivateKey: new AlipayDouble(clock).merchant.keys.PrivateKey }, '签名错误'],
    ['key of Alipay', {}, { PublicKey: new AlipayDouble(clock).merchant.keys.PublicKey }, '请核对支付宝公钥'],
  ])('says that the %s does not fit', async (_, more, keys, words) => {
    const other = await world.server.newTenant('Other', { isTrial: false });
    const found = await tryOut(await world.newChannel(more, keys, other), other);
    expect(found.IsWorking).toBe(false);
    expect(found.Message).toContain(words);
  });
});
