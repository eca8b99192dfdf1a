import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, nextNumber, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { endedCodes } from '../merchant/merchant.jobs.ts';

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

test('a merchant grants at its own desk, and sees nothing of others', async () => {
  const [merchant, other] = [
    await shop.newMerchant({ CreditKind: 'monthly', Limit: '50.00' }),
    await shop.newMerchant(),
  ];
  const [own, foreign] = [await shop.newDiscount(merchant), await shop.newDiscount(other)];
  const staff = await shop.newStaff(merchant);
  const desk = (await staff.call('/api/merchantDesk/get')).data;
  expect(desk).toMatchObject({ Available: '50.00', IsManager: true, Discounts: [{ Id: own, GrantedToday: 0 }] });
  const plate = newPlate();
  await shop.gate.see(shop.lot.entry, plate, 0);
  const give = (MerchantDiscountId: string, Plate: string) =>
    staff.call('/api/merchantDesk/grant', { MerchantDiscountId, Plate });
  expect(await give(own, 'nonsense')).toMatchObject({ code: 'merchant-grant.bad-plate' });
  expect((await give(own, plate)).data).toMatchObject({ Plate: plate, IsInside: true });
  expect(await give(foreign, plate)).toMatchObject({ code: 'kernel.not-found' });
  await shop.topUp(other, '50.00');
  await shop.grant(foreign, newPlate());
  expect((await staff.call('/api/merchantDesk/grants')).data.Rows).toMatchObject([{ Plate: plate, Way: 'desk' }]);
  expect((await staff.call('/api/merchantDesk/entries')).data.Total).toBe(0);
  for (const path of ['/api/merchantGrant/list', '/api/merchant/list', '/api/order/getOrderPage'])
    expect(await staff.call(path)).toMatchObject({ code: 'kernel.no-permission' });
  const [{ Id }] = (await staff.call('/api/merchantDesk/grants')).data.Rows;
  const [{ Id: foreignId }] = await shop.grants({ MerchantId: other });
  const revoke = (id: string) => staff.call('/api/merchantDesk/revoke', { Id: id, Reason: '发错了' });
  expect(await revoke(foreignId)).toMatchObject({ code: 'kernel.not-found' });
  expect(await revoke(Id)).toMatchObject({ state: 'success' });
  expect(await shop.user.call('/api/merchantDesk/get')).toMatchObject({ code: 'merchant.not-staff' });
});

test('managers of a merchant add and freeze its accounts; others do not', async () => {
  const merchant = await shop.newMerchant();
  const manager = await shop.newStaff(merchant);
  const added = await manager.call('/api/merchantDesk/addStaff', { Account: `shop${nextNumber()}`, Name: '小王' });
  expect(added).toMatchObject({ state: 'success', data: { InitialPassword: expect.stringMatching(/.{12}/) } });
  expect((await manager.call('/api/merchantDesk/getStaff')).data.Rows).toHaveLength(2);
  const freeze = (Id: string) => manager.call('/api/merchantDesk/freezeStaff', { Id, IsFrozen: true });
  expect(await freeze(added.data.Id)).toMatchObject({ state: 'success' });
  expect(await freeze((await manager.who()).userId!)).toMatchObject({ code: 'merchant.own-account' });
  const elsewhere = await shop.newStaff(await shop.newMerchant());
  expect(await freeze((await elsewhere.who()).userId!)).toMatchObject({ code: 'kernel.not-found' });
  const plain = await shop.newStaff(merchant, false);
  expect(await plain.call('/api/merchantDesk/getStaff')).toMatchObject({ code: 'merchant.not-manager' });
});

test('a changing code serves one car within its time; a repeated tap is the same grant', async () => {
  const merchant = await shop.newMerchant({ CreditKind: 'monthly', Limit: '50.00' });
  const discount = await shop.newDiscount(merchant);
  const staff = await shop.newStaff(merchant);
  const code = async () =>
    (await staff.call('/api/merchantDesk/rotatingCode', { MerchantDiscountId: discount })).data.Code as string;
  const claim = (Code: string, Plate: string) => server.call('/api/merchantClaim/claim', { Code, Plate });
  const [first, plate] = [await code(), newPlate()];
  expect((await server.call('/api/merchantClaim/get', { Code: first })).data).toMatchObject({
    MerchantName: expect.stringMatching(/^Merchant/),
  });
  expect((await claim(first, plate)).data).toMatchObject({ Plate: plate, IsRepeated: false });
  expect((await claim(first, plate)).data).toMatchObject({ Plate: plate, IsRepeated: true });
  expect(await claim(first, newPlate())).toMatchObject({ code: 'merchant-claim.unknown-code' });
  expect((await staff.call('/api/merchantDesk/seeCode', { Code: first })).data).toMatchObject({ Plate: plate });
  const second = await code();
  const both = await Promise.all([claim(second, newPlate()), claim(second, newPlate())]);
  expect(both.map((one) => one.state).sort()).toEqual(['fail', 'success']);
  const third = await code();
  clock.set(new Date(START.getTime() + 91_000));
  expect(await claim(third, newPlate())).toMatchObject({ code: 'merchant-claim.unknown-code' });
  expect(await claim(`${shop.user.tenantId}-madeupcodemade`, plate)).toMatchObject({
    code: 'merchant-claim.unknown-code',
  });
  expect(await shop.stay(plate, 2 * HOUR)).toMatchObject({ reduced: 5_00 });
});

test('a static code needs a daily limit and ends when it is replaced; printed ones serve one car each', async () => {
  const merchant = await shop.newMerchant({ CreditKind: 'monthly', Limit: '500.00' });
  const staff = await shop.newStaff(merchant);
  const free = await shop.newDiscount(merchant);
  const limited = await shop.newDiscount(merchant, { DailyLimit: 2 });
  const still = (MerchantDiscountId: string, IsNew = false) =>
    staff.call('/api/merchantDesk/staticCode', { MerchantDiscountId, IsNew });
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
  const { data } = await staff.call('/api/merchantDesk/printCodes', { MerchantDiscountId: free, Count: 3 });
  const printed = data.Paths.map(codeOf);
  expect(new Set(printed).size).toBe(3);
  expect(await claim(printed[0], newPlate())).toMatchObject({ state: 'success' });
  expect(await claim(printed[0], newPlate())).toMatchObject({ state: 'fail' });
  expect((await shop.grants({ Way: 'printed' })).length).toBe(1);
});

test('changing codes are forgotten a day after their end', async () => {
  const discount = await shop.newDiscount(await shop.newMerchant({ CreditKind: 'monthly', Limit: '50.00' }));
  const staff = await shop.newStaff(
    (await shop.user.call('/api/merchantDiscount/get', { Id: discount })).data.MerchantId,
  );
  await staff.call('/api/merchantDesk/rotatingCode', { MerchantDiscountId: discount });
  const count = async () => {
    await endedCodes.run(server.product.kernel);
    const sql = 'select from merchant_code where tenant_id = $1';
    return (await server.product.kernel.database.system(sql, [shop.user.tenantId])).length;
  };
  expect(await count()).toBe(1);
  clock.set(new Date(START.getTime() + 25 * 3_600_000));
  expect(await count()).toBe(0);
});

test('the first sign-in of a merchant asks for a password of its own', async () => {
  const merchant = await shop.newMerchant();
  const Account = `shop${nextNumber()}`;
  const { data } = await shop.user.call('/api/merchant/addStaff', {
    MerchantId: merchant,
    Account,
    Name: '小李',
    IsManager: true,
  });
  const rows = (await shop.user.call('/api/merchant/getStaff', { MerchantId: merchant })).data.Rows;
  expect(rows).toMatchObject([{ Account, IsManager: true, IsFrozen: false }]);
  const [tenant] = await server.product.kernel.database.system<{ code: string }>(
    'select code from tenant where id = $1',
    [shop.user.tenantId],
  );
  const login = { Account, Password: data.InitialPassword, TenantId: tenant!.code };
  const first = await server.call('/api/tenantUser/login', login);
  expect(first).toMatchObject({ state: 'success' });
  const token = first.data.AccessToken as string;
  expect(await server.callAs(token, '/api/merchantDesk/get')).toMatchObject({ state: 'fail' });
});
