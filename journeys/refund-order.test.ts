import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell, prove, rowOf } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤B77007';

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('湖滨停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  await lot.entry.handIn(PLATE, 90);
});
afterAll(() => world?.server.stop());

test('cash of a stay is refunded in part: the only payment need not be chosen, and a wrong amount says why', async () => {
  const { page, faults } = await enterShell(
    world,
    browser,
    `/_cloud_operation/order?plate=${encodeURIComponent(PLATE)}`,
  );
  // At the exit, where cash opens the barrier: a stay is refunded once it has ended.
  await lot.exit.see(PLATE);
  const opened = lot.exit.untilOpenCommand();
  await rowOf(page, PLATE).click();
  const drawer = page.getByRole('dialog').filter({ hasText: '计费明细' });
  await drawer.getByRole('button', { name: '现金收费' }).click();
  await page.getByRole('dialog', { name: '现金收费' }).getByRole('button', { name: '确认已收 ¥6.00' }).click();
  await untilAnnounced(page, '已收现金 6.00 元');
  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();
  await drawer.locator('.order-sums').getByText('已离场').waitFor();

  // The receipt holds what was paid. A real print would wait for a printer.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await drawer.getByRole('button', { name: '打印收据' }).click();
  const receipt = page.locator('.by-slip');
  await receipt.waitFor({ state: 'attached' });
  const printed = (await receipt.textContent()) ?? '';
  for (const words of ['停车费收据', PLATE, '应收金额¥6.00', '实收金额¥6.00', '支付方式现金'])
    expect(printed).toContain(words);
  await page.emulateMedia({ media: 'print' });
  await savePicture(page, 'refund-order-receipt');
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await drawer.getByRole('button', { name: '退款', exact: true }).click();
  const refund = page.getByRole('dialog', { name: /^退款/ });
  await refund.getByText('¥6.00').waitFor();
  await refund.getByLabel('退款金额').fill('7');
  await refund.getByLabel('原因').fill('多收停车费');
  await refund.locator('.by-why').hover();
  await page.getByText('退款金额须大于0且不超过可退金额').waitFor();
  await refund.getByLabel('退款金额').fill('2');
  await savePicture(page, 'refund-order-1');
  await refund.getByText('是否退款 ¥2.00？').waitFor();
  await prove(refund, '确定');
  await untilAnnounced(page, /退款(申请)?已提交/);
  await expect.poll(() => refund.count()).toBe(0);
  await savePicture(page, 'refund-order-2');
  expect(faults).toEqual([]);
});
