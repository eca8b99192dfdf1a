import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { endedCodes, lowCredit } from './merchant/merchant.jobs.ts';

/** A lot of `TestGate` charges 3 yuan for each started hour. */
const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR = 60;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  clock.set(START);
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 50 });
});
afterAll(() => server?.stop());

const next = () => {
  count += 1;
  return count;
};
const newPlate = () => `粤B7${String(next()).padStart(4, '0')}`;

async function make(path: string, body: object): Promise<string> {
  const answer = await user.call(path, body);
  if (answer.state !== 'success') throw new Error(answer.message);
  return answer.data.Id;
}
const newMerchant = (body: object = {}) =>
  make('/api/merchant/create', {
    Name: `Merchant ${next()}`,
    LotIds: [lot.id],
    ValidFrom: START.toISOString(),
    ...body,
  });
const newDiscount = (MerchantId: string, body: object = {}) =>
  make('/api/merchantDiscount/create', {
    MerchantId,
    Name: `Discount ${next()}`,
    Effect: 'amount',
    Amount: '5.00',
    ...body,
  });
const topUp = (MerchantId: string, Amount: string) =>
  user.call('/api/merchant/topUp', { MerchantId, Amount, Method: 'transfer' });
const grant = (MerchantDiscountId: string, ...Plates: string[]) =>
  user.call('/api/merchantGrant/grant', { MerchantDiscountId, Plates });
const merchantOf = async (Id: string) => (await user.call('/api/merchant/get', { Id })).data;
const grants = async (filters: object = {}) => (await user.call('/api/merchantGrant/list', filters)).data.Rows;

/** Drives a car in and after four hours, for 12 yuan, to the exit; returns its order. */
async function stay(plate: string, at = 0) {
  await gate.see(lot.entry, plate, at);
  await gate.see(lot.exit, plate, at + 4 * HOUR);
  return orderOf(plate);
}
async function orderOf(plate: string) {
  const [order] = await server.product.kernel.database.system<{ id: string; due: number; reduced: number }>(
    `select id, due_fen as due, reduced_fen as reduced from parking_order
     where tenant_id = $1 and plate = $2 order by entered_at desc limit 1`,
    [user.tenantId, plate],
  );
  return order!;
}
const pay = ({ id, due }: { id: string; due: number }) =>
  user.call('/api/order/collectCash', { OrderId: id, Amount: (due / 100).toFixed(2) });

/** An account that belongs to a merchant. */
async function staffOf(merchantId: string, isManager = true): Promise<TestUser> {
  const staff = await server.newUser(user, ['merchant-desk.use'], []);
  const { userId } = await staff.who();
  await server.product.kernel.database.system(
    `insert into merchant_staff (tenant_id, account_id, merchant_id, is_manager, created_at) values ($1, $2, $3, $4, $5)`,
    [user.tenantId, userId, merchantId, isManager, START],
  );
  return staff;
}

const verified = async () => (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);

test('a merchant pays for what its grant takes off, when it is used', async () => {
  const merchant = await newMerchant();
  const discount = await newDiscount(merchant);
  const plate = newPlate();
  expect((await grant(discount, plate)).data).toMatchObject({
    GrantedCount: 0,
    Failed: [{ Plate: plate, Reason: '可用额度不足：可用0.00元，需要5.00元，请先充值' }],
  });
  expect((await topUp(merchant, '20.00')).data).toMatchObject({ Balance: '20.00' });
  expect((await grant(discount, plate)).data).toMatchObject({ GrantedCount: 1, Failed: [] });
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '20.00', Reserved: '5.00', Available: '15.00' });
  const order = await stay(plate);
  expect(order).toMatchObject({ reduced: 5_00, due: 7_00 });
  expect(await grants()).toMatchObject([{ State: 'held' }]);
  await pay(order);
  expect(await grants()).toMatchObject([{ State: 'used', Used: '5.00', LotName: expect.any(String) }]);
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '15.00', Reserved: '0.00', Available: '15.00' });
  const { data } = await user.call('/api/merchantEntry/list', { MerchantId: merchant });
  expect(data.Rows).toMatchObject([
    { Kind: 'use', Amount: '-5.00', Balance: '15.00', Plate: plate },
    { Kind: 'top-up', Amount: '20.00', Balance: '20.00' },
  ]);
  expect(data.Totals).toMatchObject({ In: '20.00', Out: '5.00' });
  const months = (await user.call('/api/merchantStatement/list', { MerchantId: merchant })).data.Rows;
  expect(months).toMatchObject([
    { Month: '2026-03', Opening: '0.00', PaidIn: '20.00', Used: '5.00', Closing: '15.00', Owed: '0.00' },
  ]);
  expect(await verified()).toEqual([]);
});

test('a void order gives the merchant its money back, a restored one takes it again', async () => {
  const merchant = await newMerchant({ CreditKind: 'monthly', Limit: '100.00' });
  const plate = newPlate();
  await grant(await newDiscount(merchant, { Effect: 'free', Amount: null, Reserve: '12.00' }), plate);
  const order = await stay(plate);
  expect(order).toMatchObject({ reduced: 12_00, due: 0 });
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '-12.00', Available: '88.00' });
  const second = await server.newUser(user, ['review.list', 'review.decide', 'order.list', 'order.void']);
  const decided = async (path: string) => {
    const { data, message } = await user.call(path, { OrderId: order.id, Reason: '测试撤销' });
    if (!data) throw new Error(message);
    if (data.IsPending) await second.call('/api/review/approve', { ReviewIds: [data.ReviewId] });
  };
  await decided('/api/order/void');
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '0.00' });
  await decided('/api/order/restore');
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '-12.00' });
  expect(await verified()).toEqual([]);
});

test('packages are sold out of the credit and used up one by one', async () => {
  const merchant = await newMerchant();
  const discount = await newDiscount(merchant, {
    Effect: 'free',
    Amount: null,
    Charging: 'package',
  });
  const sell = (Price: string, Count = 2) =>
    user.call('/api/merchantDiscount/sellPackage', { MerchantDiscountId: discount, Count, Price });
  expect(await sell('30.00')).toMatchObject({ code: 'merchant.short' });
  await topUp(merchant, '30.00');
  expect((await sell('30.00')).data).toMatchObject({ Stock: 2, Balance: '0.00' });
  const [one, two, three] = [newPlate(), newPlate(), newPlate()];
  expect((await grant(discount, one, two, three)).data).toMatchObject({
    GrantedCount: 2,
    Failed: [{ Plate: three, Reason: '套餐张数已用完，请先购买' }],
  });
  const [{ Id }] = await grants({ Plate: two });
  expect(await user.call('/api/merchantGrant/revoke', { Id, Reason: '发错了' })).toMatchObject({ state: 'success' });
  expect((await grant(discount, three)).data).toMatchObject({ GrantedCount: 1 });
  expect(await stay(one)).toMatchObject({ reduced: 12_00, due: 0 });
  expect(await stay(two, 5 * HOUR)).toMatchObject({ reduced: 0 });
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '0.00' });
  expect(await verified()).toEqual([]);
});

test('two grants at once never spend more than the credit or the stock', async () => {
  const merchant = await newMerchant();
  await topUp(merchant, '5.00');
  const discount = await newDiscount(merchant);
  const answers = await Promise.all([newPlate(), newPlate(), newPlate()].map((plate) => grant(discount, plate)));
  expect(answers.map((one) => one.data.GrantedCount).sort()).toEqual([0, 0, 1]);
  const packaged = await newDiscount(merchant, { Charging: 'package' });
  await user.call('/api/merchantDiscount/sellPackage', { MerchantDiscountId: packaged, Count: 1, Price: '0.00' });
  const both = await Promise.all([newPlate(), newPlate()].map((plate) => grant(packaged, plate)));
  expect(both.map((one) => one.data.GrantedCount).sort()).toEqual([0, 1]);
});

test('a discount keeps to its limits, its days and its lots', async () => {
  const merchant = await newMerchant({ CreditKind: 'monthly', Limit: '1000.00' });
  const daily = await newDiscount(merchant, { DailyLimit: 1 });
  expect((await grant(daily, newPlate())).data).toMatchObject({ GrantedCount: 1 });
  expect((await grant(daily, newPlate())).data.Failed).toMatchObject([{ Reason: '今天的发放数量已满' }]);
  const perPlate = await newDiscount(merchant, { PerPlateDay: 1 });
  const plate = newPlate();
  await grant(perPlate, plate);
  expect((await grant(perPlate, plate)).data.Failed).toMatchObject([{ Reason: '该车已有一张未使用的优惠' }]);
  await stay(plate);
  await pay(await orderOf(plate));
  expect((await grant(perPlate, plate)).data.Failed).toMatchObject([{ Reason: '该车今天已领1张' }]);
  const other = await gate.newLot({}, { Capacity: 5 });
  await expect(newDiscount(merchant, { LotIds: [other.id] })).rejects.toThrow('适用车场须为商家的合作车场');
  const elsewhere = newPlate();
  await grant(await newDiscount(merchant), elsewhere);
  await gate.see(other.entry, elsewhere, 6 * HOUR);
  await gate.see(other.exit, elsewhere, 8 * HOUR);
  expect(await orderOf(elsewhere)).toMatchObject({ reduced: 0 });
});

test('a merchant grants at its own desk, and sees nothing of others', async () => {
  const [merchant, other] = [await newMerchant({ CreditKind: 'monthly', Limit: '50.00' }), await newMerchant()];
  const [own, foreign] = [await newDiscount(merchant), await newDiscount(other)];
  const shop = await staffOf(merchant);
  const desk = (await shop.call('/api/merchantDesk/get')).data;
  expect(desk).toMatchObject({ Available: '50.00', IsManager: true, Discounts: [{ Id: own, GrantedToday: 0 }] });
  const plate = newPlate();
  await gate.see(lot.entry, plate, 0);
  const give = (MerchantDiscountId: string, Plate: string) =>
    shop.call('/api/merchantDesk/grant', { MerchantDiscountId, Plate });
  expect((await give(own, plate)).data).toMatchObject({ Plate: plate, IsInside: true });
  expect(await give(foreign, plate)).toMatchObject({ code: 'kernel.not-found' });
  await topUp(other, '50.00');
  await grant(foreign, newPlate());
  expect((await shop.call('/api/merchantDesk/grants')).data.Rows).toMatchObject([{ Plate: plate, Way: 'desk' }]);
  expect((await shop.call('/api/merchantDesk/entries')).data.Total).toBe(0);
  for (const path of ['/api/merchantGrant/list', '/api/merchant/list', '/api/order/getOrderPage'])
    expect(await shop.call(path)).toMatchObject({ code: 'kernel.no-permission' });
  const [{ Id }] = (await shop.call('/api/merchantDesk/grants')).data.Rows;
  const [{ Id: foreignId }] = await grants({ MerchantId: other });
  const revoke = (id: string) => shop.call('/api/merchantDesk/revoke', { Id: id, Reason: '发错了' });
  expect(await revoke(foreignId)).toMatchObject({ code: 'kernel.not-found' });
  expect(await revoke(Id)).toMatchObject({ state: 'success' });
  expect(await user.call('/api/merchantDesk/get')).toMatchObject({ code: 'merchant.not-staff' });
});

test('managers of a merchant add and freeze its accounts; others do not', async () => {
  const merchant = await newMerchant();
  const manager = await staffOf(merchant);
  const added = await manager.call('/api/merchantDesk/addStaff', { Account: `shop${next()}`, Name: '小王' });
  expect(added).toMatchObject({ state: 'success', data: { InitialPassword: expect.stringMatching(/.{12}/) } });
  expect((await manager.call('/api/merchantDesk/getStaff')).data.Rows).toHaveLength(2);
  const freeze = (Id: string) => manager.call('/api/merchantDesk/freezeStaff', { Id, IsFrozen: true });
  expect(await freeze(added.data.Id)).toMatchObject({ state: 'success' });
  expect(await freeze((await manager.who()).userId!)).toMatchObject({ code: 'merchant.own-account' });
  const elsewhere = await staffOf(await newMerchant());
  expect(await freeze((await elsewhere.who()).userId!)).toMatchObject({ code: 'kernel.not-found' });
  const plain = await staffOf(merchant, false);
  expect(await plain.call('/api/merchantDesk/getStaff')).toMatchObject({ code: 'merchant.not-manager' });
});

test('a changing code serves one car within its time; a repeated tap is the same grant', async () => {
  const merchant = await newMerchant({ CreditKind: 'monthly', Limit: '50.00' });
  const discount = await newDiscount(merchant);
  const shop = await staffOf(merchant);
  const code = async () =>
    (await shop.call('/api/merchantDesk/rotatingCode', { MerchantDiscountId: discount })).data.Code as string;
  const claim = (Code: string, Plate: string) => server.call('/api/merchantClaim/claim', { Code, Plate });
  const [first, plate] = [await code(), newPlate()];
  expect((await server.call('/api/merchantClaim/get', { Code: first })).data).toMatchObject({
    MerchantName: expect.stringMatching(/^Merchant/),
  });
  expect((await claim(first, plate)).data).toMatchObject({ Plate: plate, IsRepeated: false });
  expect((await claim(first, plate)).data).toMatchObject({ Plate: plate, IsRepeated: true });
  expect(await claim(first, newPlate())).toMatchObject({ code: 'merchant-claim.unknown-code' });
  expect((await shop.call('/api/merchantDesk/seeCode', { Code: first })).data).toMatchObject({ Plate: plate });
  const second = await code();
  const both = await Promise.all([claim(second, newPlate()), claim(second, newPlate())]);
  expect(both.map((one) => one.state).sort()).toEqual(['fail', 'success']);
  const third = await code();
  clock.set(new Date(START.getTime() + 91_000));
  expect(await claim(third, newPlate())).toMatchObject({ code: 'merchant-claim.unknown-code' });
  expect(await claim('1-madeupcodemadeup', plate)).toMatchObject({ code: 'merchant-claim.unknown-code' });
  expect(await stay(plate, 2 * HOUR)).toMatchObject({ reduced: 5_00 });
});

test('a static code needs a daily limit and ends when it is replaced; printed ones serve one car each', async () => {
  const merchant = await newMerchant({ CreditKind: 'monthly', Limit: '500.00' });
  const shop = await staffOf(merchant);
  const free = await newDiscount(merchant);
  const limited = await newDiscount(merchant, { DailyLimit: 2 });
  const still = (MerchantDiscountId: string, IsNew = false) =>
    shop.call('/api/merchantDesk/staticCode', { MerchantDiscountId, IsNew });
  expect(await still(free)).toMatchObject({ code: 'merchant-grant.limit-needed' });
  const codeOf = (path: string) => path.replace('/claim/', '');
  const first = codeOf((await still(limited)).data.Path);
  expect(codeOf((await still(limited)).data.Path)).toBe(first);
  const claim = (Code: string, Plate: string) => server.call('/api/merchantClaim/claim', { Code, Plate });
  expect(await claim(first, newPlate())).toMatchObject({ state: 'success' });
  const replaced = codeOf((await still(limited, true)).data.Path);
  expect(await claim(first, newPlate())).toMatchObject({ code: 'merchant-claim.unknown-code' });
  expect(await claim(replaced, newPlate())).toMatchObject({ state: 'success' });
  expect(await claim(replaced, newPlate())).toMatchObject({ code: 'merchant-grant.daily-limit' });
  const { data } = await shop.call('/api/merchantDesk/printCodes', { MerchantDiscountId: free, Count: 3 });
  const printed = data.Paths.map(codeOf);
  expect(new Set(printed).size).toBe(3);
  expect(await claim(printed[0], newPlate())).toMatchObject({ state: 'success' });
  expect(await claim(printed[0], newPlate())).toMatchObject({ state: 'fail' });
  expect((await grants({ Way: 'printed' })).length).toBe(1);
});

test('a granted discount is honoured although the merchant has been disabled or is out of credit', async () => {
  const merchant = await newMerchant();
  await topUp(merchant, '5.00');
  const discount = await newDiscount(merchant, { Effect: 'free', Amount: null, Reserve: '5.00' });
  const plate = newPlate();
  await grant(discount, plate);
  const row = await merchantOf(merchant);
  await user.call('/api/merchant/update', { Id: merchant, Version: row.Version, Status: 1 });
  expect((await grant(discount, newPlate())).code).toBe('merchant.disabled');
  expect(await stay(plate)).toMatchObject({ reduced: 12_00, due: 0 });
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '-7.00' });
  expect(await verified()).toEqual([]);
});

test('the balance that no grant holds is refunded, not more', async () => {
  const merchant = await newMerchant();
  await topUp(merchant, '20.00');
  await grant(await newDiscount(merchant), newPlate());
  const refund = (Amount: string) =>
    user.call('/api/merchant/refund', { MerchantId: merchant, Amount, Method: 'transfer', Note: '合同终止' });
  expect(await refund('15.01')).toMatchObject({ code: 'merchant.more-than-balance' });
  expect(await refund('15.00')).toMatchObject({ state: 'success' });
  expect(await merchantOf(merchant)).toMatchObject({ Balance: '5.00', Available: '0.00' });
  expect(await refund('1.00')).toMatchObject({ code: 'merchant.nothing-left' });
  expect(await verified()).toEqual([]);
});

test('what a discount is worth stays while grants are open', async () => {
  const merchant = await newMerchant({ CreditKind: 'monthly', Limit: '50.00' });
  const discount = await newDiscount(merchant);
  await grant(discount, newPlate());
  const { Version } = (await user.call('/api/merchantDiscount/get', { Id: discount })).data;
  const update = (body: object) => user.call('/api/merchantDiscount/update', { Id: discount, Version, ...body });
  expect(await update({ Amount: '9.00' })).toMatchObject({ code: 'merchant-discount.has-open' });
  expect(await update({ Status: 1 })).toMatchObject({ state: 'success' });
  expect((await grant(discount, newPlate())).code).toBe('merchant-discount.disabled');
});

test('the report of credit discounts counts by merchant and discount', async () => {
  const merchant = await newMerchant({ CreditKind: 'monthly', Limit: '50.00' });
  const discount = await newDiscount(merchant);
  const used = newPlate();
  await grant(discount, used, newPlate());
  await pay(await stay(used));
  const { data } = await user.call('/api/creditDiscountReport/getPage', { MerchantId: merchant });
  expect(data.Rows).toMatchObject([
    { GrantedCount: 2, UsedCount: 1, OpenCount: 1, ExpiredCount: 0, RevokedCount: 0, Used: '5.00' },
  ]);
  expect(data.Totals).toMatchObject({ GrantedCount: 2, UsedCount: 1, Used: '5.00' });
});

test('a merchant short of credit is told of once, and again when it is short anew', async () => {
  const merchant = await newMerchant({ LowCredit: '10.00' });
  const { kernel } = server.product;
  const told = async () => {
    await lowCredit.run(kernel);
    await lowCredit.run(kernel);
    const sql = `select from event where tenant_id = $1 and kind = 'merchant.credit-low'`;
    return (await kernel.database.system(sql, [user.tenantId])).length;
  };
  expect(await told()).toBe(1);
  await topUp(merchant, '12.00');
  expect(await told()).toBe(1);
  await grant(await newDiscount(merchant), newPlate());
  expect(await told()).toBe(2);
});

test('changing codes are forgotten a day after their end', async () => {
  const discount = await newDiscount(await newMerchant({ CreditKind: 'monthly', Limit: '50.00' }));
  const shop = await staffOf((await user.call('/api/merchantDiscount/get', { Id: discount })).data.MerchantId);
  await shop.call('/api/merchantDesk/rotatingCode', { MerchantDiscountId: discount });
  const count = async () => {
    await endedCodes.run(server.product.kernel);
    const sql = 'select from merchant_code where tenant_id = $1';
    return (await server.product.kernel.database.system(sql, [user.tenantId])).length;
  };
  expect(await count()).toBe(1);
  clock.set(new Date(START.getTime() + 25 * 3_600_000));
  expect(await count()).toBe(0);
});

test.each<[what: string, merchant: object, message: string]>([
  ['a monthly merchant without a limit', { CreditKind: 'monthly' }, '月结商家请填写授信额度'],
  ['a limit of a prepaid one', { Limit: '5.00' }, '预付商家没有授信额度'],
])('refuses %s', async (_what, body, message) => {
  await expect(newMerchant(body)).rejects.toThrow(message);
});

test('the first sign-in of a merchant asks for a password of its own', async () => {
  const merchant = await newMerchant();
  const Account = `shop${next()}`;
  const { data } = await user.call('/api/merchant/addStaff', {
    MerchantId: merchant,
    Account,
    Name: '小李',
    IsManager: true,
  });
  const rows = (await user.call('/api/merchant/getStaff', { MerchantId: merchant })).data.Rows;
  expect(rows).toMatchObject([{ Account, IsManager: true, IsFrozen: false }]);
  const [tenant] = await server.product.kernel.database.system<{ code: string }>(
    'select code from tenant where id = $1',
    [user.tenantId],
  );
  const login = { Account, Password: data.InitialPassword, TenantId: tenant!.code };
  const first = await server.call('/api/tenantUser/login', login);
  expect(first).toMatchObject({ state: 'success' });
  const token = first.data.AccessToken as string;
  expect(await server.callAs(token, '/api/merchantDesk/get')).toMatchObject({ state: 'fail' });
});
