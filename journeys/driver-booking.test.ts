import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { enterShell, rowOf, shown } from './shell-visit.ts';
import { startWorld, untilDayHasRoom, type World, type WorldLot } from './world.ts';

const BOOKED = '粤B67001';
const WHITE = '粤B67002';
const PHONE = { width: 360, height: 740 };

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(untilDayHasRoom);
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  // Independent of the time of day: the car may arrive long before its hour.
  await world.make('/api/appointmentQuota/create', {
    LotId: lot.id,
    FromHour: 0,
    ToHour: 24,
    Quota: 5,
    DaysAhead: 1,
    EarlyMinutes: 1440,
    LateMinutes: 1440,
  });
  await world.make('/api/billWhitePlate/create', { Plate: WHITE, LotIds: [lot.id], ValidFrom: '2026-01-01T00:00:00Z' });
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
});
afterAll(() => world?.server.stop());

test('a driver books by the page of a lot, comes in by the plate alone, and can call nothing off any more', async () => {
  const staff = await enterShell(world, browser, '/_cloud_operation/appointment?tab=pages');
  const { page } = staff;
  await shown(page).getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog', { name: '新增自助预约入口' });
  await form.getByRole('combobox', { name: '车场' }).click();
  await page.locator('.ant-select-item-option:visible').filter({ hasText: lot.name }).click();
  await form.getByLabel('提示').fill('请走东门');
  await form.getByRole('button', { name: '保存' }).click();
  await rowOf(page, lot.name).click();
  const address = await page.getByRole('link', { name: '打开预约页' }).getAttribute('href');
  await page.getByRole('img', { name: '自助预约二维码' }).waitFor();
  await savePicture(page, 'booking-1-code');

  const phone = await visit(browser, address!, PHONE);
  const driver = phone.page;
  await driver.getByText('请走东门').waitFor();
  // The first hour of tomorrow, because the current hour may end before it is booked.
  await driver.getByRole('group', { name: '日期' }).getByRole('button').nth(1).click();
  await driver.getByRole('group', { name: '时段' }).getByRole('button', { name: '00:00' }).click();
  await driver.getByLabel('车牌号').fill(BOOKED);
  await driver.getByLabel('手机号').fill('13800138000');
  await savePicture(driver, 'booking-2-hour');
  await driver.getByRole('button', { name: '提交预约' }).click();
  await driver.getByRole('status').getByText('预约成功').waitFor();
  await savePicture(driver, 'booking-3-booked');

  expect((await lot.entry.see(BOOKED)).opens).toBe(true);
  await driver.reload();
  await driver.getByRole('status').getByText('已到场').waitFor();
  await expect.poll(() => driver.getByRole('button', { name: '取消预约' }).count()).toBe(0);
  await driver.getByRole('button', { name: 'English' }).click();
  await driver.getByRole('status').getByText('Arrived').waitFor();

  await page.goto(`${world.server.url}/_cloud_operation/appointment`);
  const row = rowOf(page, BOOKED).filter({ hasText: '已到场' });
  // A disabled action states the reason.
  const cancel = row.getByRole('button', { name: '取消预约' });
  expect(await cancel.isDisabled()).toBe(true);
  // By keyboard, because a refreshed list may move away under the pointer.
  await row.locator('.by-why').filter({ hasText: '取消预约' }).focus();
  await page.getByRole('tooltip').getByText('预约已到场或已结束').waitFor();
  await savePicture(page, 'booking-4-list');

  // The booking page is named by its lot in the delete dialog.
  await page.goto(`${world.server.url}/_cloud_operation/appointment?tab=pages`);
  await rowOf(page, lot.name).getByRole('button', { name: '删除' }).click();
  const ask = page.getByRole('dialog', { name: '请输入当前账号密码' });
  await ask.getByRole('button', { name: '取消' }).click();
  expect([...staff.faults, ...phone.faults]).toEqual([]);
});

test('both pictures of a stay are shown side by side and can be browsed by keyboard', async () => {
  expect((await lot.entry.see(WHITE)).opens).toBe(true);
  expect((await lot.exit.see(WHITE)).opens).toBe(true);
  const staff = await enterShell(world, browser, '/_cloud_operation/order');
  const { page } = staff;
  await rowOf(page, WHITE).first().click();
  const [entry, exit] = ['放大入场图片', '放大出场图片'].map((name) => page.getByRole('button', { name }));
  await Promise.all([entry!.waitFor(), exit!.waitFor()]);
  const isBeside = async () => {
    const [left, right] = [await entry!.boundingBox(), await exit!.boundingBox()];
    return left!.y === right!.y && left!.x + left!.width < right!.x;
  };
  await expect.poll(isBeside).toBe(true);
  await entry!.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: '入场图片' });
  await box.getByText('100%').waitFor();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await box.getByText('156%').waitFor();
  await savePicture(page, 'picture-1-large');
  await page.keyboard.press('0');
  await box.getByText('100%').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => box.count()).toBe(0);
  // The order stays open, and the keys continue from their position.
  await exit!.waitFor();
  await expect.poll(() => entry!.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(staff.faults).toEqual([]);
});
