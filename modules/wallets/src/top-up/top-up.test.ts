import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { TestPurchase } from '@boyun/test-server/purchase';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const CODE = '134567890123456789';
const SLOW_CODE = '130000000000000009';
const clock = new SetClock(START);
let server: TestServer;
let provider: WechatPayDouble;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let wallets: TestWallets;

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
  user = await server.newTenant('Top-ups', { isTrial: false });
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const { data } = await user.call('/api/payConfig/create', { Channel: 'wechat', MerchantNo, AppNo });
  await user.call('/api/payConfig/setKeys', { PayChannelId: data.Id, ...keys });
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 500 });
  wallets = new TestWallets(user, lot.id);
  await wallets.rule({ Minimum: '100.00', Gift: '20.00', ValidDays: 2 });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const broken = async (by = user) => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, by.tenantId)).flatMap((one) => one.broken);
};
const topUp = (WalletId: string, by = user, Amount = '100.00') =>
  by.call('/api/wallet/topUp', { WalletId, Amount, Method: 'phone' });
/** A top-up of 100.00 of a new wallet that its customer's phone pays. */
async function begun() {
  const { WalletId } = await wallets.open({}, null);
  return { WalletId, purchase: new TestPurchase(server, user, await topUp(WalletId)) };
}
const balanceOf = async (WalletId: string, by = user) => (await wallets.get(WalletId, by)).Balance;
const noOf = async (purchase: TestPurchase) => (await purchase.start()).data.PaymentNo as string;
describe('a top-up by phone', () => {
  test('is paid on the page of its code, and arrives with the gift that was promised, once', async () => {
    const { WalletId, purchase } = await begun();
    expect(await purchase.page()).toMatchObject({
      Due: '100.00',
      State: 'open',
      CanPayWechat: true,
      Plate: '',
      Purchase: { Lines: [{ LabelEn: 'Gift', TextEn: '¥20.00' }] },
    });
    const { PaymentNo, Step, Address } = (await purchase.start()).data;
    expect([Step, Address]).toEqual(['page', expect.stringContaining('wx.tenpay.com')]);
    // A repeated tap goes on with the same payment.
    expect((await purchase.start()).data.PaymentNo).toBe(PaymentNo);
    expect((await purchase.follow()).data).toMatchObject({ State: 'open', IsPaying: true });
    expect(await balanceOf(WalletId)).toBe('0.00');
    expect(await broken()).toEqual([]);
    provider.settle(PaymentNo);
    // The notice, repeated, against questions.
    const notices = [1, 2].map(() => provider.notify(PaymentNo, server.url));
    const states = await Promise.all([purchase.state(), purchase.state(), ...notices]);
    expect(states).toEqual([expect.anything(), expect.anything(), 200, 200]);
    expect(await purchase.state()).toBe('paid');
    expect(await wallets.entries(WalletId)).toEqual([
      ['top-up', '100.00', '100.00'],
      ['gift', '20.00', '120.00'],
    ]);
    expect(await purchase.page()).toMatchObject({ Due: '0.00', State: 'paid', Payments: [{ PaymentNo }] });
    const { data } = await user.call('/api/recharge/getRechargePage', { WalletId });
    expect(data.Rows).toMatchObject([{ State: 'succeeded', Channel: 'wechat', PaymentNo }]);
    expect(codeOf(await purchase.start())).toBe('purchase.over');
    expect(await broken()).toEqual([]);
  });

  test('is taken by the code of the customer’s phone; a refused one can be scanned again', async () => {
    const { WalletId, purchase } = await begun();
    expect(codeOf(await purchase.charge('999999999999'))).toBe('payment-code.no-code');
    expect(codeOf(await purchase.charge('2812345678901234'))).toBe('payment-code.off');
    expect((await purchase.charge(SLOW_CODE)).data).toEqual({ State: 'open' });
    expect((await purchase.follow()).data).toMatchObject({ IsPaying: true });
    expect((await purchase.charge(CODE)).data).toEqual({ State: 'paid' });
    expect((await purchase.charge(CODE)).data).toEqual({ State: 'paid' });
    expect(await balanceOf(WalletId)).toBe('120.00');
    expect(await broken()).toEqual([]);
  });

  test('that is cancelled or not paid in time buys nothing and can no longer be paid', async () => {
    const { WalletId, purchase } = await begun();
    const PaymentNo = await noOf(purchase);
    expect((await purchase.cancel()).data).toEqual({ State: 'closed' });
    expect(provider.payments.get(PaymentNo)?.state).toBe('CLOSED');
    expect(await purchase.page()).toMatchObject({ State: 'closed' });
    const late = new TestPurchase(server, user, await topUp(WalletId));
    const open = await user.call('/api/purchase/open', { Kind: 'wallet', SubjectId: WalletId });
    expect(open.data.Purchases).toMatchObject([{ Id: late.PurchaseId, Amount: '100.00' }]);
    clock.set(new Date(clock.now().getTime() + 16 * 60_000));
    await server.until('the end', async () => (await late.state()) === 'closed');
    expect(codeOf(await late.start())).toBe('purchase.over');
    expect(codeOf(await late.charge(CODE))).toBe('purchase.over');
    const { data } = await user.call('/api/recharge/getRechargePage', { WalletId });
    expect(data.Rows.map((one: { State: string }) => one.State)).toEqual(['closed', 'closed']);
    expect(await wallets.entries(WalletId)).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  test('opens again when its money arrives after it was closed', async () => {
    const { WalletId, purchase } = await begun();
    const PaymentNo = await purchase.lose('wechat');
    await purchase.cancel();
    expect(await purchase.state()).toBe('closed');
    expect(await Promise.all([purchase.arrive(PaymentNo), purchase.arrive(PaymentNo)])).toEqual(
      expect.arrayContaining(['done', 'repeated']),
    );
    expect(await purchase.state()).toBe('paid');
    expect(await balanceOf(WalletId)).toBe('120.00');
    expect(await broken()).toEqual([]);
  });

  test('that is paid twice counts once; the second payment goes back to where it came from', async () => {
    const { WalletId, purchase } = await begun();
    const first = await purchase.lose('wechat');
    const second = await noOf(purchase);
    provider.settle(second);
    await Promise.all([provider.notify(second, server.url), purchase.state()]);
    expect(await purchase.arrive(first)).toBe('done');
    expect(await balanceOf(WalletId)).toBe('120.00');
    const [refund] = await purchase.refundsOf(first);
    expect(refund).toMatchObject({ amountFen: 100_00, excessFen: 100_00, channel: 'wechat' });
    expect(await balanceOf(WalletId)).toBe('120.00');
    expect(await broken()).toEqual([]);
  });

  test('is begun by one of two phones, or by the cashier’s scanner', async () => {
    const { WalletId, purchase } = await begun();
    const answers = await Promise.all([purchase.start(), purchase.start()]);
    expect(new Set(answers.map((one) => one.data.PaymentNo)).size).toBe(1);
    expect((await purchase.charge(CODE)).data).toEqual({ State: 'paid' });
    expect(provider.payments.get(answers[0]!.data.PaymentNo)?.state).toBe('CLOSED');
    expect(await balanceOf(WalletId)).toBe('120.00');
    expect(await broken()).toEqual([]);
  });

  test('is followed by who may take the money in its lot, and by no one else', async () => {
    const { purchase } = await begun();
    const far = await gate.newLot();
    const others = [
      await server.newTenant(),
      await server.newUser(user, ['wallet.list']),
      await server.newUser(user, ['wallet.top-up'], [far.id]),
    ];
    for (const by of others)
      for (const answer of [await purchase.follow(by), await purchase.cancel(by), await purchase.charge(CODE, by)])
        expect(codeOf(answer)).toBe('kernel.not-found');
    const colleague = await server.newUser(user, ['wallet.top-up'], [lot.id]);
    expect((await purchase.follow(colleague)).data).toMatchObject({ State: 'open' });
    expect((await purchase.cancel(colleague)).data).toEqual({ State: 'closed' });
  });

  test('needs a channel, and is simulated in a trial', async () => {
    const plain = await server.newTenant('Plain', { isTrial: false });
    const place = await new TestGate(server, plain, clock, START).newLot();
    const { WalletId } = await wallets.open({ LotId: place.id }, null, plain);
    expect(codeOf(await topUp(WalletId, plain))).toBe('purchase.no-phone');
    const trial = await server.newTenant('Trial');
    const spot = await new TestGate(server, trial, clock, START).newLot();
    const own = await wallets.open({ LotId: spot.id }, null, trial);
    const purchase = new TestPurchase(server, trial, await topUp(own.WalletId, trial, '30.00'));
    await purchase.simulate('fail');
    await server.until('the failure', async () => (await purchase.follow()).data.IsPaying === false);
    expect(await purchase.state()).toBe('open');
    await purchase.simulate();
    await server.until('the notice', async () => (await balanceOf(own.WalletId, trial)) === '30.00');
    expect(await broken(trial)).toEqual([]);
  });
});
