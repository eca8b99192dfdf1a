import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, visit } from './browser.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤BF23456';
const BILL = '**/api/payment/getPayPage';

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨河停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat(), world.newAccount('attendant')]);
});
afterAll(() => world?.server.stop());

/**
 * Holds the next answer about the bill until it is let go. What is asked for after that stays without an answer, so that what the late one
 * changed would remain.
 */
async function holdBill(phone: Page): Promise<{ isHeld: Promise<void>; letGo: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  let isFirst = true;
  let isFree = false;
  let finished: Promise<unknown> | null = null;
  // On a slow machine it is held for longer than the page waits for an answer.
  await phone.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await phone.route(BILL, async (route) => {
    if (!isFirst) return isFree ? undefined : route.continue();
    isFirst = false;
    const answer = await route.fetch();
    finished = phone.waitForResponse((one) => one.request() === route.request()).then((one) => one.finished());
    held.resolve();
    await free.promise;
    await route.fulfill({ response: answer });
  });
  return {
    isHeld: held.promise,
    async letGo() {
      isFree = true;
      free.resolve();
      await finished;
      // The page has drawn what it made of the answer.
      await phone.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
      });
    },
  };
}

test('a driver scans the code at the exit, pays on the phone and leaves, visible to the attendant', async () => {
  await lot.entry.handIn(PLATE, 90);
  const asked = await lot.exit.see(PLATE);
  expect(asked.opens).toBe(false);
  const scanned = /https?:\S*\/pay\/[\w-]+/.exec(asked.screenText)?.[0];
  expect(scanned, 'the screen shows the address of the payment page').toBeTruthy();
  const opened = lot.exit.untilOpenCommand();

  const staff = await visit(browser, `${world.server.url}/_cloud_operation/order?plate=${encodeURIComponent(PLATE)}`);
  await signIn(staff.page, world.tenantCode, 'attendant');
  const row = staff.page.getByRole('row').filter({ hasText: PLATE });
  await row.click();
  const drawer = staff.page.getByRole('dialog').filter({ hasText: '计费明细' });
  await drawer.getByRole('button', { name: '扫码支付' }).click();
  const code = staff.page.getByRole('dialog', { name: '扫码支付' });
  await code.getByRole('img', { name: '支付二维码' }).waitFor();
  expect(new URL((await code.getByRole('link', { name: '打开支付页' }).getAttribute('href'))!).pathname).toBe(
    new URL(scanned!).pathname,
  );
  await savePicture(staff.page, 'driver-1-code');

  const phone = await visit(browser, world.server.url + new URL(scanned!).pathname, { width: 390, height: 844 });
  await phone.page.getByText('滨河停车场').waitFor();
  await phone.page.getByText('¥6.00').first().waitFor();
  await phone.page.getByText('计费明细').click();
  await phone.page.getByText('3元/小时').first().waitFor();
  await savePicture(phone.page, 'driver-2-bill');
  await phone.page.getByRole('button', { name: 'English' }).click();
  await phone.page.getByRole('button', { name: 'Pay ¥6.00' }).waitFor();
  await savePicture(phone.page, 'driver-3-bill-en');
  // Each language asks for the bill again; the answer to this question comes when it is paid.
  const bill = await holdBill(phone.page);
  await phone.page.getByRole('button', { name: '中文' }).click();
  await bill.isHeld;

  await phone.page.getByRole('button', { name: '模拟支付失败' }).click();
  await phone.page.getByRole('alert').filter({ hasText: '支付失败，未扣款' }).waitFor();
  await phone.page.getByRole('button', { name: '立即支付 ¥6.00' }).click();
  await phone.page.getByText('支付成功').waitFor();
  await bill.letGo();
  expect(await phone.page.getByText('支付成功').isVisible(), 'a bill from before the payment comes late').toBe(true);
  expect(await phone.page.getByRole('button', { name: /支付/ }).count()).toBe(0);
  await phone.page.unroute(BILL);
  await savePicture(phone.page, 'driver-4-paid');

  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();
  await code.getByText('已支付').waitFor();
  await savePicture(staff.page, 'driver-5-paid');
  await code
    .getByRole('button', { name: /关闭|Close/ })
    .last()
    .click();
  await drawer.locator('.order-payments').getByText('失败').waitFor();
  await drawer.locator('.order-payments').getByText('成功').waitFor();
  await drawer.locator('.order-sums').getByText('已离场').waitFor();
  await savePicture(staff.page, 'driver-6-order');

  await phone.page.reload();
  await phone.page.getByRole('status').waitFor();
  await expect
    .poll(() => phone.page.getByRole('button', { name: /支付/ }).count(), { message: 'nothing is left to pay' })
    .toBe(0);
  expect([...staff.faults, ...phone.faults]).toEqual([]);
});

test('an invalid payment address explains what to do', async () => {
  const { page } = await visit(browser, `${world.server.url}/pay/no-such-code`, { width: 390, height: 844 });
  await page.getByText('请重新扫描二维码，或到岗亭缴费').waitFor();
  await savePicture(page, 'driver-7-unknown');
});
