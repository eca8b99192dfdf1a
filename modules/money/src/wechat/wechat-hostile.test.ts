import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import type { WechatFault } from '@boyun/simulator/provider/wechat-notice';
import { type CallFault, WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { endured } from '@boyun/test-server/endurance';
import { randomOf } from '@boyun/test-server/gate-day';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { unfinishedPayments } from '../unfinished/unfinished.jobs.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const PAYMENTS = endured(40, 1000);
const TOGETHER = 5;
const SEED = 20_260_304;
const NOTICES: readonly (WechatFault | undefined)[] = [
  undefined,
  undefined,
  'wrong-amount',
  'wrong-merchant',
  'wrong-signature',
  'wrong-key',
  'old',
];
const FAULTS: readonly CallFault[] = ['timeout', '5xx', 'forged', 'lost-answer'];

const clock = new SetClock(START);
const random = randomOf(SEED);
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let provider: WechatPayDouble;

beforeAll(async () => {
  provider = new WechatPayDouble(clock);
  const wechatPayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    hasJobs: true,
    isAlone: true,
    trustProxy: 'loopback',
    publicUrl,
    wechatPayUrl,
  });
  user = await server.newTenant('Hostile', { isTrial: false });
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 5000 });
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const { data } = await user.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo, AppNo, FeePercent: 0.6 });
  await user.call('/api/payConfig/setKeys', { PayChannelId: data.Id, ...keys });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const system = <T extends object>(sql: string, ...values: unknown[]) =>
  server.product.kernel.database.system<T>(sql, [user.tenantId, ...values]);

/** Cars that wait at the exit and owe 6.00 yuan each; their order and pay code. */
async function waitingCars(from: number, count: number) {
  const plates = Array.from({ length: count }, (_, at) => `粤B${String(60_000 + from + at)}`);
  for (const plate of plates) await gate.see(lot.entry, plate, 0);
  for (const plate of plates) await gate.see(lot.exit, plate, 90);
  return system<{ id: string; code: string }>(
    `select id, pay_code as code from parking_order where tenant_id = $1 and plate = any($2) order by plate`,
    plates,
  );
}

const sweep = () => unfinishedPayments.run(server.product.kernel);
const expire = () =>
  system('update bill set locked_until = $2 where tenant_id = $1 and locked_until is not null', new Date(0));

/** The address of a phone: a thousand drivers do not share one. */
const ofPhone = () => ({ 'x-forwarded-for': [10, 0, 0, 0].map((one) => one || Math.floor(random() * 255)).join('.') });

/** The driver, WeChat, the attendant and the sweep all at once, each as bad as it can be. */
async function pay({ id, code }: { id: string; code: string }): Promise<void> {
  const start = () => server.call('/api/payment/start', { Code: code, Channel: 'wechat', App: 'browser' }, ofPhone());
  if (random() < 0.4) provider.failNext(pick(FAULTS));
  await Promise.all(Array.from({ length: 1 + Math.floor(random() * 3) }, start));
  const number = (await start()).data?.PaymentNo as string | undefined;
  const isCash = random() < 0.2;
  if (number && random() < 0.85) {
    const state = provider.payments.get(number)?.state;
    if (state === 'NOTPAY') provider.settle(number, random() < 0.9 ? 'SUCCESS' : 'PAYERROR');
  }
  if (random() < 0.3) provider.failNext(pick(FAULTS));
  const notices = Array.from({ length: Math.floor(random() * 5) }, () => pick(NOTICES));
  await Promise.all([
    ...(number && provider.payments.has(number)
      ? notices.map((fault) => provider.notify(number, server.url, fault))
      : []),
    ...(random() < 0.3 ? [expire().then(sweep)] : []),
    ...(isCash ? [user.call('/api/order/collectCash', { OrderId: id, Amount: '6.00' })] : []),
  ]);
}

/** Lets every payment come to its end: nothing fails any more. */
async function settleAll(): Promise<void> {
  provider.failNoMore();
  await server.until('the end of every payment', async () => {
    await expire();
    await sweep();
    return (await system(`select 1 from payment where tenant_id = $1 and state = 'paying'`)).length === 0;
  });
}

const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};

test(`of ${PAYMENTS} payments with a hostile provider none is lost and none is booked twice (seed ${SEED})`, async () => {
  for (let from = 0; from < PAYMENTS; from += TOGETHER) await Promise.all((await waitingCars(from, TOGETHER)).map(pay));
  await settleAll();
  const booked = await system<{ paymentNo: string; amountFen: number; state: string }>(
    `select payment_no, amount_fen, state from payment where tenant_id = $1 and channel = 'wechat'`,
  );
  const taken = [...provider.payments.values()].filter((one) => one.state === 'SUCCESS');
  expect(taken.length).toBeGreaterThan(PAYMENTS / 4);
  expect(
    booked
      .filter((one) => one.state === 'succeeded')
      .map((one) => one.paymentNo)
      .sort(),
  ).toEqual(taken.map((one) => one.no).sort());
  const [sums] = await system<{ paidFen: number; owedFen: number }>(
    `select sum(paid_fen)::bigint as "paidFen", (select coalesce(sum(excess_fen), 0) from payment where tenant_id = $1)::bigint as "owedFen"
     from bill where tenant_id = $1`,
  );
  const [cash] = await system<{ fen: number }>(
    `select coalesce(sum(amount_fen), 0)::bigint as fen from payment where tenant_id = $1 and channel = 'cash'`,
  );
  const takenFen = taken.reduce((sum, one) => sum + one.totalFen, 0);
  expect(sums!.paidFen + sums!.owedFen).toBe(takenFen + cash!.fen);
  expect(await broken()).toEqual([]);
}, 600_000);

test('an excess asked back by two people at once goes back once', async () => {
  const [car] = await waitingCars(PAYMENTS + TOGETHER, 1);
  const asking = { Code: car!.code, Channel: 'wechat', App: 'browser' };
  const begun = await server.call('/api/payment/start', asking, ofPhone());
  // Given up here, and still open at the provider. At once: a sweep that finds the bill released before would close it there too.
  await system(
    `with given_up as (update payment set state = 'closed' where tenant_id = $1 and payment_no = $2 returning bill_id)
     update bill set locked_until = null where tenant_id = $1 and id = (select bill_id from given_up)`,
    begun.data.PaymentNo,
  );
  expect((await user.call('/api/order/collectCash', { OrderId: car!.id, Amount: '6.00' })).state).toBe('success');
  provider.settle(begun.data.PaymentNo);
  expect(await provider.notify(begun.data.PaymentNo, server.url)).toBe(200);
  const { Payments } = (await user.call('/api/order/getRefundable', { OrderId: car!.id })).data;
  const { PaymentId } = Payments.find((one: { Channel: string }) => one.Channel === 'wechat');
  const asked = { OrderId: car!.id, PaymentId, Left: '6.00', Amount: '6.00', Way: 'origin', Reason: '重复付款' };
  const answers = await Promise.all([1, 2, 3].map(() => user.call('/api/order/refund', asked)));
  expect(answers.filter((one) => one.state === 'success')).toHaveLength(1);
  const refund = await server.until('the request', async () => [...provider.refunds.values()].at(-1));
  provider.finishRefund(refund.no);
  const statuses = await Promise.all([sweep(), ...[1, 2, 3].map(() => provider.notifyRefund(refund.no, server.url))]);
  expect(statuses.slice(1)).toEqual([200, 200, 200]);
  const { Order } = (await user.call('/api/order/getOrder', { OrderId: car!.id })).data;
  expect(Order).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  expect(await broken()).toEqual([]);
});
