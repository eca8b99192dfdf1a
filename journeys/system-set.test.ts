import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell, follow, followTo, PAGES, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const SETTINGS = '/_cloud_system/systemSet';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

const setting = async (more: object) =>
  world.make('/api/tenantSetting/save', { ...(await world.make('/api/tenantSetting/get', {})), ...more });
const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--by-accent').trim());

test('name and tag bar are shown in the shell as soon as they are saved', async () => {
  const { page, faults } = await enterShell(world, browser, SETTINGS);
  await page.locator('.tags-strip').waitFor();
  await page.getByRole('textbox', { name: '品牌名称' }).fill('海湾停车');
  await page.getByRole('switch', { name: '显示标签栏' }).click();
  await savePicture(page, 'system-set');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('.shell-brand').filter({ hasText: '海湾停车' }).waitFor();
  await page.locator('.tags-strip').waitFor({ state: 'hidden' });
  // The form is refilled before the shell shows the values, so later input is not lost.
  const settings = ['/api/tenantSetting/save', '/api/tenantSetting/get', '/api/tenantUser/getTenantUserInfo'];
  expect(asked.filter((path) => settings.includes(path))).toEqual(settings);
  await page.getByRole('switch', { name: '显示标签栏' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('.tags-strip').waitFor();
  expect(faults).toEqual([]);
});

test('what is typed stays although another person saves, and is not saved over it', async () => {
  const { page } = await enterShell(world, browser, SETTINGS);
  const name = shown(page).getByRole('textbox', { name: '品牌名称' });
  await name.fill('半句');
  await followTo(page, PAGES.lot);
  await setting({ SessionHours: 24 });
  await followTo(page, SETTINGS);
  await shown(page).getByRole('button', { name: '保存', exact: true }).click();
  await untilAnnounced(page, '数据已被他人修改');
  expect(await name.inputValue()).toBe('半句');
});

test('the colour of the tenant applies to users without their own choice', async () => {
  const before = await enterShell(world, browser, SETTINGS);
  const usual = await accent(before.page);
  await setting({ ThemeColor: '#13a8a8' });
  const { page } = await enterShell(world, browser, SETTINGS);
  await expect.poll(() => accent(page)).not.toBe(usual);
  await setting({ ThemeColor: null });
});

test('dictionary words are listed below a reason; a click fills one in', async () => {
  const word = { List: 'black-list', Code: 'unpaid', NameZh: '夜间逃费', NameEn: 'Left at night without paying' };
  await world.make('/api/dictionary/create', word);
  const { page, faults } = await enterShell(world, browser, '/_cloud_operation/blackList');
  await shown(page).getByRole('button', { name: '新增' }).first().click();
  await page.getByRole('button', { name: '夜间逃费' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: '原因' }).last().inputValue()).toBe('夜间逃费');
  await savePicture(page, 'dictionary-words');
  expect(faults).toEqual([]);
});

test('banners are shown on the console, one after the other', async () => {
  for (const [Name, Position] of [
    ['年末巡检周', 1],
    ['月卡续费季', 2],
  ])
    await world.make('/api/banner/create', { Name, Position, Place: 'console', ValidFrom: '2026-01-01 00:00:00' });
  const { page, faults } = await enterShell(world, browser, SETTINGS);
  await follow(page, '/dashboardCd');
  const carousel = page.getByRole('region', { name: '广告' });
  await carousel.getByText('年末巡检周').waitFor();
  await carousel.getByRole('button', { name: '第2张' }).click();
  await carousel.getByText('月卡续费季').waitFor();
  await savePicture(page, 'console-banner');
  expect(faults).toEqual([]);
});
