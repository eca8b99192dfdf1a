import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { moneyServer } from '@boyun/money/server';
import { AlipayDouble } from '@boyun/simulator/provider/alipay';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let provider: AlipayDouble;
let plateCount = 0;

beforeAll(async () => {
  provider = new AlipayDouble(clock);
  const alipayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  const without = ['unfinished-payments'];
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    hasJobs: true,
    isAlone: true,
    publicUrl,
    alipayUrl,
    without,
  });
  user = await server.newTenant('Debiting', { isTrial: false });
  gate = new TestGate(server, user, clock, START);
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});
beforeEach(() => {
  clock.set(START);
  provider.parking.isPoor = false;
  provider.parking.isSlow = false;
});

const system = <T extends object>(sql: string, values: unknown[]) =>
  server.product.kernel.database.system<T>(sql, values);

/** A lot with a merchant of its own, and a car in it whose driver has agreed; Alipay was asked at the entry. */
async function parked(isSigned = true) {
  plateCount += 1;
  const plate = `粤B9${String(plateCount).padStart(4, '0')}`;
  if (isSigned) provider.parking.sign(plate);
  const lot = await gate.newLot();
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const merchant = { Channel: 'alipay', MerchantNo, AppNo, LotId: lot.id, HasAutoDebit: true };
  if (plateCount === 1)
    expect((await user.call('/api/payConfig/create', merchant)).code).toBe('pay-channel.no-debit-lot');
  const channel = { ...merchant, DebitLotNo: provider.parking.lotNo };
  const { data } = await user.call('/api/payConfig/create', channel);
  await user.call('/api/payConfig/setKeys', { PayChannelId: data.Id, ...keys });
  await gate.see(lot.entry, plate, 0);
  await server.product.consumers.drain();
  const contracts = async () =>
    (await user.call('/api/debitContract/list', { Plate: plate })).data.Rows as { State: string }[];
  if (isSigned) await server.until('the contract', async () => (await contracts()).length > 0);
  const [row] = await system<{ id: string }>('select id from parking_order where tenant_id = $1 and plate = $2', [
    user.tenantId,
    plate,
  ]);
  const order = async () => (await user.call('/api/order/getOrder', { OrderId: row!.id })).data.Order;
  const isAt = (what: string, key: string, value: string) =>
    server.until(what, async () => (await order())[key] === value);
  return { plate, order, isAt, contracts, leave: () => gate.see(lot.exit, plate, 90) };
}

const debits = (plate: string) => provider.parking.debitsOf(plate);

/** Lets the time of a debit pass, and asks about it. */
async function passTime() {
  clock.set(new Date(clock.now().getTime() + 11_000));
  for (const one of moneyServer.sweeps ?? [])
    if (one.name === 'unfinished-payments') await one.run(server.product.kernel);
}

const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};

test('a plate that Alipay names is debited at the exit, and the car goes', async () => {
  const car = await parked();
  expect(await car.contracts()).toMatchObject([{ Channel: 'alipay', State: 'active' }]);
  expect((await car.leave()).decision).toBe('hold');
  await car.isAt('the exit', 'ParkingState', 'left');
  expect(await car.order()).toMatchObject({ PayState: 'paid', Paid: '6.00', PayMethod: 'alipay', Overpaid: '0.00' });
  expect(debits(car.plate)).toMatchObject([{ total: '6.00' }]);
  expect(await broken()).toEqual([]);
});

test('a plate that nobody signed has no contract', async () => {
  const car = await parked(false);
  expect(await car.contracts()).toEqual([]);
  expect((await car.leave()).lines.join()).not.toContain('无感');
});

test('an agreement revoked since the entry ends the contract, and the code is asked', async () => {
  const car = await parked();
  provider.parking.revoke(car.plate);
  await car.leave();
  await car.isAt('the refusal', 'PayState', 'unpaid');
  expect(await car.contracts()).toMatchObject([{ State: 'ended' }]);
  expect(debits(car.plate)).toEqual([]);
});

test('a buyer without money pays by the code', async () => {
  const car = await parked();
  provider.parking.isPoor = true;
  await car.leave();
  await car.isAt('the refusal', 'PayState', 'unpaid');
  expect(await car.contracts()).toMatchObject([{ State: 'active' }]);
});

test.each(['lost-answer', 'forged'] as const)('a debit with a %s is found by its number', async (fault) => {
  const car = await parked();
  // The answer about the agreement arrives; that of the debit does not.
  const { act } = provider.parking;
  provider.parking.act = (method, content) => {
    if (method.endsWith('agreement.query')) provider.failNext(fault);
    return act.call(provider.parking, method, content);
  };
  await car.leave();
  await server.until('the debit', async () => debits(car.plate).length > 0);
  provider.parking.act = act;
  await passTime();
  await car.isAt('the exit', 'ParkingState', 'left');
  expect(debits(car.plate)).toHaveLength(1);
  expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
});

test('a debit that is not carried out in time is taken back', async () => {
  const car = await parked();
  provider.parking.isSlow = true;
  await car.leave();
  await server.until('the debit', async () => debits(car.plate).length > 0);
  await passTime();
  expect(debits(car.plate)).toMatchObject([{ state: 'TRADE_CLOSED' }]);
  expect(await car.order()).toMatchObject({ PayState: 'unpaid', ParkingState: 'inside' });
  expect(await broken()).toEqual([]);
});

test('a call of the gateway that is not signed by the merchant is refused within its answer', async () => {
  const body = new URLSearchParams({
    method: 'alipay.trade.query',
    timestamp: '2026-03-04 09:00:00',
    biz_content: '{}',
  });
  const response = await fetch(`${provider.address}/gateway.do`, { method: 'POST', body });
  expect(await response.json()).toMatchObject({
    alipay_trade_query_response: { code: '40002', sub_code: 'isv.invalid-signature' },
    sign: expect.any(String),
  });
});
