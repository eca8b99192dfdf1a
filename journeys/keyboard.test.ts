import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PASSWORD, savePicture, sharedBrowser, visit } from './browser.ts';
import { enterShell, pathOf, shown, tag, tags } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const LIST = '/_cloud_operation/blackList';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  for (const Plate of ['粤B10001', '粤B10002', '粤B20003'])
    await world.make('/api/billBlackPlate/create', {
      Plate,
      Action: 'deny',
      ValidFrom: '2026-01-01 00:00:00',
      Reason: '测试',
    });
});
afterAll(() => world?.server.stop());

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The focused element, by role or tag. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName.toLowerCase());

/** Whether the focus is in the dialog around an element. */
const isFocusBeside = (one: Element) => one.closest('[role=dialog]')?.contains(document.activeElement) ?? false;

describe('everything by keyboard', () => {
  test('signing in, finding a page, filtering, going through the rows, opening, adding, closing its tag', async () => {
    await world.newAccount('hands');
    const { page, faults } = await visit(browser, world.server.url);
    await page.getByRole('textbox', { name: /租户编码/ }).focus();
    await page.keyboard.type(world.tenantCode);
    await press(page, 'Tab');
    await page.keyboard.type('hands');
    await press(page, 'Tab');
    await page.keyboard.type(PASSWORD);
    await press(page, 'Enter');
    await page.locator('.shell-main').waitFor();

    await press(page, 'Control+k');
    await expect.poll(() => focused(page)).toBe('combobox');
    await page.keyboard.type('hmd');
    await page.getByRole('option').filter({ hasText: '黑名单' }).waitFor();
    await press(page, 'Enter');
    await expect.poll(() => pathOf(page)).toBe(LIST);
    const rows = shown(page).locator('.by-line');
    await expect.poll(() => rows.count()).toBe(3);

    await page.locator('body').press('/');
    await page.keyboard.type('B1000');
    await press(page, 'Enter');
    await expect.poll(() => rows.count()).toBe(2);

    // From the filters into the table: no element on the way traps the focus.
    for (let steps = 0; steps < 25 && (await focused(page)) !== 'grid'; steps += 1) await press(page, 'Tab');
    expect(await focused(page)).toBe('grid');
    await press(page, 'End');
    await expect.poll(() => shown(page).locator('.by-line.is-active').getAttribute('aria-rowindex')).toBe('3');
    await press(page, 'ArrowUp');
    await expect.poll(() => shown(page).locator('.by-line.is-active').getAttribute('aria-rowindex')).toBe('2');
    const opened = (await shown(page).locator('.by-line.is-active').textContent())!.match(/B·?\s?\d{5}/)?.[0];
    await press(page, 'Enter');
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await expect.poll(() => drawer.textContent()).toContain(opened);
    // The focus is trapped in the drawer and returns to the table when it closes.
    for (let steps = 0; steps < 12; steps += 1) await press(page, 'Tab');
    expect(await drawer.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await savePicture(page, 'keyboard-drawer');
    await press(page, 'Escape');
    await drawer.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('grid');

    await press(page, 'n');
    const sheet = page.getByRole('dialog').filter({ hasText: '新增' });
    await sheet.waitFor();
    await sheet.getByLabel('车牌', { exact: true }).focus();
    await page.keyboard.type('粤b 30004');
    const plate = sheet.getByLabel('车牌', { exact: true });
    await expect.poll(() => plate.inputValue(), { message: 'as it is written' }).toBe('粤B30004');
    // Typed input is not lost by accident: leaving asks, and staying keeps it.
    const question = page.getByText('有未提交的内容，确定关闭吗？');
    await press(page, 'Escape');
    await question.waitFor();
    // Until the focus has moved, the key would ask once more.
    await expect.poll(() => question.evaluate(isFocusBeside)).toBe(true);
    await press(page, 'Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await sheet.getByLabel('车牌', { exact: true }).inputValue()).toBe('粤B30004');
    await sheet.getByLabel('车牌', { exact: true }).focus();
    await press(page, 'Escape');
    await question.waitFor();
    await page.getByRole('button', { name: '确定', exact: true }).focus();
    await press(page, 'Enter');
    await sheet.waitFor({ state: 'hidden' });

    await tag(page, '黑名单').getByRole('button').first().focus();
    await press(page, 'Delete');
    await expect.poll(() => tags(page)).not.toContain('黑名单');
    expect(faults).toEqual([]);
  });
});

describe('plate input', () => {
  test('provinces by click, pasted plates, the plate colour, and the standing of the car', async () => {
    const { page } = await enterShell(world, browser, LIST);
    await shown(page).getByRole('grid').waitFor();
    await page.locator('body').press('n');
    const sheet = page.getByRole('dialog').filter({ hasText: '新增' });
    const plate = sheet.getByLabel('车牌', { exact: true });
    await plate.fill('b·1 0001');
    await sheet.getByRole('button', { name: '选择省份' }).click();
    await page.getByRole('button', { name: '粤', exact: true }).click();
    await expect.poll(() => plate.inputValue()).toBe('粤B10001');
    await sheet.locator('.by-plate-blue').waitFor();
    await sheet.locator('.by-plate-standing').getByText('黑名单 · 全部车场').waitFor();
    await savePicture(page, 'keyboard-plate');
    await plate.fill('粤BD12345');
    await sheet.locator('.by-plate-new-energy').waitFor();
    await sheet.locator('.by-plate-standing').getByText('临时车').waitFor();
  });
});

describe('"why can\'t I?"', () => {
  test('a disabled button states the reason, also for keyboard users', async () => {
    const { page } = await enterShell(world, browser, LIST);
    await shown(page).getByRole('button', { name: /^视图/ }).click();
    const save = page.locator('.by-why').filter({ hasText: '保存' });
    expect(await save.getByRole('button').isDisabled()).toBe(true);
    await save.focus();
    await page.getByText('请先填写视图名称').waitFor();
    await savePicture(page, 'keyboard-why');
    await page.getByRole('textbox', { name: '视图名称' }).fill('我的');
    expect(await page.getByRole('button', { name: '保存', exact: true }).isEnabled()).toBe(true);
  });
});
