import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { startWorld, untilDayHasRoom, type World, type WorldLot } from './world.ts';

const STAYED = '粤BD66888';
const STRANGER = '粤A9Z881';

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(untilDayHasRoom);
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('科技园停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat(), world.newAccount('attendant')]);
});
afterAll(() => world?.server.stop());

const queue = (page: Page) => page.getByRole('region', { name: '待处理' });
const detail = (page: Page) => page.getByRole('region', { name: '当前车辆' });

test('the attendant of the duty desk charges, turns back and closes an alarm by keys; a plate opens its car', async () => {
  const { page, faults } = await visit(browser, world.server.url);
  await signIn(page, world.tenantCode, 'attendant');
  await page.goto(`${world.server.url}/_cloud_operation/dutyDesk`);
  await queue(page).getByText('没有待处理的车辆').waitFor();
  await page.getByRole('status').filter({ hasText: '实时', visible: true }).waitFor();

  // Alarms pop up below the head of the desk.
  const foot = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
  expect(await foot('.alarms')).toBeGreaterThan(await foot('.desk-head'));

  // It owes three started hours: it opens by itself, and key 1 collects.
  await lot.entry.handIn(STAYED, 150);
  await lot.exit.see(STAYED);
  await detail(page).getByRole('button', { name: '收费' }).waitFor();
  await detail(page).locator('.order-bill-due').getByText('9.00').waitFor();
  await savePicture(page, 'duty-desk-1-charge');
  const car = page.getByRole('dialog', { name: /车辆信息/ });
  await detail(page).locator('header').getByRole('button').filter({ hasText: 'D66888' }).click();
  await car.waitFor();
  await page.keyboard.press('Escape');
  await car.waitFor({ state: 'hidden' });
  const opened = lot.exit.untilOpenCommand();
  await page.keyboard.press('1');
  const cash = page.getByRole('dialog', { name: '现金收费' });
  await cash.getByRole('button', { name: '确认已收 ¥9.00' }).waitFor();
  await page.keyboard.press('Enter');
  await untilAnnounced(page, '已收现金 9.00 元');
  await opened;
  await queue(page).getByText('没有待处理的车辆').waitFor();

  // A car that was never inside: it is turned back on key 4; its alarm stays in the queue and is closed on key 5.
  await lot.exit.see(STRANGER);
  await detail(page).getByRole('button', { name: '劝返' }).waitFor();
  await page.keyboard.press('4');
  const turning = page.getByRole('dialog', { name: '劝返' });
  await turning.getByLabel('原因').fill('走错车道');
  await page.keyboard.press('Enter');
  await turning.waitFor({ state: 'hidden' });
  await detail(page).getByText('无入场记录出场').waitFor();
  await savePicture(page, 'duty-desk-2-alarm');
  await page.keyboard.press('5');
  const closing = page.getByRole('dialog').filter({ hasText: '处理报警' });
  await closing.getByLabel('处理说明').fill('车辆已劝返');
  await closing.getByRole('button', { name: '完成处理' }).click();
  await queue(page).getByText('没有待处理的车辆').waitFor();
  await page.locator('.desk-mine').getByText('今日处理2').waitFor();
  await expect.poll(() => page.locator('.desk-mine').innerText()).toMatch(/9\.00/);

  // A plate opens the panel of its car above the page, and leaves the page as it is.
  await lot.entry.see(STAYED);
  await page.goto(`${world.server.url}/_cloud_operation/inLot`);
  await page.getByRole('link').filter({ hasText: 'D66888' }).click();
  await car.getByRole('region', { name: '现在在场' }).getByText('科技园停车场').waitFor();
  await expect.poll(() => car.getByRole('region', { name: '最近停车' }).getByRole('listitem').count()).toBe(2);
  await savePicture(page, 'duty-desk-3-car');
  await page.keyboard.press('Escape');
  await car.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/_cloud_operation/inLot');
  expect(faults).toEqual([]);
});
