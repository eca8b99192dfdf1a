import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visit } from './browser.ts';
import { barriersOf, faultsOf } from './page-check.ts';
import { enterShell, follow, PAGES, pathOf } from './shell-visit.ts';
import { FIGURES_COME, startWorld, untilDayHasRoom, type World, type WorldLot } from './world.ts';

const SCREENS = ['/index', '/indexOne'];
const SIZES = [
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
  [360, 740],
] as const;

let world: World;
let browser: Browser;
let lot: WorldLot;

beforeAll(untilDayHasRoom);
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('科技园停车场');
  await world.newLot('会展中心地下停车场（北区）', 6);
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  await lot.entry.handIn('粤B12345', 90);
  await lot.exit.see('粤B12345');
  await world.server.product.consumers.drain();
});
afterAll(() => world?.server.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const openScreen = async (page: Page, path: string) => {
  await follow(page, path);
  await page.locator('.screen').waitFor();
};

describe('§2 /index: big screen, /indexOne', () => {
  test('signed out they redirect to the login, and back after signing in', async () => {
    for (const path of SCREENS) {
      const { page } = await visit(browser, world.server.url + path);
      await page.getByRole('button', { name: '登录', exact: true }).waitFor();
      await expect.poll(() => pathOf(page)).toBe('/');
      expect(await page.evaluate(() => sessionStorage.getItem('wantedPath'))).toBe(path);
    }
  });

  test('every signed-in user may open them, without the layout; data beyond the permissions is not shown', async () => {
    const { page, faults } = await enterShell(world, browser, '/', { permissions: [] });
    for (const path of SCREENS) {
      await openScreen(page, path);
      await page.getByText('您的账号没有可在大屏上查看的内容').waitFor();
      expect(pathOf(page)).toBe(path);
      await expect.poll(() => page.locator('.shell-side, .top, .tags-strip').count()).toBe(0);
    }
    expect(faults).toEqual([]);
    const attendant = await enterShell(world, browser, '/', { permissions: ['passing.list'] });
    await openScreen(attendant.page, '/index');
    await heading(attendant.page, '实时过车').waitFor();
    expect(await attendant.page.getByRole('heading', { name: /今日实收|未处理报警/ }).count()).toBe(0);
  });

  test('both fit completely in every size', async () => {
    const { page, faults } = await enterShell(world, browser, '/');
    const rest = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (const path of SCREENS) {
      await openScreen(page, path);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await heading(page, path === '/index' ? '实时过车' : '最新收款').waitFor();
        await heading(page, '今日车流（辆）').waitFor();
        await page.locator('.screen canvas').first().waitFor();
        const message = `${path} at ${width}`;
        // What is drawn follows the window a moment later.
        await expect.poll(() => faultsOf(page), { message }).toEqual([]);
        // A wall screen cannot scroll.
        if (width >= 1366) await expect.poll(rest, { message }).toBe(0);
        expect(await barriersOf(page), message).toEqual([]);
        await savePicture(page, `screen${path.slice(1)}-${width}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('a passing car appears immediately, and the figures follow', async () => {
    const { page } = await enterShell(world, browser, '/');
    await openScreen(page, '/index');
    await page.getByText('实时', { exact: true }).waitFor();
    const entries = page.locator('.screen-figure').filter({ hasText: '今日入场' }).locator('b');
    await expect.poll(() => entries.textContent()).toMatch(/^\d+$/);
    const before = Number(await entries.textContent());
    await lot.entry.see('粤B66666');
    await page.locator('.screen-stream').getByText('66666').waitFor();
    await expect.poll(async () => Number(await entries.textContent()), FIGURES_COME).toBe(before + 1);
  });

  test('a broken stream is reported with its last update, and so is its recovery', async () => {
    const { page } = await enterShell(world, browser, '/');
    let [isCut, held] = [false, null as WebSocketRoute | null];
    await page.routeWebSocket(/\/api\/live/, (socket) => {
      if (isCut) return void socket.close();
      held = socket;
      socket.connectToServer();
    });
    await openScreen(page, '/index');
    // The earlier connection belongs to the shell: a reload creates one through the route.
    await page.reload();
    const mark = page.locator('.screen-head .by-live');
    await expect.poll(() => mark.textContent()).toBe('实时');
    isCut = true;
    await held!.close();
    await expect.poll(() => mark.textContent()).toMatch(/^自 \d{2}:\d{2}:\d{2} 起未更新$/);
    await savePicture(page, 'big-screen-stale');
    isCut = false;
    await expect.poll(() => mark.textContent()).toBe('实时');
  });

  test('one lot is shown with its lanes; another can be selected and is kept in the address', async () => {
    const { page } = await enterShell(world, browser, '/');
    await openScreen(page, `/indexOne?lotId=${lot.id}`);
    await expect.poll(() => page.locator('.screen-tile').allTextContents()).toHaveLength(2);
    // In its tile, because an alarm may name it too.
    await page.locator('.screen-tile').getByText('东门入口1道').waitFor();
    await page.getByLabel('车场').selectOption({ label: '会展中心地下停车场（北区）' });
    await expect.poll(() => new URL(page.url()).searchParams.get('lotId')).not.toBe(lot.id);
    await page.getByText('共6位').waitFor();
  });

  test('the dark theme applies to the screen only', async () => {
    const { page } = await enterShell(world, browser, '/');
    const look = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await look()).toBe('light');
    await openScreen(page, '/index');
    await expect.poll(look).toBe('dark');
    await page.getByRole('link', { name: '返回后台' }).click();
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
    await expect.poll(look).toBe('light');
  });

  test('§8 no full-screen support: warning "you browser can not work"', async () => {
    const { page } = await enterShell(world, browser, '/');
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await openScreen(page, '/index');
    await page.keyboard.press('f');
    await untilAnnounced(page, 'you browser can not work');
  });
});
