import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { prove } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤B60606';

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨河停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat(), world.newAccount('booth')]);
});
afterAll(() => world?.server.stop());

test('a card is issued and recharged, pays a stay at the lane, and shows the payment', async () => {
  await lot.entry.handIn(PLATE, 90);
  const { page, faults } = await visit(browser, `${world.server.url}/_cloud_operation/card`);
  await signIn(page, world.tenantCode, 'booth');
  await page.getByRole('button', { name: '新增' }).first().click();
  const sheet = page.getByRole('dialog').filter({ hasText: '新增卡片' });
  await sheet.getByLabel('卡号').fill('BY0001');
  await sheet.getByLabel('芯片号').fill('04:a1:b2:c3');
  await sheet.getByLabel('持卡人').fill('陈女士');
  await sheet.getByRole('combobox', { name: '发卡车场' }).click();
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '滨河停车场' }).first().click();
  await sheet.getByLabel('生效时间').fill('2026-01-01 00:00:00');
  await page.keyboard.press('Tab');
  await savePicture(page, 'card-1-form');
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.waitFor({ state: 'hidden' });

  const row = page.getByRole('row').filter({ hasText: 'BY0001' });
  await row.getByRole('button', { name: '充值' }).click();
  const money = page.getByRole('dialog').filter({ hasText: '充值 · BY0001' });
  await money.getByLabel('充值金额').fill('50');
  await money.getByText('是否为该卡充值？').waitFor();
  await prove(money, '充值');
  await untilAnnounced(page, '充值成功');
  await row.getByText('50.00').waitFor();
  await savePicture(page, 'card-2-recharged');

  expect((await lot.exit.see(PLATE)).opens).toBe(false);
  const opened = lot.exit.untilOpenCommand();
  await page.goto(`${world.server.url}/_cloud_operation/laneMonitor`);
  await page.getByRole('group', { name: lot.exit.laneName, exact: true }).getByRole('button', { name: /收费/ }).click();
  const collect = page.getByRole('dialog').filter({ hasText: '应收' });
  await collect.getByText('储值卡').click();
  await collect.getByRole('textbox', { name: '卡号' }).fill('BY0001');
  await savePicture(page, 'card-3-collect');
  await collect.getByRole('button', { name: '从卡内扣 ¥6.00' }).click();
  await untilAnnounced(page, '刷卡收费 6.00 元，卡余额 44.00 元');
  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();

  await page.goto(`${world.server.url}/_cloud_operation/card?tab=uses`);
  const use = page.getByRole('row').filter({ hasText: 'BY0001' });
  await use.getByText('刷卡付费').waitFor();
  await use.getByText('44.00').waitFor();
  await savePicture(page, 'card-4-use');
  expect(faults).toEqual([]);
});
