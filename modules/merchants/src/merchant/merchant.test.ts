import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { runReminders } from '@boyun/test-server/reminder';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR = 60;
const clock = new SetClock(START);
let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
});
afterAll(() => server?.stop());

const verified = async () =>
  (await verifyTenant(server.product.kernel, shop.user.tenantId)).flatMap((one) => one.broken);

test('a merchant pays for what its grant takes off, when it is used', async () => {
  const merchant = await shop.newMerchant();
  const discount = await shop.newDiscount(merchant);
  const plate = newPlate();
  expect((await shop.grant(discount, plate)).data).toMatchObject({
    GrantedCount: 0,
    Failed: [{ Plate: plate, Reason: '可用额度不足：可用0.00元，需要5.00元，请先充值' }],
  });
  expect((await shop.topUp(merchant, '20.00')).data).toMatchObject({ Balance: '20.00' });
  expect((await shop.grant(discount, plate)).data).toMatchObject({ GrantedCount: 1, Failed: [] });
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '20.00', Reserved: '5.00', Available: '15.00' });
  const order = await shop.stay(plate);
  expect(order).toMatchObject({ reduced: 5_00, due: 7_00 });
  expect(await shop.grants()).toMatchObject([{ State: 'held' }]);
  await shop.pay(order);
  expect(await shop.grants()).toMatchObject([{ State: 'used', Used: '5.00', LotName: expect.any(String) }]);
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '15.00', Reserved: '0.00', Available: '15.00' });
  const { data } = await shop.user.call('/api/merchantEntry/list', { MerchantId: merchant });
  expect(data.Rows).toMatchObject([
    { Kind: 'use', Amount: '-5.00', Balance: '15.00', Plate: plate },
    { Kind: 'top-up', Amount: '20.00', Balance: '20.00' },
  ]);
  expect(data.Totals).toMatchObject({ In: '20.00', Out: '5.00' });
  const months = (await shop.user.call('/api/merchantStatement/list', { MerchantId: merchant })).data.Rows;
  expect(months).toMatchObject([
    { Month: '2026-03', Opening: '0.00', PaidIn: '20.00', Used: '5.00', Closing: '15.00', Owed: '0.00' },
  ]);
  expect(await verified()).toEqual([]);
});

test('a car that waits at the exit owes less at once, and is let out when nothing is left to pay', async () => {
  const merchant = await shop.newMerchant({ CreditKind: 'monthly', Limit: '100.00' });
  const plate = newPlate();
  expect(await shop.stay(plate)).toMatchObject({ due: 12_00 });
  await shop.grant(await shop.newDiscount(merchant), plate);
  await server.until('the quote is lower', async () => (await shop.order(plate)).due === 7_00);
  await shop.grant(await shop.newDiscount(merchant, { Effect: 'free', Amount: null, Reserve: '12.00' }), plate);
  await server.until('the car is out', async () => {
    const { data } = await shop.user.call('/api/order/getOrderPage', { Plate: plate });
    return data.Rows[0].ParkingState === 'left' && data.Rows[0].Due === '0.00';
  });
  await server.until('both are charged', async () => (await shop.merchant(merchant)).Balance === '-12.00');
  expect(await verified()).toEqual([]);
});

test('a void order gives the merchant its money back, a restored one takes it again', async () => {
  const merchant = await shop.newMerchant({ CreditKind: 'monthly', Limit: '100.00' });
  const plate = newPlate();
  await shop.grant(await shop.newDiscount(merchant, { Effect: 'free', Amount: null, Reserve: '12.00' }), plate);
  const order = await shop.stay(plate);
  expect(order).toMatchObject({ reduced: 12_00, due: 0 });
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '-12.00', Available: '88.00' });
  const second = await server.newUser(shop.user, ['review.list', 'review.decide', 'order.list', 'order.void']);
  const decided = async (path: string) => {
    const { data, message } = await shop.user.call(path, { OrderId: order.id, Reason: '测试撤销' });
    if (!data) throw new Error(message);
    if (data.IsPending) await second.call('/api/review/approve', { ReviewIds: [data.ReviewId] });
  };
  await decided('/api/order/void');
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '0.00' });
  await decided('/api/order/restore');
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '-12.00' });
  expect(await verified()).toEqual([]);
});

test('packages are sold out of the credit and used up one by one', async () => {
  const merchant = await shop.newMerchant();
  const discount = await shop.newDiscount(merchant, {
    Effect: 'free',
    Amount: null,
    Charging: 'package',
  });
  const sell = (Price: string, Count = 2) =>
    shop.user.call('/api/merchantDiscount/sellPackage', { MerchantDiscountId: discount, Count, Price });
  expect(await sell('30.00')).toMatchObject({ code: 'merchant.short' });
  await shop.topUp(merchant, '30.00');
  expect((await sell('30.00')).data).toMatchObject({ Stock: 2, Balance: '0.00' });
  const [one, two, three] = [newPlate(), newPlate(), newPlate()];
  expect((await shop.grant(discount, one, two, three)).data).toMatchObject({
    GrantedCount: 2,
    Failed: [{ Plate: three, Reason: '套餐张数已用完，请先购买' }],
  });
  const [{ Id }] = await shop.grants({ Plate: two });
  expect(await shop.user.call('/api/merchantGrant/revoke', { Id, Reason: '发错了' })).toMatchObject({
    state: 'success',
  });
  expect((await shop.grant(discount, three)).data).toMatchObject({ GrantedCount: 1 });
  expect(await shop.stay(one)).toMatchObject({ reduced: 12_00, due: 0 });
  expect(await shop.stay(two, 5 * HOUR)).toMatchObject({ reduced: 0 });
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '0.00' });
  expect(await verified()).toEqual([]);
});

test('two grants at once never spend more than the credit or the stock', async () => {
  const merchant = await shop.newMerchant();
  await shop.topUp(merchant, '5.00');
  const discount = await shop.newDiscount(merchant);
  const answers = await Promise.all([newPlate(), newPlate(), newPlate()].map((plate) => shop.grant(discount, plate)));
  expect(answers.map((one) => one.data.GrantedCount).sort()).toEqual([0, 0, 1]);
  const packaged = await shop.newDiscount(merchant, { Charging: 'package' });
  await shop.user.call('/api/merchantDiscount/sellPackage', { MerchantDiscountId: packaged, Count: 1, Price: '0.00' });
  const both = await Promise.all([newPlate(), newPlate()].map((plate) => shop.grant(packaged, plate)));
  expect(both.map((one) => one.data.GrantedCount).sort()).toEqual([0, 1]);
});

test('a discount keeps to its limits, its days and its lots', async () => {
  const merchant = await shop.newMerchant({ CreditKind: 'monthly', Limit: '1000.00' });
  const daily = await shop.newDiscount(merchant, { DailyLimit: 1 });
  expect((await shop.grant(daily, newPlate())).data).toMatchObject({ GrantedCount: 1 });
  expect((await shop.grant(daily, newPlate())).data.Failed).toMatchObject([{ Reason: '今天的发放数量已满' }]);
  const perPlate = await shop.newDiscount(merchant, { PerPlateDay: 1 });
  const plate = newPlate();
  await shop.grant(perPlate, plate);
  expect((await shop.grant(perPlate, plate)).data.Failed).toMatchObject([{ Reason: '该车已有一张未使用的优惠' }]);
  await shop.stay(plate);
  await shop.pay(await shop.order(plate));
  expect((await shop.grant(perPlate, plate)).data.Failed).toMatchObject([{ Reason: '该车今天已领1张' }]);
  const other = await shop.gate.newLot({}, { Capacity: 5 });
  await expect(shop.newDiscount(merchant, { LotIds: [other.id] })).rejects.toThrow('适用车场须为商家的合作车场');
  const elsewhere = newPlate();
  await shop.grant(await shop.newDiscount(merchant), elsewhere);
  await shop.gate.see(other.entry, elsewhere, 6 * HOUR);
  await shop.gate.see(other.exit, elsewhere, 8 * HOUR);
  expect(await shop.order(elsewhere)).toMatchObject({ reduced: 0 });
});

test('a granted discount is honoured although the merchant has been disabled or is out of credit', async () => {
  const merchant = await shop.newMerchant();
  await shop.topUp(merchant, '5.00');
  const discount = await shop.newDiscount(merchant, { Effect: 'free', Amount: null, Reserve: '5.00' });
  const plate = newPlate();
  await shop.grant(discount, plate);
  const row = await shop.merchant(merchant);
  await shop.user.call('/api/merchant/update', { Id: merchant, Version: row.Version, Status: 1 });
  expect((await shop.grant(discount, newPlate())).code).toBe('merchant.disabled');
  expect(await shop.stay(plate)).toMatchObject({ reduced: 12_00, due: 0 });
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '-7.00' });
  expect(await verified()).toEqual([]);
});

test('the balance that no grant holds is refunded, not more', async () => {
  const merchant = await shop.newMerchant();
  await shop.topUp(merchant, '20.00');
  await shop.grant(await shop.newDiscount(merchant), newPlate());
  const refund = (Amount: string) =>
    shop.user.call('/api/merchant/refund', { MerchantId: merchant, Amount, Method: 'transfer', Note: '合同终止' });
  expect(await refund('15.01')).toMatchObject({ code: 'merchant.more-than-balance' });
  expect(await refund('15.00')).toMatchObject({ state: 'success' });
  expect(await shop.merchant(merchant)).toMatchObject({ Balance: '5.00', Available: '0.00' });
  expect(await refund('1.00')).toMatchObject({ code: 'merchant.nothing-left' });
  expect(await verified()).toEqual([]);
});

test('what a discount is worth stays while grants are open', async () => {
  const merchant = await shop.newMerchant({ CreditKind: 'monthly', Limit: '50.00' });
  const discount = await shop.newDiscount(merchant);
  await shop.grant(discount, newPlate());
  const { Version } = (await shop.user.call('/api/merchantDiscount/get', { Id: discount })).data;
  const update = (body: object) => shop.user.call('/api/merchantDiscount/update', { Id: discount, Version, ...body });
  expect(await update({ Amount: '9.00' })).toMatchObject({ code: 'merchant-discount.has-open' });
  expect(await update({ Status: 1 })).toMatchObject({ state: 'success' });
  expect((await shop.grant(discount, newPlate())).code).toBe('merchant-discount.disabled');
});

test('the report of credit discounts counts by merchant and discount', async () => {
  const merchant = await shop.newMerchant({ CreditKind: 'monthly', Limit: '50.00' });
  const discount = await shop.newDiscount(merchant);
  const used = newPlate();
  await shop.grant(discount, used, newPlate());
  await shop.pay(await shop.stay(used));
  const { data } = await shop.user.call('/api/creditDiscountReport/getPage', { MerchantId: merchant });
  expect(data.Rows).toMatchObject([
    { GrantedCount: 2, UsedCount: 1, OpenCount: 1, ExpiredCount: 0, RevokedCount: 0, Used: '5.00' },
  ]);
  expect(data.Totals).toMatchObject({ GrantedCount: 2, UsedCount: 1, Used: '5.00' });
});

test('a merchant short of credit is told of once, and again when it is short anew', async () => {
  const merchant = await shop.newMerchant({ LowCredit: '10.00' });
  const { kernel } = server.product;
  const told = async () => {
    for (const _ of [1, 2]) await runReminders(kernel, shop.user.tenantId);
    const sql = `select from event where tenant_id = $1 and kind = 'merchant.credit-low'`;
    return (await kernel.database.system(sql, [shop.user.tenantId])).length;
  };
  expect(await told()).toBe(1);
  await shop.topUp(merchant, '12.00');
  expect(await told()).toBe(1);
  await shop.grant(await shop.newDiscount(merchant), newPlate());
  expect(await told()).toBe(2);
});

test.each<[what: string, merchant: object, message: string]>([
  ['a monthly merchant without a limit', { CreditKind: 'monthly' }, '月结商家请填写授信额度'],
  ['a limit of a prepaid one', { Limit: '5.00' }, '预付商家没有授信额度'],
])('refuses %s', async (_what, body, message) => {
  await expect(shop.newMerchant(body)).rejects.toThrow(message);
});
