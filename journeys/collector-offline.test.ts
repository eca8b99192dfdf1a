import { verifyTenant } from '@boyun/insight/server';
import { now } from '@boyun/test-server/time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PASSWORD, savePicture, sharedBrowser, visit, visitSignedIn } from './browser.ts';
import { startWorld, untilDayHasRoom, type World } from './world.ts';

let world: World;
let browser: Browser;
let lotId: string;
let path: string;

beforeAll(untilDayHasRoom);
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  // Entries are moved back below, within the day of the lot, which does not end meanwhile either.
  const TimeZone = [15, 16].includes(now().getUTCHours()) ? 'Europe/London' : 'Asia/Shanghai';
  const street = { Name: '滨江西街', Code: 'S1', Capacity: 6, Kind: 'roadside', TimeZone };
  const lot = await world.make('/api/parkLot/create', street);
  lotId = lot.Id!;
  const rule = await world.make('/api/billRule/createFromTemplate', { Name: '按次', Template: 'per-entry' });
  await world.make('/api/billRuleBinding/create', { LotId: lotId, ChargeRuleId: rule.Id });
  for (const name of ['X1', 'X2', 'X3', 'X4']) await world.make('/api/parkSpot/create', { Number: name, LotId: lotId });
  await world.make('/api/parkLot/open', { LotId: lotId });
  await world.newAccount('manager');
  await world.newAccount('collector', ['pos.work', 'roadside.work', 'roadside.view', 'order.collect', 'order.list']);
  const { Id: DeviceId } = await world.make('/api/posDevice/add', { DeviceNo: 'POS-01', LotId: lotId });
  const { AppPath, Terminal } = await world.make('/api/posDevice/pair', { DeviceId });
  path = `${AppPath}#pair=${Terminal}`;
});
afterAll(() => world?.server.stop());

/** Types a plate on the phone's own keyboard. */
async function enter(page: Page, spot: string, plate: string): Promise<void> {
  await page.getByRole('button', { name: spot }).click();
  await page.getByRole('textbox', { name: '车牌' }).fill(plate);
  await page.getByRole('button', { name: '登记停车' }).click();
  await page.getByRole('button', { name: `${spot} ${plate}` }).waitFor();
}

test('a collector works a day on a phone, for a while without a network, and everything arrives once', async () => {
  const { page } = await visit(browser, world.server.url + path, { width: 390, height: 844 });
  await page.getByLabel('账号').fill('collector');
  await page.getByLabel('密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByLabel('地点').fill('西街东段');
  await savePicture(page, 'pos-1-clock-in');
  await page.getByRole('button', { name: '签到' }).click();
  await enter(page, 'X1', '粤B66601');
  await enter(page, 'X2', '粤B66602');
  expect(page.url(), 'the secret does not stay in the address').not.toContain('pair=');

  // Both have been there for a while.
  const kernel = world.server.product.kernel;
  await kernel.database.system(
    `update parking_order set entered_at = entered_at - interval '40 minutes' where tenant_id = $1`,
    [world.admin.tenantId],
  );
  await page.reload();
  await page.getByRole('button', { name: /X1 粤B66601.*¥10\.00/ }).waitFor();
  // The worker has the page and all its parts.
  const missing = () =>
    page.evaluate(async () => {
      const kept = (await (await caches.open('boyun-pos-1')).keys()).map((one) => new URL(one.url).pathname).join(' ');
      const parts = ['page', 'street', 'spot', 'scan'].map((one) => `/pos-${one}.view`);
      return ['/pos/', ...parts].filter((one) => !kept.includes(one));
    });
  await expect.poll(missing).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('status').filter({ hasText: '离线' }).waitFor();
  await enter(page, 'X3', '粤B66603');
  await page.getByRole('button', { name: 'X1 粤B66601' }).click();
  await page.getByLabel('实收现金').fill('10');
  await savePicture(page, 'pos-2-offline-cash');
  await page.getByRole('button', { name: '收现金 ¥10.00 并驶离' }).click();
  await page.getByRole('button', { name: 'X1 空闲' }).waitFor();
  await page.getByRole('button', { name: 'X3 粤B66603' }).click();
  await page.getByRole('button', { name: /驶离$/ }).last().click();
  await page.getByRole('status').filter({ hasText: '待上传 3' }).waitFor();
  await savePicture(page, 'pos-3-offline-street');
  await page.reload();
  await page.getByRole('status').filter({ hasText: '待上传 3' }).waitFor();

  await page.context().setOffline(false);
  await page
    .getByRole('status')
    .filter({ hasText: /^在线$/ })
    .waitFor();
  const acts = await world.admin.call('/api/posDevice/getActPage', {});
  expect(acts.data.Rows.map((one: { Kind: string; State: string }) => `${one.Kind} ${one.State}`)).toEqual([
    'leave done',
    'leave done',
    'enter done',
    'enter done',
    'enter done',
  ]);
  const paid = await world.admin.call('/api/payment/getPaymentPage', {});
  expect(paid.data.Rows).toMatchObject([{ Plate: '粤B66601', Amount: '10.00', Channel: 'cash' }]);

  await page.getByRole('button', { name: 'X2 粤B66602' }).click();
  await page.getByRole('button', { name: '小票' }).click();
  await page.locator('.pos-receipt').filter({ hasText: '粤B66602' }).waitFor();
  await savePicture(page, 'pos-4-parked');
  await page.getByRole('button', { name: '未付驶离' }).click();
  await page.getByRole('button', { name: 'X2 空闲' }).waitFor();
  await page.getByRole('button', { name: '查车牌' }).click();
  await page.getByRole('textbox', { name: '车牌' }).fill('粤B66602');
  await page.getByRole('button', { name: '查询' }).click();
  await page.getByRole('button', { name: '收现金补缴 ¥10.00' }).waitFor();
  await page.setViewportSize({ width: 360, height: 640 });
  await savePicture(page, 'pos-5-arrears-small');
  await page.getByRole('button', { name: '收现金补缴 ¥10.00' }).click();
  await page.getByText('今日现金 ¥20.00').waitFor();
  await savePicture(page, 'pos-6-street-small');
  const { data } = await world.admin.call('/api/statement/posCollector/list', {});
  expect(data.Rows).toMatchObject([{ ActorName: 'collector', Cash: '20.00', OrderCount: 2 }]);
  const signed = { tenantCode: world.tenantCode, account: 'manager' };
  const address = `${world.server.url}/_cloud_device/pos`;
  const staff = await visitSignedIn(browser, address, signed);
  await staff.page.getByRole('row').filter({ hasText: 'POS-01' }).filter({ hasText: '已领用' }).click();
  await staff.page.locator('.pos-history').getByText('绑定').waitFor();
  await savePicture(staff.page, 'pos-7-history');
  // Signing in again ends the session of the first page.
  await staff.page.close();
  const english = await visitSignedIn(browser, `${address}?tab=acts`, signed, { language: 'en' });
  await english.page.getByRole('row').filter({ hasText: 'Arrears' }).filter({ hasText: '10.00' }).first().waitFor();
  await savePicture(english.page, 'pos-8-work-en');
  expect([...staff.faults, ...english.faults]).toEqual([]);
  expect((await verifyTenant(kernel, world.admin.tenantId)).filter((one) => one.brokenCount > 0)).toEqual([]);
});
