import { now } from '@boyun/test-server/time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { FIGURES_COME, startWorld, untilDayHasRoom, type World, type WorldLot } from './world.ts';

const ENTERING = '粤B12345';
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

const laneCard = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const yuan = (text: string | null) => Number((text ?? '').replace(/[^\d.-]/g, ''));

/** Figures of the console by heading. */
async function figures(page: Page): Promise<Record<'received' | 'entries' | 'exits' | 'inside', number>> {
  const read = async (key: string) => yuan(await page.locator(`.console-kpi-${key} .console-kpi-figure`).textContent());
  return {
    received: await read('received'),
    entries: await read('entries'),
    exits: await read('exits'),
    inside: await read('inside'),
  };
}

test('the attendant sees cars enter and leave, handles an alarm and collects cash from a waiting car', async () => {
  const { page, faults } = await visit(browser, world.server.url);
  await signIn(page, world.tenantCode, 'attendant');
  await page.getByRole('heading', { name: '控制台' }).waitFor();
  await expect.poll(() => figures(page)).toEqual({ received: 0, entries: 0, exits: 0, inside: 0 });

  await page.getByRole('button', { name: '值守' }).click();
  await page.getByRole('link', { name: '车道监控' }).click();
  const entry = laneCard(page, lot.entry.laneName);
  const exit = laneCard(page, lot.exit.laneName);
  await entry.getByText('还没有车经过').waitFor();
  await page.getByRole('status').filter({ hasText: '实时', visible: true }).waitFor();

  // A car enters: the barrier gets an open command, and the board shows the occupancy.
  expect((await lot.entry.see(ENTERING)).opens).toBe(true);
  await entry.getByRole('button').filter({ hasText: ENTERING }).waitFor();
  await lot.entry.reportOpened();
  await entry.getByText('已开闸').waitFor();
  await lot.entry.reportPassed();
  await entry.getByText('已通过').waitFor();
  await page.getByRole('link', { name: '在场 1 / 120' }).waitFor();
  await savePicture(page, 'attendant-1-entry');

  // A car that entered two and a half hours ago leaves: it owes three started hours and waits.
  await lot.entry.handIn(STAYED, 150);
  await page.getByRole('link', { name: '在场 2 / 120' }).waitFor();
  const asked = await lot.exit.see(STAYED);
  expect(asked.opens).toBe(false);
  expect(asked.screenText).toContain('9');
  await exit.getByText('¥9.00').waitFor();
  const waiting = page.getByRole('region', { name: '等待处理的车辆' });
  await waiting.getByText('1 辆车等待处理').waitFor();
  await savePicture(page, 'attendant-2-waiting');

  // The order as evidence: its fee lines add up to its fee.
  await exit.getByRole('button').filter({ hasText: STAYED }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: '计费明细' });
  const lines = drawer.locator('.order-fee tbody tr');
  await lines.first().waitFor();
  const amounts = (await lines.locator('td:last-child').allTextContents()).map(yuan);
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(9);
  expect(yuan(await drawer.locator('.order-fee tfoot .order-number').textContent())).toBe(9);
  await drawer
    .getByText(now().toLocaleDateString('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }))
    .first()
    .waitFor();
  await savePicture(page, 'attendant-3-order');

  // Cash is collected; the server opens the barrier over the long poll, and the car leaves.
  const opened = lot.exit.untilOpenCommand();
  await drawer.getByRole('button', { name: '现金收费' }).click();
  const cash = page.getByRole('dialog', { name: '现金收费' });
  await savePicture(page, 'attendant-4-cash');
  await cash.getByRole('button', { name: '确认已收 ¥9.00' }).click();
  await untilAnnounced(page, '已收现金 9.00 元');
  await opened;
  await drawer.locator('.order-payments').getByText('现金').waitFor();
  await drawer.getByRole('button', { name: '关闭', exact: true }).click();
  await exit.getByText(/已下发|已接收/).waitFor();
  await lot.exit.reportOpened();
  await exit.getByText('已开闸').waitFor();
  await lot.exit.reportPassed();
  await exit.getByText('已通过').waitFor();
  await page.getByRole('link', { name: '在场 1 / 120' }).waitFor();
  await waiting.waitFor({ state: 'hidden' });
  await savePicture(page, 'attendant-5-out');

  // An exit without an entry: an alarm pops up on any page; it is claimed and handled.
  await lot.exit.see(STRANGER);
  const popup = page.locator('section').filter({ hasText: '收到新的过车报警' });
  await popup.getByText('1 条').waitFor();
  await lot.exit.see('粤A9Z882');
  await popup.getByText('2 条').waitFor();
  await savePicture(page, 'attendant-6-alarm');
  await popup.getByRole('button', { name: '取消' }).click();
  await popup.waitFor({ state: 'hidden' });
  await lot.exit.see('粤A9Z883');
  await popup.getByText('3 条').waitFor();
  await popup.getByRole('button', { name: '查看' }).click();
  await popup.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).pathname).toBe('/_cloud_operation/Alarm_Dispose');
  const alarm = page.getByRole('row').filter({ hasText: STRANGER });
  await alarm.getByRole('button', { name: '认领' }).click();
  await untilAnnounced(page, '已认领，请处理');
  await alarm.getByRole('button', { name: '处理' }).click();
  const handling = page.getByRole('dialog').filter({ hasText: '处理报警' });
  await handling.getByLabel('处理说明').fill('现场核实，为外来车辆');
  await handling.getByRole('button', { name: '完成处理' }).click();
  await alarm.getByText('已处理').waitFor();
  await savePicture(page, 'attendant-7-handled');

  // The console figures have changed.
  await page.getByRole('button', { name: '首页' }).click();
  await page.getByRole('link', { name: '控制台' }).click();
  await expect.poll(() => figures(page), FIGURES_COME).toMatchObject({ received: 9, inside: 1 });
  await expect.poll(async () => (await figures(page)).entries, FIGURES_COME).toBeGreaterThanOrEqual(1);
  await expect.poll(async () => (await figures(page)).exits, FIGURES_COME).toBeGreaterThanOrEqual(1);
  await savePicture(page, 'attendant-8-console');
  expect(faults).toEqual([]);
});
