import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, textInSight, visit } from './browser.ts';
import { barriersOf, faultsOf } from './page-check.ts';
import { enterShell, follow, PAGES } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const notice = { Name: '元旦值班安排', Body: '各岗亭双人值守\n遇消防车立即放行', ValidFrom: '2026-01-01T00:00:00Z' };
  await world.make('/api/importantNotice/create', notice);
});
afterAll(() => world?.server.stop());

describe('§2 important notice: shown to all on entry until confirmed', () => {
  test('postponed it is hidden until the next entry; confirmed it is not shown again', async () => {
    await world.newAccount('reader', ['order.list']);
    const { page } = await visit(browser, world.server.url, { width: 360, height: 740 });
    await signIn(page, world.tenantCode, 'reader');
    const dialog = page.getByRole('dialog', { name: '元旦值班安排' });
    await dialog.getByText('各岗亭双人值守').waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await savePicture(page, 'important-notice-phone');
    await dialog.getByRole('button', { name: '稍后再看' }).click();
    await dialog.waitFor({ state: 'detached' });
    // A page without permission redraws the shell: a postponed notice stays hidden.
    await follow(page, PAGES.lot);
    await page.getByText('您没有权限访问该页面').waitFor();
    expect(await dialog.count()).toBe(0);
    await page.reload();
    await dialog.getByRole('button', { name: '我已阅读并确认' }).click();
    await dialog.waitFor({ state: 'detached' });
    const asked = page.waitForResponse((one) => one.url().endsWith('/api/importantNotice/getPending'));
    await page.reload();
    expect((await (await asked).json()).data.Notices).toEqual([]);
  });

  test('the page counts confirmations and lists those missing', async () => {
    const { page, faults } = await enterShell(world, browser, '/_cloud_Public/importantNotice');
    await page.getByRole('dialog', { name: '元旦值班安排' }).getByRole('button', { name: '我已阅读并确认' }).click();
    await page.getByRole('gridcell', { name: '元旦值班安排', exact: true }).click();
    await page.getByText('未确认 1').waitFor();
    await page.getByText('已确认 2').click();
    await textInSight(page, 'reader').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

test('§2 menu configuration: linked from an empty element in the bar, for accounts that may open it', async () => {
  const { page } = await enterShell(world, browser, '/');
  expect(await page.locator('.top-empty').count()).toBe(0);
});
