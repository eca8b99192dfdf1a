import { nowMs } from '@boyun/test-server/time';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit, visitSignedIn } from './browser.ts';
import { barriersOf, faultsOf } from './page-check.ts';
import { enterShell, prove } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤BM0001';
const OTHER = '粤BM0002';
const PHONE = { width: 390, height: 844 };
let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  for (const plate of [PLATE, OTHER]) await lot.entry.handIn(plate, 150);
});
afterAll(() => world?.server.stop());

/** A merchant with a discount, set up through the API. */
async function newMerchant() {
  const { Id: merchantId } = await world.make('/api/merchant/create', {
    Name: '滨江火锅',
    LotIds: [lot.id],
    Contact: '王店长',
    Mobile: '13800000000',
    ValidFrom: new Date(nowMs() - 86_400_000).toISOString(),
    LowCredit: '50.00',
  });
  const { Id: discountId } = await world.make('/api/merchantDiscount/create', {
    MerchantId: merchantId,
    Name: '消费满200元停2小时',
    Minutes: 120,
    Reserve: '6.00',
    DailyLimit: 50,
  });
  return { merchantId: merchantId!, discountId: discountId! };
}

test('a merchant is topped up, grants by plate and by a changing code on a phone, and the exit honours both', async () => {
  const { merchantId } = await newMerchant();
  const { page } = await enterShell(world, browser, '/_cloud_operation/discount');
  const row = page.getByRole('row').filter({ hasText: '滨江火锅' });
  await row.getByRole('button', { name: '充值' }).click();
  const topUp = page.getByRole('dialog', { name: /充值 · 滨江火锅/ });
  await topUp.getByLabel('金额').fill('100');
  await prove(topUp, '确定');
  await row.getByText('100.00').first().waitFor();
  await row.click();
  const drawer = page.getByRole('dialog', { name: '滨江火锅' });
  await drawer.getByText('消费满200元停2小时').waitFor();
  await savePicture(page, 'merchant-1-drawer');
  await drawer.getByRole('button', { name: '新增账号' }).click();
  const add = page.getByRole('dialog', { name: /新增商家账号/ });
  await add.getByLabel('账号').fill('hotpot01');
  await add.getByLabel('姓名').fill('王店长');
  await add.getByRole('switch').click();
  await add.getByRole('button', { name: '确定', exact: true }).click();
  const shownOnce = page.getByRole('dialog', { name: '初始密码' });
  await shownOnce.getByText('hotpot01').waitFor();
  await savePicture(page, 'merchant-2-password');
  // Its holder has chosen a password of his own.
  await world.server.product.kernel.database.system(
    `update account a set must_change_password = false, password_hash = admin.password_hash from account admin
     where a.tenant_id = $1 and a.account = 'hotpot01' and admin.tenant_id = $1 and admin.account = 'admin'`,
    [world.admin.tenantId],
  );

  const account = { tenantCode: world.tenantCode, account: 'hotpot01' };
  const desk = await visitSignedIn(browser, `${world.server.url}/_cloud_operation/merchantDesk`, account, PHONE);
  await desk.page.getByText('可用额度').waitFor();
  await desk.page.getByLabel('顾客的车牌').fill(PLATE);
  await desk.page.getByRole('button', { name: '发放', exact: true }).click();
  await desk.page.getByRole('status').filter({ hasText: '车辆在场' }).waitFor();
  await savePicture(desk.page, 'merchant-3-granted');
  expect([...(await faultsOf(desk.page)), ...(await barriersOf(desk.page))]).toEqual([]);
  await desk.page.clock.install();
  await desk.page.getByText('动态码').click();
  await desk.page.getByRole('img', { name: '动态领取码' }).waitFor();
  await savePicture(desk.page, 'merchant-4-code');

  const rotatingCodes = () =>
    world.server.product.kernel.database.system<{ code: string }>(
      `select code from merchant_code where tenant_id = $1 and kind = 'rotating' order by created_at`,
      [world.admin.tenantId],
    );
  const [code] = await rotatingCodes();
  // The next code appears while the customer still types the plate for this one, which goes on working.
  await desk.page.clock.fastForward(60_000);
  await expect.poll(async () => (await rotatingCodes()).length).toBe(2);
  const driver = await visit(browser, `${world.server.url}/claim/${code!.code}`, PHONE);
  await driver.page.getByText('消费满200元停2小时').waitFor();
  await driver.page.getByLabel('请输入车牌号').fill(OTHER);
  await savePicture(driver.page, 'merchant-5-claim');
  await driver.page.getByRole('button', { name: '领取优惠' }).click();
  await driver.page.getByText('领取成功').waitFor();
  await savePicture(driver.page, 'merchant-6-claimed');
  await desk.page.getByRole('status').filter({ hasText: '已领取' }).waitFor();

  // Two and a half hours cost 9 yuan; the discount takes two hours off.
  for (const plate of [PLATE, OTHER]) {
    await lot.exit.see(plate);
    const orders = await world.admin.call('/api/order/getOrderPage', { Plate: plate });
    expect(orders.data.Rows[0]).toMatchObject({ Fee: '9.00', Reduced: '6.00', Due: '3.00' });
  }
  const desks = await world.admin.call('/api/merchant/get', { Id: merchantId });
  expect(desks.data).toMatchObject({ Balance: '100.00', Reserved: '12.00' });
  expect([...desk.faults, ...driver.faults]).toEqual([]);
});
