import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visit } from './browser.ts';
import { enterShell, follow, openTags, PAGES, pathOf, shown, tag, tags } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

const enter = (path: string, options?: Parameters<typeof enterShell>[3]) => enterShell(world, browser, path, options);
const kept = (page: Page, key: string) => page.evaluate((name) => sessionStorage.getItem(name), key);

describe('§2 public routes and access guard', () => {
  test('without login, only /, /ShareRegister and /poster_share are reachable', async () => {
    const { page } = await visit(browser, world.server.url + PAGES.lot);
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await expect.poll(() => pathOf(page)).toBe('/');
    for (const open of ['/ShareRegister', '/poster_share']) {
      await page.goto(world.server.url + open);
      await page.getByText('请扫描海报上的二维码打开').waitFor();
      await expect.poll(() => pathOf(page)).toBe(open);
    }
  });

  test('when logged in, / redirects to /{dashboard_path}/index', async () => {
    const { page, faults } = await enter('/');
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
    await page.goto(world.server.url);
    await page.locator('.shell-main').waitFor();
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
    expect(faults).toEqual([]);
  });

  test('the catch-all redirects to /404, which shows the login', async () => {
    const { page, faults } = await enter('/');
    await page.goto(`${world.server.url}/no/such/page`);
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await expect.poll(() => pathOf(page)).toBe('/404');
    await page.getByText('页面不存在或已移走').waitFor();
    await savePicture(page, 'shell-404');
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.locator('.shell-main').waitFor();
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
    expect(faults).toEqual([]);
  });

  test('a route needs one of its roles, else /401; noGoBack hides the way back', async () => {
    const { page } = await enter('/', { permissions: ['order.list'] });
    await follow(page, PAGES.lot);
    await page.getByText('您没有权限访问该页面').waitFor();
    await expect.poll(() => pathOf(page)).toBe('/401');
    await page.getByRole('button', { name: '返回', exact: true }).waitFor();
    await savePicture(page, 'shell-401');
    await page.goto(world.server.url + PAGES.lot);
    await page.getByText('您没有权限访问该页面').waitFor();
    expect(new URL(page.url()).searchParams.has('noGoBack')).toBe(true);
    expect(await page.getByRole('button', { name: '返回', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: '返回首页' }).click();
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
  });

  test('/authredirect and any route keep a token of the query string as jump token', async () => {
    const signedOut = await visit(browser, `${world.server.url}/authredirect?token=first`);
    await signedOut.page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await expect.poll(() => kept(signedOut.page, 'jumpToken')).toBe('first');
    const { page } = await enter('/');
    await follow(page, `${PAGES.order}?token=second`);
    await expect.poll(() => kept(page, 'jumpToken')).toBe('second');
    await follow(page, '/authredirect?token=third');
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
    await expect.poll(() => kept(page, 'jumpToken')).toBe('third');
  });
});

describe('§3 session', () => {
  test('session storage holds token, type, tenant, user, permissions, routes, views and the dashboard path', async () => {
    const { page } = await enter(PAGES.order, { permissions: ['order.list'] });
    await shown(page).waitFor();
    const storage = () => page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
    await expect.poll(async () => (await storage()).visitedViews).toContain(PAGES.order);
    const keys = await storage();
    expect(keys).toMatchObject({
      'ACCESS-Token': expect.stringMatching(/./),
      tokenType: 'Bearer',
      TenantId: String(world.admin.tenantId),
      userId: expect.stringMatching(/./),
      permissions: '["order.list"]',
      dashboardPath: 'dashboardCd',
      Account: expect.stringMatching(/^shell-/),
      RealName: expect.stringMatching(/^shell-/),
    });
    expect(JSON.parse(keys.addRouters!)).toContainEqual({ path: PAGES.order, name: 'order' });
    const areas = JSON.parse(keys.asyncRouters!) as { url: string; node: { url: string }[] }[];
    expect(areas.find((one) => one.url === '/order')!.node[0]!.url).toBe(PAGES.order);
    expect(JSON.parse(keys.visitedViews!)).toEqual([
      { name: 'order', path: PAGES.order, title: '停车订单', query: {} },
    ]);
  });

  test('§4 a failed route restore says 验证失败,请重新登录 and signs out here', async () => {
    const { page } = await enter('/');
    await page.evaluate(() => sessionStorage.setItem('asyncRouters', '{broken'));
    await page.reload();
    await untilAnnounced(page, '验证失败,请重新登录');
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await expect.poll(() => pathOf(page)).toBe('/');
    await expect.poll(() => kept(page, 'ACCESS-Token')).toBeNull();
  });
});

describe('§2 tag bar', () => {
  test('each tag has a close control, 清空 closes all and returns to the dashboard, where no tags are shown', async () => {
    const { page, faults } = await enter(PAGES.order);
    await openTags(page, [PAGES.lot, PAGES.gate]);
    await expect.poll(() => tags(page)).toEqual(['停车订单', '车场', '出入口']);
    await page.getByRole('button', { name: '关闭出入口' }).click();
    await expect.poll(() => pathOf(page)).toBe(PAGES.lot);
    await tag(page, '停车订单').click({ button: 'middle' });
    await expect.poll(() => tags(page)).toEqual(['车场']);
    await savePicture(page, 'shell-tags');
    await page.getByRole('button', { name: '清空' }).click();
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
    await expect.poll(() => page.locator('.tags').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('the breadcrumb leads to the shown page alone, also after a page that is called like its group', async () => {
    const { page } = await enter('/_cloud_operation/chargeRule');
    const trail = page.locator('.top-trail span');
    await expect.poll(() => trail.allTextContents()).toEqual(['收费规则', '收费规则']);
    await follow(page, PAGES.lot);
    await expect.poll(() => trail.allTextContents()).toEqual(['车场设备', '车场']);
  });

  test('a right click pins, refreshes, and closes others, left and right', async () => {
    const { page } = await enter(PAGES.order);
    await openTags(page, [PAGES.lot, PAGES.gate, PAGES.log]);
    const pick = async (title: string, choice: string) => {
      await tag(page, title).click({ button: 'right' });
      await page.getByRole('menuitem', { name: choice, exact: true }).click();
    };
    await tag(page, '出入口').click({ button: 'right' });
    await page.getByRole('menu', { name: '出入口' }).waitFor();
    await savePicture(page, 'shell-tag-menu');
    await page.keyboard.press('Escape');
    await pick('出入口', '固定');
    await expect.poll(() => tags(page)).toEqual(['出入口', '停车订单', '车场', '登录日志']);
    await pick('车场', '关闭左侧');
    await expect.poll(() => tags(page)).toEqual(['出入口', '车场', '登录日志']);
    await pick('车场', '关闭右侧');
    await expect.poll(() => tags(page)).toEqual(['出入口', '车场']);
    await expect.poll(() => pathOf(page)).toBe(PAGES.lot);
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/parkLot/list'));
    await pick('车场', '刷新');
    await asked;
    await pick('车场', '关闭');
    await expect.poll(() => pathOf(page)).toBe(PAGES.gate);
    await openTags(page, [PAGES.order, PAGES.lot]);
    await pick('出入口', '关闭其他');
    await expect.poll(() => tags(page)).toEqual(['出入口']);
    await page.reload();
    await tag(page, '出入口').waitFor();
    await page.getByRole('button', { name: '取消固定出入口' }).click();
    await pick('出入口', '清空');
    await expect.poll(() => pathOf(page)).toBe(PAGES.home);
  });

  test('tags are dragged, rolled with the wheel, and come back after a reload with their filters', async () => {
    const { page } = await enter(`${PAGES.order}?plate=B123`);
    await openTags(page, [
      PAGES.lot,
      PAGES.gate,
      PAGES.log,
      '/_cloud_basic/lane',
      '/_cloud_basic/spot',
      '/_cloud_system/auditLog',
    ]);
    await tag(page, '登录日志').dragTo(tag(page, '车场'));
    const order = ['停车订单', '登录日志', '车场', '出入口', '车道', '车位', '操作日志'];
    await expect.poll(() => tags(page)).toEqual(order);
    await page.setViewportSize({ width: 700, height: 768 });
    const strip = page.locator('.tags-strip');
    const room = () =>
      strip.evaluate((box) => {
        const last = box.lastElementChild!.getBoundingClientRect();
        return Math.round(box.getBoundingClientRect().right - last.right);
      });
    await expect.poll(() => strip.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    await strip.hover();
    await page.mouse.wheel(0, 2000);
    await expect.poll(room, { message: '§9 margin of the tag bar' }).toBe(55);
    await page.mouse.wheel(0, -2000);
    await expect.poll(() => strip.evaluate((box) => box.scrollLeft)).toBe(0);
    await page.reload();
    await shown(page).waitFor();
    await expect.poll(() => tags(page)).toEqual(order);
    await tag(page, '停车订单').getByRole('button').first().click();
    await expect.poll(() => new URL(page.url()).search).toBe('?plate=B123');
  });

  test("a page's crash stays in its tab", async () => {
    const { page } = await enter(PAGES.order);
    await page.route(/\/login-log\.page-[\w-]+\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default function () { throw new Error("a broken page"); }',
      }),
    );
    await follow(page, PAGES.log);
    await shown(page).getByText('a broken page').waitFor();
    await savePicture(page, 'shell-crash');
    await tag(page, '停车订单').getByRole('button').first().click();
    await shown(page).getByRole('button', { name: '查询' }).waitFor();
    await tag(page, '登录日志').getByRole('button').first().click();
    await page.unroute(/\/login-log\.page-[\w-]+\.js$/);
    await shown(page).getByRole('button', { name: '刷新页面' }).click();
    await shown(page).getByRole('button', { name: '查询' }).waitFor();
  });
});
