import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visit } from './browser.ts';
import { approveRequest, enterShell, followTo, prove, refresh, rowOf, shown } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const [BY_GATE, BY_HAND, LET_OFF] = ['粤B66001', '粤B66002', '粤B66003'];

let world: World;
let lot: WorldLot;
let browser: Browser;

/** Three cars that left with a debt of 6 yuan each. */
beforeAll(async () => {
  [world, browser] = await Promise.all([
    startWorld(inject('databaseUrl'), { publicUrl: 'https://park.example.com' }),
    sharedBrowser(),
  ]);
  lot = await world.newLot('滨江停车场');
  await world.make('/api/parkLot/update', { Id: lot.id, HasDebtCollection: true });
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  for (const plate of [BY_GATE, BY_HAND, LET_OFF]) {
    await lot.entry.handIn(plate, 300);
    await lot.exit.handIn(plate, 200);
  }
});
afterAll(() => world?.server.stop());

test('arrears are collected at the next exit, by hand, by a reminder, or waived after approval', async () => {
  const staff = await enterShell(world, browser, '/_cloud_operation/arrears');
  const { page } = staff;
  for (const plate of [BY_GATE, BY_HAND, LET_OFF]) await rowOf(page, plate).waitFor();
  await savePicture(page, 'arrears-1-orders');

  // A figure links to the rows it sums up.
  await page.getByRole('link', { name: '90天以上' }).click();
  await expect.poll(() => rowOf(page, BY_GATE).count()).toBe(0);
  await page.getByRole('link', { name: '7天内' }).click();
  for (const plate of [BY_GATE, BY_HAND, LET_OFF]) await rowOf(page, plate).waitFor();

  // At the gate: one payment for the stay and the debt.
  await lot.entry.handIn(BY_GATE, 90);
  const asked = await lot.exit.see(BY_GATE);
  expect(asked.opens).toBe(false);
  const path = new URL(/https?:\S*\/pay\/[\w-]+/.exec(asked.screenText)![0]).pathname;
  const opened = lot.exit.untilOpenCommand();
  const phone = await visit(browser, world.server.url + path, { width: 390, height: 844 });
  await phone.page.getByText('以往欠费').waitFor();
  await savePicture(phone.page, 'arrears-2-phone');
  await phone.page.getByRole('button', { name: '立即支付 ¥12.00' }).click();
  await phone.page.getByText('支付成功').waitFor();
  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();
  await refresh(page);
  await rowOf(page, BY_HAND).waitFor();
  await expect.poll(() => rowOf(page, BY_GATE).count()).toBe(0);

  // A reminder, then cash.
  await page.goto(`${world.server.url}/_cloud_operation/arrears?tab=plate`);
  await rowOf(page, BY_HAND).getByRole('button', { name: '短信催缴' }).click();
  const reminder = page.getByRole('dialog', { name: '短信催缴' });
  await reminder.getByLabel('手机号').fill('13800138000');
  await savePicture(page, 'arrears-3-reminder');
  await reminder.getByRole('button', { name: '发送短信' }).click();
  await untilAnnounced(page, '催缴短信已提交');
  await rowOf(page, BY_HAND).getByRole('button', { name: '补缴' }).click();
  const collect = page.getByRole('dialog', { name: '现金收费' });
  await collect.getByText('司机扫码', { exact: true }).waitFor();
  await savePicture(page, 'arrears-4-cash');
  await collect.getByRole('button', { name: '确认已收 ¥6.00' }).click();
  await untilAnnounced(page, '已收现金 6.00 元');

  // Waived after approval by another person.
  await page.goto(`${world.server.url}/_cloud_operation/arrears`);
  await rowOf(page, LET_OFF).getByRole('button', { name: '减免' }).click();
  const waive = page.getByRole('dialog', { name: '减免欠费' });
  await waive.getByLabel('原因').fill('道闸故障，滞留场内');
  await prove(waive, '确定');
  await untilAnnounced(page, '已提交审核，通过后生效');
  const other = await enterShell(world, browser, '/_cloud_operation/review');
  await approveRequest(other.page, LET_OFF, () => savePicture(other.page, 'arrears-5-review'));
  await refresh(page);
  await shown(page).getByText('没有欠费').waitFor();
  await savePicture(page, 'arrears-6-nothing');
  await followTo(page, '/_cloud_Public/smsSendList');
  await rowOf(page, '138****8000').filter({ hasText: BY_HAND }).waitFor();
  expect([...staff.faults, ...other.faults, ...phone.faults]).toEqual([]);
});
