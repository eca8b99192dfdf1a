import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { UnionpayWorld } from '@boyun/test-server/paying-world';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const world = new UnionpayWorld();
const unionpay = world.provider;
const wechat = new WechatPayDouble(world.clock);
/** Each race is run so often, since who wins is chance. */
const ROUNDS = Array.from({ length: 6 }, (_, round) => round);

beforeAll(async () => {
  await world.begin(inject('databaseUrl'), { wechatPayUrl: await wechat.start() });
  const { MerchantNo, AppNo, keys } = wechat.merchant;
  const { Id: PayChannelId } = (
    await world.user.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo, AppNo })
  ).data;
  await world.user.call('/api/payConfig/setKeys', { PayChannelId, ...keys });
});
afterAll(async () => {
  await world.end();
  await wechat.stop();
});
beforeEach(() => world.reset());

const startBy = (Channel: string, Code: string) =>
  world.server.call('/api/payment/start', { Code, Channel, App: 'browser' });

/** Pays what a phone was given, unless the provider closed it meanwhile. Returns the number of fen that were taken. */
async function payBy(channel: 'wechat' | 'unionpay', data: { PaymentNo: string; Address: string } | null) {
  if (!data?.PaymentNo) return 0;
  try {
    if (channel === 'wechat') wechat.settle(data.PaymentNo);
    else unionpay.settle(unionpay.open(await world.formOf(data.Address)));
    return 600;
  } catch {
    return 0;
  }
}

async function notify(channel: 'wechat' | 'unionpay', no: string): Promise<void> {
  if (channel === 'wechat') expect(await wechat.notify(no, world.server.url)).toBe(200);
  else expect((await unionpay.notify(no, world.server.url)).status).toBe(200);
}

test('two phones that pay one order at once pay it once; what the second paid can go back', async () => {
  for (const round of ROUNDS) {
    const car = await world.owingCar();
    const channels = ['wechat', round % 2 ? 'unionpay' : 'wechat'] as const;
    const started = await Promise.all(channels.map((channel) => startBy(channel, car.code)));
    expect(started.some((one) => one.state === 'success')).toBe(true);
    for (const one of started.filter((each) => each.state !== 'success'))
      expect(['pay-channel.under-way', 'order.locked']).toContain(one.code);
    let takenFen = 0;
    const paid: [(typeof channels)[number], string][] = [];
    for (const [at, { data }] of started.entries()) {
      if (paid.some(([, no]) => no === data?.PaymentNo)) continue;
      const fen = await payBy(channels[at]!, data);
      takenFen += fen;
      if (fen > 0) paid.push([channels[at]!, data.PaymentNo]);
    }
    await Promise.all([...paid, ...paid].map(([channel, no]) => notify(channel, no)));
    const { Paid, Overpaid } = await car.order();
    expect([Paid, Number(Overpaid) * 100]).toEqual(['6.00', takenFen - 600]);
  }
  expect(await world.broken()).toEqual([]);
});

test('a notice and a query that come at once book a payment once', async () => {
  for (const _ of ROUNDS) {
    const car = await world.owingCar();
    const no = await world.paid(car.code);
    await Promise.all([
      world.expire(),
      unionpay.notify(no, world.server.url),
      world.sweep(),
      unionpay.notify(no, world.server.url),
      world.expire(),
    ]);
    expect(await car.order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
  }
  expect(await world.broken()).toEqual([]);
});

test('a car that is seen at the exit while its payment arrives goes, and pays once', async () => {
  for (const _ of ROUNDS) {
    const lot = await world.gate.newLot();
    const car = await world.owingCar(lot);
    const no = await world.paid(car.code);
    const { Plate } = await car.order();
    await Promise.all([
      unionpay.notify(no, world.server.url),
      world.gate.see(lot.exit, Plate, 90),
      unionpay.notify(no, world.server.url),
      world.gate.see(lot.exit, Plate, 90),
    ]);
    await world.server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    expect(await car.order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
  }
  expect(await world.broken()).toEqual([]);
});

test('of refunds that together exceed what was paid, asked at once, the first goes back', async () => {
  for (const _ of ROUNDS) {
    const car = await world.owingCar();
    const no = await world.paid(car.code);
    await unionpay.notify(no, world.server.url);
    await world.server.until('the exit', async () => (await car.order()).ParkingState === 'left');
    const answers = await Promise.all(['4.00', '4.00', '3.00'].map((amount) => world.refund(car.id, amount)));
    expect(answers.filter((one) => one?.state === 'success')).toHaveLength(1);
    const refund = await world.refundOf(no);
    unionpay.settle(refund.no);
    await Promise.all([1, 2, 3].map(() => unionpay.notify(refund.no, world.server.url)));
    expect(await car.order()).toMatchObject({ Paid: ((600 - refund.fen) / 100).toFixed(2) });
  }
  expect(await world.broken()).toEqual([]);
});
