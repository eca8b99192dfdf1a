import { createAccount } from '@boyun/access/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { closeNotices, PASSWORD, savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { enterShell, PAGES, pathOf, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

// Lines of the product spec that no other journey covers; each test is named after its line.

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

describe('§2 shell', () => {
  test('the sidebar opens one sub-menu at a time; a pointer or a finger on a mobile opens it over the page', async () => {
    const { page } = await enterShell(world, browser, PAGES.lot);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    const open = () => menu.locator('button[aria-expanded=true]').allTextContents();
    await expect.poll(open).toEqual(['车场设备']);
    await menu.getByRole('button', { name: '订单收费' }).click();
    await expect.poll(open).toEqual(['订单收费']);
    await menu.getByRole('button', { name: '订单收费' }).click();
    await expect.poll(open).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: '展开菜单' }).click();
    await menu.getByRole('button', { name: '订单收费' }).click();
    await menu.getByRole('link', { name: '停车订单' }).click();
    await expect.poll(() => pathOf(page)).toBe(PAGES.order);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test('/_cloud_map/map opens the console', async () => {
    const { page } = await enterShell(world, browser, '/_cloud_map/map');
    await expect.poll(() => pathOf(page)).toBe('/dashboardCd');
    await page.getByRole('heading', { name: '控制台' }).waitFor();
  });

  test('§8 unhandled UI errors are logged to an error-reporting service', async () => {
    const { page } = await enterShell(world, browser, PAGES.lot);
    const reported = page.waitForRequest((request) => request.url().endsWith('/api/crashReport/report'));
    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('a broken line');
        }),
    );
    expect(new URLSearchParams((await reported).postData()!).get('Message')).toContain('a broken line');
  });
});

describe('§8 a list that cannot be refetched', () => {
  test('keeps what it shows and says so: 失败 with the server message', async () => {
    const { page } = await enterShell(world, browser, PAGES.lot);
    await shown(page).getByRole('button', { name: '查询' }).waitFor();
    await page.route('**/api/parkLot/list', (route) =>
      route.fulfill({ json: { state: 'fail', data: null, message: '车场暂不可查' } }),
    );
    await shown(page).getByRole('button', { name: '查询' }).click();
    await untilAnnounced(page, '失败车场暂不可查');
  });
});

describe('§5 what dialogs refuse', () => {
  test('export: each warning titled 警告, then the file; page-size options of the list', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `片区${index + 1}`);
    await Promise.all(names.map((Name) => world.make('/api/area/create', { Name })));
    const { page, faults } = await enterShell(world, browser, '/_cloud_basic/area');
    await shown(page).getByRole('grid').waitFor();
    await page.getByRole('combobox', { name: '每页条数' }).click();
    await expect
      .poll(() => page.locator('.ant-select-item-option').allTextContents())
      .toEqual(['20 条/页', '50 条/页', '100 条/页', '150 条/页', '200 条/页']);
    await page.keyboard.press('Escape');
    await shown(page).getByRole('button', { name: '导出' }).click();
    const dialog = page.getByRole('dialog', { name: '导出功能' });
    await dialog.getByRole('radio', { name: '指定页码' }).check();
    const tryPages = async (first: string, last: string, words: string) => {
      await dialog.getByLabel('起始页').fill(first);
      await dialog.getByLabel('结束页').fill(last);
      await dialog.getByRole('button', { name: '确定' }).click();
      await untilAnnounced(page, `警告${words}`);
      // Those that lie above the dialog would take its clicks.
      await closeNotices(page);
    };
    await tryPages('2', '1', '起始页面需小于结束页面');
    await tryPages('1', '9', '导出页数已经超过总数');
    await tryPages('0', '1', '导出页数不得为 0');
    await tryPages('-1', '1', '起始页面需大于 0');
    await savePicture(page, 'line-export');
    await dialog.getByLabel('起始页').fill('2');
    await dialog.getByLabel('结束页').fill('2');
    const file = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '确定' }).click();
    expect((await file).suggestedFilename()).toBe('片区 第2页.xlsx');
    await untilAnnounced(page, '导出成功');
    await dialog.waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test('dates: start later than end, 开始时间不能大于结束时间!', async () => {
    const { page } = await enterShell(world, browser, PAGES.log);
    await shown(page)
      .getByRole('button', { name: /^更多筛选/ })
      .click();
    await shown(page).getByLabel('时间', { exact: true }).click();
    const ends = shown(page).locator('.ant-picker-range input');
    await ends.nth(0).fill('2026-03-02 00:00:00');
    await page.locator('.ant-picker-cell').first().waitFor();
    await expect
      .poll(() => page.locator('.ant-picker-dropdown').textContent(), { message: 'the words of the library' })
      .toContain('2026年3月一二三四五六日');
    await ends.nth(0).press('Enter');
    await ends.nth(1).fill('2026-03-01 00:00:00');
    await ends.nth(1).press('Enter');
    await untilAnnounced(page, '开始时间不能大于结束时间!');
  });

  test('password: every rule has its words as the failure text, and a failure clears the three fields', async () => {
    await createAccount(world.server.product.kernel, world.admin.tenantId, {
      account: 'line-words',
      password: PASSWORD,
      name: '钱规则',
      isAdmin: true,
    });
    const { page } = await visit(browser, world.server.url);
    await signIn(page, world.tenantCode, 'line-words');
    await page.getByRole('button', { name: '钱规则的菜单' }).click();
    await page.getByRole('button', { name: '修改密码' }).click();
    const dialog = page.getByRole('dialog', { name: '修改密码' });
    await dialog.getByText(/8-20/).waitFor();
    for (const [fresh, repeat, words] of [
      ['Kx7!mwQz92', 'Kx7!mwQz93', '两次输入的密码不一致'],
      ['Kx7!m', 'Kx7!m', '密码长度错误'],
      ['kx7mwqz92', 'kx7mwqz92', '特殊符号中的三种'],
      ['Kx!1234wQ', 'Kx!1234wQ', '数字'],
      ['Kx!7dCbAw', 'Kx!7dCbAw', '字母'],
      ['Kx!7$$$$w', 'Kx!7$$$$w', '相同'],
      ['Kx!7aDmInw', 'Kx!7aDmInw', 'admin'],
    ] as const) {
      await dialog.getByLabel('原密码').fill(PASSWORD);
      await dialog.getByLabel('新密码', { exact: true }).fill(fresh);
      await dialog.getByLabel('确认新密码').fill(repeat);
      await dialog.getByRole('button', { name: '确定' }).click();
      await dialog.locator('.by-issue').filter({ hasText: words }).waitFor();
      await untilAnnounced(page, new RegExp(`^失败.*${words}`, 'm'));
    }
    await dialog.getByLabel('原密码').fill('Wrong#2026');
    await dialog.getByLabel('新密码', { exact: true }).fill('Kx7!mwQz92');
    await dialog.getByLabel('确认新密码').fill('Kx7!mwQz92');
    await dialog.getByRole('button', { name: '确定' }).click();
    await untilAnnounced(page, /^失败.*密码错误/m);
    await expect
      .poll(() => dialog.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual(['', '', '']);
    await savePicture(page, 'line-password');
  });
});
