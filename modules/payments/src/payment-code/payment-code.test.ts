import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const CODE = '134567890123456789';
const clock = new SetClock(START);
let server: TestServer;
let provider: WechatPayDouble;
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
  });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

/** A tenant that takes WeChat Pay, or a trial that simulates it. */
async function newTenant(isTrial: boolean): Promise<TestUser> {
  const user = await server.newTenant('Scanning', { isTrial });
  if (isTrial) return user;
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const { data } = await user.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo, AppNo });
  await user.call('/api/payConfig/setKeys', { PayChannelId: data.Id, ...keys });
  return user;
}

/** A car that waits at the exit and owes 6.00 yuan. */
async function owingCar(user: TestUser) {
  plateCount += 1;
  const plate = `粤B7${String(plateCount).padStart(4, '0')}`;
  const gate = new TestGate(server, user, clock, START);
  const lot = await gate.newLot({}, { Name: `L${plateCount}`, Code: `C${plateCount}` });
  await gate.see(lot.entry, plate, 0);
  const { passingId } = await gate.see(lot.exit, plate, 90);
  const [row] = await server.product.kernel.database.system<{ id: string }>(
    'select order_id as id from passing where tenant_id = $1 and id = $2',
    [user.tenantId, passingId],
  );
  const scan = (AuthCode: string, Amount = '6.00') =>
    user.call('/api/order/collectByCode', { OrderId: row!.id, Amount, AuthCode });
  return {
    id: row!.id,
    scan,
    order: async () => (await user.call('/api/order/getOrder', { OrderId: row!.id })).data.Order,
  };
}

const broken = async ({ tenantId }: TestUser) => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, tenantId)).flatMap((one) => one.broken);
};

describe('a payment code', () => {
  test('pays at once, and the car goes', async () => {
    const user = await newTenant(false);
    const { scan, order } = await owingCar(user);
    expect((await scan(CODE)).data).toMatchObject({ State: 'succeeded' });
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00' });
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await broken(user)).toEqual([]);
  });

  test('that needs the password is followed to its end', async () => {
    const user = await newTenant(false);
    const { scan, order } = await owingCar(user);
    const { PaymentNo, State } = (await scan(provider.slowCode)).data;
    expect(State).toBe('paying');
    expect((await user.call('/api/order/followCode', { PaymentNo })).data).toEqual({ State: 'paying' });
    provider.settle(PaymentNo);
    expect((await user.call('/api/order/followCode', { PaymentNo })).data).toEqual({ State: 'succeeded' });
    expect((await user.call('/api/order/followCode', { PaymentNo })).data).toEqual({ State: 'succeeded' });
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('that is cancelled is taken back, and the fee can be paid otherwise', async () => {
    const user = await newTenant(false);
    const { id, scan, order } = await owingCar(user);
    const { PaymentNo } = (await scan(provider.slowCode)).data;
    expect((await user.call('/api/order/cancelCode', { PaymentNo })).data).toEqual({ State: 'closed' });
    expect(provider.payments.get(PaymentNo)!.state).toBe('CLOSED');
    expect((await user.call('/api/order/collectCash', { OrderId: id, Amount: '6.00' })).state).toBe('success');
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await broken(user)).toEqual([]);
  });

  test('scanned again takes the one before it back', async () => {
    const user = await newTenant(false);
    const { scan, order } = await owingCar(user);
    const { PaymentNo } = (await scan(provider.slowCode)).data;
    expect((await scan(CODE)).data).toMatchObject({ State: 'succeeded' });
    expect(provider.payments.get(PaymentNo)!.state).toBe('CLOSED');
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('of which the answer was lost is found by the next question', async () => {
    const user = await newTenant(false);
    const { scan, order } = await owingCar(user);
    provider.failNext('lost-answer');
    expect((await scan(CODE)).data).toMatchObject({ State: 'succeeded' });
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('that is none, or of another amount, takes nothing', async () => {
    const user = await newTenant(false);
    const { scan, order } = await owingCar(user);
    expect((await scan('9999999999999999')).code).toBe('payment-code.no-code');
    expect((await scan('2812345678901234')).code).toBe('payment-code.off');
    expect((await scan(CODE, '5.00')).code).toBe('order.amount-changed');
    expect(await order()).toMatchObject({ PayState: 'unpaid' });
    const other = await server.newTenant('Other');
    const { PaymentNo } = (await scan(provider.slowCode)).data;
    expect((await other.call('/api/order/followCode', { PaymentNo })).code).toBe('kernel.not-found');
    expect((await other.call('/api/order/cancelCode', { PaymentNo })).code).toBe('kernel.not-found');
  });

  test('is simulated in a trial: it pays, or is refused by the bank', async () => {
    const user = await newTenant(true);
    const car = await owingCar(user);
    expect((await car.scan('134567890123456784')).data).toMatchObject({ State: 'failed' });
    expect((await car.scan(CODE)).data).toMatchObject({ State: 'succeeded' });
    expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await broken(user)).toEqual([]);
  });
});
