import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { TestPurchase } from '@boyun/test-server/purchase';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { newPlate, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
});
afterAll(() => server?.stop());

const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, shop.user.tenantId)).flatMap((one) => one.broken);
};
const entries = async (MerchantId: string) => {
  const { data } = await shop.user.call('/api/merchantEntry/list', { MerchantId });
  return data.Rows.map((one: Record<string, string>) => [one.Kind, one.Amount, one.Channel]);
};
const topUp = (staff: TestUser, Amount = '100.00') => staff.call('/api/merchantDesk/topUp', { Amount });

test('a manager tops up the own credit by phone, and sees it in entries and statement', async () => {
  const merchant = await shop.newMerchant();
  const [manager, cashier, stranger] = [
    await shop.newStaff(merchant),
    await shop.newStaff(merchant, false),
    await shop.newStaff(await shop.newMerchant()),
  ];
  expect(codeOf(await topUp(cashier))).toBe('merchant.not-manager');
  for (const Amount of ['0.99', '50000.01']) expect(codeOf(await topUp(manager, Amount))).toBe('kernel.bad-input');
  const purchase = new TestPurchase(server, manager, await topUp(manager));
  for (const by of [cashier, stranger]) expect(codeOf(await purchase.follow(by))).toBe('kernel.not-found');
  const open = async (by: TestUser) =>
    (await by.call('/api/purchase/open', { Kind: 'merchant', SubjectId: merchant })).data.Purchases.length;
  expect([await open(manager), await open(cashier), await open(shop.user)]).toEqual([1, 0, 1]);
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '0.00' });
  await purchase.simulate();
  await server.until('the money', async () => (await purchase.state()) === 'paid');
  expect((await manager.call('/api/merchantDesk/get')).data).toMatchObject({ Balance: '100.00', Available: '100.00' });
  const { data } = await manager.call('/api/merchantDesk/entries');
  expect(data.Rows).toMatchObject([
    { Kind: 'top-up', Amount: '100.00', Channel: 'sandbox', ActorName: manager.account },
  ]);
  expect((await manager.call('/api/merchantDesk/statements')).data.Rows).toMatchObject([{ PaidIn: '100.00' }]);
  expect(await broken()).toEqual([]);
});

test('a manager buys packages out of the credit at the price that was shown, never beyond it', async () => {
  const merchant = await shop.newMerchant();
  const manager = await shop.newStaff(merchant);
  await shop.topUp(merchant, '70.00');
  const offer = { Effect: 'free', Amount: null, Charging: 'package', PackageCount: 10, PackagePrice: '30.00' };
  const discount = await shop.newDiscount(merchant, offer);
  const buy = (PackageCount: number, Price: string, MerchantDiscountId = discount, by = manager) =>
    by.call('/api/merchantDesk/buyPackage', { MerchantDiscountId, PackageCount, Price });
  expect(codeOf(await buy(1, '29.00'))).toBe('merchant-desk.price-changed');
  expect(codeOf(await buy(101, '3030.00'))).toBe('kernel.bad-input');
  const answers = await Promise.all([1, 2, 3].map(() => buy(1, '30.00')));
  expect(answers.map(codeOf).sort()).toEqual(['done', 'done', 'merchant.short']);
  expect((await manager.call('/api/merchantDesk/get')).data).toMatchObject({
    Balance: '10.00',
    Discounts: [{ Id: discount, Stock: 20, PackageCount: 10, PackagePrice: '30.00' }],
  });
  expect((await shop.grant(discount, newPlate())).data).toMatchObject({ GrantedCount: 1 });
  expect((await manager.call('/api/merchantDesk/statements')).data.Rows).toMatchObject([{ Packages: '60.00' }]);
  expect(await entries(merchant)).toEqual([
    ['package', '-30.00', null],
    ['package', '-30.00', null],
    ['top-up', '70.00', 'transfer'],
  ]);
  const unpriced = await shop.newDiscount(merchant, { ...offer, PackageCount: null, PackagePrice: null });
  expect(codeOf(await buy(1, '1.00', unpriced))).toBe('merchant-desk.not-for-sale');
  const other = await shop.newMerchant();
  expect(codeOf(await buy(1, '30.00', await shop.newDiscount(other, offer)))).toBe('kernel.not-found');
  expect(codeOf(await buy(1, '30.00', discount, await shop.newStaff(merchant, false)))).toBe('merchant.not-manager');
  await expect(shop.newDiscount(merchant, { ...offer, PackagePrice: null })).rejects.toThrow('每份套餐价');
  await expect(shop.newDiscount(merchant, { PackageCount: 1, PackagePrice: '1.00' })).rejects.toThrow('每份套餐张数');
  expect(await broken()).toEqual([]);
});

test('staff of the operator takes money of a merchant by phone; a refund goes back as it came', async () => {
  await setFlow(server, shop.user, { Kind: 'merchant.refund', IsEnabled: false });
  const merchant = await shop.newMerchant();
  const answer = await shop.user.call('/api/merchant/topUp', {
    MerchantId: merchant,
    Amount: '24.04',
    Method: 'phone',
  });
  const purchase = new TestPurchase(server, shop.user, answer);
  const PaymentNo = await purchase.lose();
  await purchase.cancel();
  expect(await Promise.all([purchase.arrive(PaymentNo), purchase.arrive(PaymentNo)])).toEqual(
    expect.arrayContaining(['done', 'repeated']),
  );
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '24.04' });
  const refund = (Amount: string, more: object = {}) =>
    shop.user.call('/api/merchant/refund', { MerchantId: merchant, Amount, Note: '合同终止', ...more });
  expect(codeOf(await refund('20.00', { Method: 'transfer' }))).toBe('done');
  // The sandbox fails refunds of this amount.
  expect(codeOf(await refund('4.04'))).toBe('done');
  await server.until('the failure', async () => (await shop.merchant(merchant)).Balance === '4.04');
  expect(await entries(merchant)).toEqual([
    ['refund-failed', '4.04', 'sandbox'],
    ['refund', '-4.04', 'sandbox'],
    ['refund', '-20.00', 'transfer'],
    ['top-up', '24.04', 'sandbox'],
  ]);
  expect(await broken()).toEqual([]);
});
