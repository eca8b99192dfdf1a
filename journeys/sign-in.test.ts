import { setupCode } from '@boyun/tenancy/server';
import type { TestServer } from '@boyun/test-server/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PASSWORD, savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { startProduct } from './world.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startProduct(inject('databaseUrl'), { isAlone: true }), sharedBrowser()]);
});
afterAll(() => server?.stop());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false });
const path = (page: Page) => new URL(page.url()).pathname;

test('the first visitor sets up the product with the code from the console and signs in', async () => {
  const code = (await setupCode(server.product.kernel))!;
  const { page, faults } = await visit(browser, server.url);
  await page.getByText('首次使用，请完成初始化').waitFor();
  await page.getByRole('button', { name: '完成初始化' }).click();
  await expect.poll(() => page.getByRole('alert').filter({ hasText: '不能为空' }).count()).toBe(7);
  await savePicture(page, 'sign-in-set-up');
  const fill = async (given: string) => {
    await field(page, '一次性代码').fill(given);
    await field(page, '平台管理员账号').fill('root');
    await page.getByLabel('平台管理员密码').fill(PASSWORD);
    await field(page, '租户编码').fill('first');
    await field(page, '租户名称').fill('第一停车');
    await field(page, '租户管理员账号').fill('boss');
    await page.getByLabel('租户管理员密码').fill(PASSWORD);
    await page.getByRole('button', { name: '完成初始化' }).click();
  };
  await fill('AAAA-AAAA-AAAA');
  await page.getByRole('alert').filter({ hasText: '代码' }).waitFor();
  await fill(code);
  await untilAnnounced(page, '初始化完成，请登录');
  await signIn(page, 'first', 'boss');
  await expect.poll(() => path(page)).toBe('/dashboardCd/index');
  expect(faults).toEqual([]);
});

test('the login page works in both languages, reports a wrong password and solves a captcha after three failures', async () => {
  const { page, faults } = await visit(browser, server.url);
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  await savePicture(page, 'sign-in-zh');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  await savePicture(page, 'sign-in-en');
  await page.reload();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.getByRole('button', { name: '中文' }).click();

  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: '请输入账号和密码' }).waitFor();
  await field(page, '账号').fill('boss');
  const password = page.locator('input[type=password]');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(getCaptcha|login)$/.test(request.url())) asked.push(new URL(request.url()).pathname.split('/').at(-1)!);
  });
  for (let wrong = 1; wrong <= 3; wrong += 1) {
    await password.fill(`wrong password ${wrong}`);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: '账号或密码错误' }).waitFor();
    await expect.poll(() => password.inputValue(), { message: 'a wrong password is not kept' }).toBe('');
  }
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  // The page solves the captcha by itself, without user input.
  await page.locator('.shell-main').waitFor();
  expect(asked).toEqual(['login', 'login', 'login', 'login', 'getCaptcha', 'login']);
  await expect.poll(() => path(page)).toBe('/dashboardCd/index');
  expect(faults).toEqual([]);
});

test('a captcha is solved by script where the browser has no WebCrypto, as without TLS', async () => {
  // Another name of this machine: browsers treat the loopback address as secure, but no other address without TLS.
  const { page, faults } = await visit(browser, server.url.replace('127.0.0.1', 'boyun.test'));
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await field(page, '租户编码').fill('first');
  await field(page, '账号').fill('boss');
  const password = page.locator('input[type=password]');
  for (let wrong = 1; wrong <= 4; wrong += 1) {
    await password.fill(`wrong password ${wrong}`);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: '账号或密码错误' }).waitFor();
    await expect.poll(() => password.inputValue()).toBe('');
  }
  await password.fill(PASSWORD);
  // It is solved soon, and then no longer there.
  const solving = page.getByRole('status').filter({ hasText: '正在进行安全验证' }).waitFor();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await solving;
  await savePicture(page, 'sign-in-captcha');
  await page.locator('.shell-main').waitFor();
  expect(faults).toEqual([]);
});

test('a second sign-in ends the first, whose page says so and goes to the login page', async () => {
  const older = await visit(browser, `${server.url}/_cloud_system/loginLog`);
  await expect.poll(() => path(older.page), { message: 'without a session only the login page is there' }).toBe('/');
  await signIn(older.page, 'first', 'boss');
  await expect
    .poll(() => path(older.page), { message: 'the page wanted before the sign-in' })
    .toBe('/_cloud_system/loginLog');
  await older.page.getByRole('grid').waitFor();

  await older.page.clock.install();
  const newer = await visit(browser, server.url);
  await signIn(newer.page, 'first', 'boss');
  await untilAnnounced(older.page, '账号在其他地方登陆，5秒后将跳转到登陆页');
  await savePicture(older.page, 'sign-in-elsewhere');
  await older.page.clock.fastForward(5000);
  await older.page.getByRole('button', { name: '登录', exact: true }).waitFor();
  await expect.poll(() => path(older.page)).toBe('/');
  await expect.poll(() => older.page.evaluate(() => sessionStorage.getItem('ACCESS-Token'))).toBeNull();

  await newer.page.goto(`${server.url}/_cloud_system/loginLog`);
  await newer.page.getByRole('grid').getByText('被挤下线').first().waitFor();
  expect(newer.faults).toEqual([]);
});

test('the brand of a tenant is shown once its code is typed, and remembered', async () => {
  const { page, faults } = await visit(browser, server.url);
  await signIn(page, 'first', 'boss');
  await page.goto(`${server.url}/_cloud_system/systemSet`);
  await page.getByLabel('品牌名称').fill('第一停车集团');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await untilAnnounced(page, '设置已保存');
  await savePicture(page, 'sign-in-system-set');
  const visitor = await visit(browser, server.url);
  const heading = visitor.page.getByRole('heading', { level: 1 });
  await heading.getByText('泊云').first().waitFor();
  await field(visitor.page, '租户编码').fill('nobody');
  await expect.poll(() => heading.textContent()).toBe('泊云停车管理云平台');
  await field(visitor.page, '租户编码').fill('first');
  await expect.poll(() => heading.textContent()).toBe('第一停车集团泊云停车管理云平台');
  await savePicture(visitor.page, 'sign-in-brand');
  expect(faults.concat(visitor.faults)).toEqual([]);
});

test('signing out asks first, then forgets the session', async () => {
  const { page, faults } = await visit(browser, server.url);
  await signIn(page, 'first', 'boss');
  const leave = async () => {
    await page.getByRole('button', { name: '的菜单' }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    const dialog = page.getByRole('dialog', { name: '提示' });
    await dialog.getByText('确定退出吗?').waitFor();
    return dialog;
  };
  await (await leave()).getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => path(page)).toBe('/dashboardCd/index');
  await (await leave()).getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  await expect.poll(() => path(page)).toBe('/');
  await page.goto(`${server.url}/_cloud_operation/order`);
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  await expect.poll(() => path(page)).toBe('/');
  expect(faults).toEqual([]);
});
