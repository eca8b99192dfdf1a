import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { TestPurchase } from '@boyun/test-server/purchase';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { giftExpiry } from '../wallet/gift-expiry.jobs.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 24 * 60;
const CODE = '134567890123456789';
const clock = new SetClock(START);
let server: TestServer;
let provider: WechatPayDouble;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let wallets: TestWallets;
let made = 0;
let minute = 0;

beforeAll(async () => {
  provider = new WechatPayDouble(clock);
  const wechatPayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  const more = { hasJobs: true, isAlone: true, publicUrl, wechatPayUrl };
  server = await startTestServer(inject('databaseUrl'), { clock, ...more });
  user = await server.newTenant('Wallets', { isTrial: false });
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const { data } = await user.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo, AppNo });
  await user.call('/api/payConfig/setKeys', { PayChannelId: data.Id, ...keys });
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 500 });
  wallets = new TestWallets(user, lot.id);
  await wallets.rule({ Minimum: '100.00', Gift: '20.00', ValidDays: 2, OnRefund: 'proportional' });
  await wallets.rule({ Minimum: '200.00', Gift: '50.00', ValidDays: 60, OnRefund: 'whole' });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const broken = async (by = user) => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, by.tenantId)).flatMap((one) => one.broken);
};
const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const plan = async (WalletId: string, Amount?: string) =>
  (await user.call('/api/wallet/getRefund', { WalletId, Amount })).data;
const refund = async (WalletId: string, Amount: string, more: object = {}) => {
  const { Refundable } = await plan(WalletId);
  return user.call('/api/wallet/refund', { WalletId, Refundable, Amount, Reason: '客户退款', ...more });
};
/** Runs work some days ago, where sessions have not ended. */
async function daysAgo<T>(days: number, work: () => Promise<T>): Promise<T> {
  gate.at(minute - days * DAY);
  const done = await work();
  gate.at(minute);
  return done;
}
/** Pays a fee of 6.00 from a wallet. */
async function park(WalletId: string) {
  made += 1;
  const plate = `粤B${String(60_000 + made)}`;
  minute += 100;
  await gate.see(lot.entry, plate, minute);
  minute += 90;
  await gate.see(lot.exit, plate, minute);
  const { data } = await user.call('/api/order/getOrderPage', { Plate: plate });
  const OrderId = data.Rows[0].Id as string;
  expect(codeOf(await user.call('/api/order/payByWallet', { OrderId, WalletId, Amount: '6.00' }))).toBe('done');
  await server.product.consumers.drain();
  return OrderId;
}
/** Refunds an amount of what a wallet paid for an order. */
async function refundStay(OrderId: string, Amount: string, Way = 'origin') {
  const { Payments } = (await user.call('/api/order/getRefundable', { OrderId })).data;
  const [{ PaymentId, Left }] = Payments;
  return user.call('/api/order/refund', { OrderId, PaymentId, Left, Amount, Way, Reason: '多收退款' });
}

/** Begins a top-up that the customer's phone pays. */
const byPhone = async (WalletId: string, Amount: string, by = user) =>
  new TestPurchase(server, by, await by.call('/api/wallet/topUp', { WalletId, Amount, Method: 'phone' }));

describe('a refund of a wallet', () => {
  test('returns the newest top-ups first, each by its channel, and forfeits their gifts as the rules say', async () => {
    const { WalletId } = await wallets.open({}, '100.00');
    expect((await (await byPhone(WalletId, '200.00')).charge(CODE)).data).toEqual({ State: 'paid' });
    expect(await wallets.get(WalletId)).toMatchObject({ Balance: '370.00' });
    // The whole gift of the newer one, half that of the older one.
    const shown = await plan(WalletId, '250.00');
    expect(shown).toMatchObject({ Refundable: '300.00', Forfeited: '60.00', IsPossible: true });
    expect(shown.Lines).toMatchObject([
      { Channel: 'wechat', Amount: '200.00' },
      { Channel: 'cash', Amount: '50.00' },
    ]);
    expect(codeOf(await refund(WalletId, '300.01'))).toBe('wallet-refund.too-much');
    expect(codeOf(await refund(WalletId, '250.00', { Refundable: '299.00' }))).toBe('wallet-refund.changed');
    expect(codeOf(await refund(WalletId, '250.00'))).toBe('done');
    expect(await wallets.get(WalletId)).toMatchObject({ Balance: '60.00' });
    const records = async () =>
      (await user.call('/api/payment/getPaymentPage', { Purpose: 'wallet-refund' })).data.Rows.map(
        (one: Record<string, string>) => [one.Channel, one.Amount, one.State],
      );
    expect(await records()).toEqual([
      ['cash', '-50.00', 'succeeded'],
      ['wechat', '-200.00', 'paying'],
    ]);
    expect(await broken()).toEqual([]);
    const { no } = await server.until('the request', async () => [...provider.refunds.values()].at(-1));
    provider.finishRefund(no);
    expect(await Promise.all([1, 2].map(() => provider.notifyRefund(no, server.url)))).toEqual([200, 200]);
    expect((await records())[1]).toEqual(['wechat', '-200.00', 'succeeded']);
    expect(await wallets.entries(WalletId)).toEqual([
      ['top-up', '100.00', '100.00'],
      ['gift', '20.00', '120.00'],
      ['top-up', '200.00', '320.00'],
      ['gift', '50.00', '370.00'],
      ['refund', '-200.00', '170.00'],
      ['refund', '-50.00', '120.00'],
      ['gift-forfeited', '-60.00', '60.00'],
    ]);
    expect(await broken()).toEqual([]);
  });

  test('that the provider fails puts the money back', async () => {
    const trial = await server.newTenant('Failing');
    const place = await new TestGate(server, trial, clock, START).newLot();
    const { WalletId } = await wallets.open({ LotId: place.id }, null, trial);
    await (await byPhone(WalletId, '30.00', trial)).simulate();
    await server.until('the notice', async () => (await wallets.get(WalletId, trial)).Balance === '30.00');
    // The sandbox fails refunds of this amount.
    const asked = { WalletId, Refundable: '30.00', Amount: '4.04', Reason: '客户退款' };
    expect(codeOf(await trial.call('/api/wallet/refund', asked))).toBe('done');
    await server.until('the failure', async () => (await wallets.entries(WalletId, trial)).length === 3);
    expect(await wallets.entries(WalletId, trial)).toEqual([
      ['top-up', '30.00', '30.00'],
      ['refund', '-4.04', '25.96'],
      ['refund-failed', '4.04', '30.00'],
    ]);
    expect(await broken(trial)).toEqual([]);
  });

  test('and a use at once never take the same money', async () => {
    const { WalletId } = await wallets.open({}, '10.00');
    made += 1;
    const plate = `粤B${String(60_000 + made)}`;
    minute += 100;
    await gate.see(lot.entry, plate, minute);
    minute += 90;
    await gate.see(lot.exit, plate, minute);
    const OrderId = (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0].Id;
    const [used, returned] = await Promise.all([
      user.call('/api/order/payByWallet', { OrderId, WalletId, Amount: '6.00' }),
      user.call('/api/wallet/refund', { WalletId, Refundable: '10.00', Amount: '10.00', Way: 'cash', Reason: '退款' }),
    ]);
    const outcome = [codeOf(used), codeOf(returned)];
    expect([
      ['done', 'wallet-refund.too-much'],
      ['wallet.short', 'done'],
    ]).toContainEqual(outcome);
    expect(await broken()).toEqual([]);
  });

  test('waits for another person; money that was used meanwhile is not refunded', async () => {
    const boss = await server.newTenant();
    const second = await server.newUser(boss, ['review.list', 'review.decide']);
    const place = await new TestGate(server, boss, clock, clock.now()).newLot();
    const { WalletId } = await wallets.open({ LotId: place.id }, '50.00', boss);
    const ask = (Amount: string, Refundable = '50.00') =>
      boss.call('/api/wallet/refund', { WalletId, Refundable, Amount, Way: 'cash', Reason: '不再使用' });
    expect((await ask('50.00')).data).toMatchObject({ IsPending: true });
    expect(await wallets.get(WalletId, boss)).toMatchObject({ Balance: '50.00' });
    expect(codeOf(await ask('10.00'))).toBe('review.already-asked');
    await server.product.kernel.database.system(
      `with used as (update wallet_part set left_fen = 1000 where tenant_id = $1 and wallet_id = $2)
       update wallet set balance_fen = 1000 where tenant_id = $1 and id = $2`,
      [boss.tenantId, WalletId],
    );
    const { data } = await second.call('/api/review/getReviewList', { PerPage: 20 });
    const approve = await second.call('/api/review/approve', { ReviewIds: [data.Rows[0].Id], Note: '同意' });
    expect(JSON.stringify(approve)).toContain('最多可退10.00元');
    expect((await wallets.entries(WalletId, boss)).length).toBe(1);
  });
});

describe('a refund of a stay paid from a wallet', () => {
  test('returns to the parts it came from, paid money first; a gift that ended stays so', async () => {
    const { WalletId } = await daysAgo(1, () => wallets.open({}, '100.00'));
    const spent = await park(WalletId);
    expect(await wallets.parts(WalletId)).toEqual([
      ['gift', '14.00'],
      ['paid', '100.00'],
    ]);
    for (let n = 0; n < 2; n += 1) await park(WalletId);
    const mixed = await park(WalletId);
    expect(await wallets.parts(WalletId)).toEqual([['paid', '96.00']]);
    expect(codeOf(await refundStay(mixed, '6.00', 'cash'))).toBe('refund.to-wallet');
    // 2.00 of it had been a gift, 4.00 paid money.
    expect(codeOf(await refundStay(mixed, '5.00'))).toBe('done');
    expect(await wallets.parts(WalletId)).toEqual([
      ['gift', '1.00'],
      ['paid', '100.00'],
    ]);
    await server.product.kernel.database.system(
      `update wallet_part set ends_at = $3 where tenant_id = $1 and wallet_id = $2 and kind = 'gift'`,
      [user.tenantId, WalletId, START],
    );
    for (let n = 0; n < 2; n += 1) await giftExpiry.run(server.product.kernel);
    expect(codeOf(await refundStay(spent, '6.00'))).toBe('done');
    expect((await wallets.entries(WalletId)).slice(-3)).toEqual([
      ['gift-ended', '-1.00', '100.00'],
      ['payment-back', '6.00', '106.00'],
      ['gift-ended', '-6.00', '100.00'],
    ]);
    expect(await broken()).toEqual([]);
  });
});
