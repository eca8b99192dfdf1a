import { systemClock } from '@boyun/kernel/server';
import { WechatPayDouble } from '@boyun/simulator/provider/wechat-pay';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visitSignedIn } from './browser.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤BC0001';

let world: World;
let lot: WorldLot;
let browser: Browser;
let provider: WechatPayDouble;

beforeAll(async () => {
  provider = new WechatPayDouble(systemClock);
  const wechatPayUrl = await provider.start();
  const publicUrl = 'https://parking.example.com';
  [world, browser] = await Promise.all([
    startWorld(inject('databaseUrl'), { isAlone: true, publicUrl, wechatPayUrl }),
    sharedBrowser(),
  ]);
  lot = await world.newLot('滨河停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat(), world.newAccount('attendant')]);
  const { MerchantNo, AppNo, keys } = provider.merchant;
  const row = await world.make('/api/payConfig/create', { Channel: 'wechat', MerchantNo, AppNo });
  await world.make('/api/payConfig/setKeys', { PayChannelId: row.Id, ...keys });
});
afterAll(async () => {
  await world?.server.stop();
  await provider?.stop();
});

test('an attendant scans the driver’s payment code, waits for the password, and the barrier opens', async () => {
  await lot.entry.handIn(PLATE, 90);
  expect((await lot.exit.see(PLATE)).opens).toBe(false);
  const opened = lot.exit.untilOpenCommand();
  const { page, faults } = await visitSignedIn(
    browser,
    `${world.server.url}/_cloud_operation/order?plate=${encodeURIComponent(PLATE)}`,
    { tenantCode: world.tenantCode, account: 'attendant' },
  );
  await page.getByRole('row').filter({ hasText: PLATE }).click();
  await page.getByRole('dialog').filter({ hasText: '计费明细' }).getByRole('button', { name: '现金收费' }).click();
  const dialog = page.getByRole('dialog', { name: /收费/ }).last();
  await dialog.getByText('付款码', { exact: true }).click();
  const input = dialog.getByRole('textbox', { name: '付款码' });
  await input.fill('12345');
  await input.press('Enter');
  expect(await dialog.getByRole('button', { name: '扫码收取 ¥6.00' }).isDisabled()).toBe(true);
  await savePicture(page, 'payment-code-1-scan');
  // A scanner types the digits and ends with Enter.
  await input.fill(provider.slowCode);
  await input.press('Enter');
  const wait = page.getByRole('dialog', { name: '等待司机确认' });
  await wait.getByText('请司机在手机上输入支付密码').waitFor();
  await savePicture(page, 'payment-code-2-wait');
  provider.settle([...provider.payments.keys()].at(-1)!);
  await wait.waitFor({ state: 'hidden' });
  await opened;
  await page.locator('.order-sums').getByText('已支付').first().waitFor();
  await savePicture(page, 'payment-code-3-paid');
  expect(faults).toEqual([]);
});
