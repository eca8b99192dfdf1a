import { createAccount } from '@boyun/people/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { TestServer, TestUser } from '../apps/server/test-server.ts';
import { keepPicture, openBrowser, PASSWORD, signIn, visit } from './browser.ts';
import { startProduct } from './world.ts';

vi.setConfig({ testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } });

const FRESH = 'Kx7!mwQz92';
let server: TestServer;
let browser: Browser;
let tenant: TestUser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startProduct(inject('databaseUrl')), openBrowser()]);
  tenant = await server.newTenant();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Signs in through the login page, whatever comes after it. */
async function enter(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: /租户编码/ }).fill(String(tenant.tenantId));
  await page.getByRole('textbox', { name: /^账号/ }).fill(account);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

async function fill(page: Page, old: string, fresh: string, repeat = fresh): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.getByLabel('原密码').fill(old);
  await dialog.getByLabel('新密码', { exact: true }).fill(fresh);
  await dialog.getByLabel('确认新密码').fill(repeat);
  await dialog.getByRole('button', { name: '确定' }).click();
}

test('whoever must change the password does so before anything else is shown', async () => {
  const values = { password: PASSWORD, name: '新同事', isAdmin: true, hasToChangePassword: true };
  await createAccount(server.product.kernel, tenant.tenantId, { account: 'newcomer', ...values });
  const { page, faults } = await visit(browser, server.url);
  await enter(page, 'newcomer');
  await page.getByText('须先修改密码才能继续使用').waitFor();
  await keepPicture(page, 'own-password-forced');
  expect(await page.locator('.shell-main').count()).toBe(0);
  await page.keyboard.press('Escape');
  await fill(page, PASSWORD, FRESH, `${FRESH}x`);
  await page.getByRole('alert').filter({ hasText: '两次输入的密码不一致' }).waitFor();
  await fill(page, 'Wrong#2026', FRESH);
  await page.getByRole('alert').filter({ hasText: '密码错误' }).waitFor();
  expect(await page.getByLabel('原密码').inputValue()).toBe('');
  await fill(page, PASSWORD, FRESH);
  await page.getByText('密码修改成功').waitFor();
  await page.locator('.shell-main').waitFor();
  expect(faults).toEqual([]);
});

test('the own password is changed from the menu at the top', async () => {
  await createAccount(server.product.kernel, tenant.tenantId, {
    account: 'oldhand',
    password: PASSWORD,
    name: '老同事',
    isAdmin: true,
  });
  const { page, faults } = await visit(browser, server.url);
  await signIn(page, String(tenant.tenantId), 'oldhand');
  await page.getByRole('button', { name: '老同事的菜单' }).click();
  await page.getByRole('button', { name: '修改密码' }).click();
  await fill(page, PASSWORD, FRESH);
  await page.getByText('密码修改成功').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(faults).toEqual([]);
});

test.each([
  ['merchant', [], '没有业务权限'],
  ['lister', ['order.list'], '停车订单'],
])(
  'an account without a console (%s) lands on a page that says what is open to it',
  async (account, permissions, words) => {
    const values = { password: PASSWORD, name: '王商户', permissions };
    await createAccount(server.product.kernel, tenant.tenantId, { account, ...values });
    const { page, faults } = await visit(browser, server.url);
    await signIn(page, String(tenant.tenantId), account);
    const welcome = page.locator('.welcome');
    await welcome.getByText('您好，王商户').waitFor();
    await welcome.getByText(words).waitFor();
    await keepPicture(page, `own-welcome-${account}`);
    expect(await page.getByText('没有权限').count()).toBe(0);
    expect(faults).toEqual([]);
  },
);
