import { createAccount } from '@boyun/access/server';
import type { TestServer, TestUser } from '@boyun/test-server/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PASSWORD, savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { startProduct } from './world.ts';

const FRESH = 'Kx7!mwQz92';
/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let server: TestServer;
let browser: Browser;
let tenant: TestUser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startProduct(inject('databaseUrl')), sharedBrowser()]);
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

/** Signs in through the login page without waiting for the next page. */
async function enter(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: /租户编码/ }).fill(String(tenant.tenantId));
  await page.getByRole('textbox', { name: /^账号/ }).fill(account);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

async function fill(page: Page, old: string | null, fresh: string, repeat = fresh): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  if (old !== null) await dialog.getByLabel('原密码').fill(old);
  await dialog.getByLabel('新密码', { exact: true }).fill(fresh);
  await dialog.getByLabel('确认新密码').fill(repeat);
  await dialog.getByRole('button', { name: '确定' }).click();
}

test('a required password change comes before anything else is shown', async () => {
  const values = { password: PASSWORD, name: '新同事', isAdmin: true, hasToChangePassword: true };
  await createAccount(server.product.kernel, tenant.tenantId, { account: 'newcomer', ...values });
  const { page, faults } = await visit(browser, server.url);
  await enter(page, 'newcomer');
  await page.getByText('须先修改密码才能继续使用').waitFor();
  await savePicture(page, 'own-password-forced');
  expect(await page.locator('.shell-main').count()).toBe(0);
  await page.keyboard.press('Escape');
  // The password of the sign-in is not asked for again; a page that was loaded anew does not know it.
  expect(await page.getByLabel('原密码').count()).toBe(0);
  await fill(page, null, FRESH, `${FRESH}x`);
  await untilAnnounced(page, '失败两次输入的密码不一致');
  await page.getByText('两次输入一致').and(page.locator('.is-broken')).waitFor();
  expect(await page.locator('.password-rules .is-met').count()).toBe(6);
  await savePicture(page, 'own-password-rules');
  await page.reload();
  await fill(page, 'Wrong#2026', FRESH);
  await untilAnnounced(page, /^失败.*密码错误/m);
  await expect.poll(() => page.getByLabel('原密码').inputValue()).toBe('');
  await fill(page, PASSWORD, FRESH);
  await untilAnnounced(page, '密码修改成功');
  await page.locator('.shell-main').waitFor();
  expect(faults).toEqual([]);
});

test('fields are required only while strict passwords are on', async () => {
  const { data } = await tenant.call('/api/tenantSetting/get');
  const save = (IsPasswordStrict: boolean) => tenant.call('/api/tenantSetting/save', { ...data, IsPasswordStrict });
  await save(true);
  const values = { password: PASSWORD, name: '王强', isAdmin: true, hasToChangePassword: true };
  await createAccount(server.product.kernel, tenant.tenantId, { account: 'strict', ...values });
  const { page } = await visit(browser, server.url);
  await enter(page, 'strict');
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.locator('label.is-required').nth(1).waitFor();
  await fill(page, null, '');
  await untilAnnounced(page, '失败密码长度6~16,至少一个数字和字母,区分大小写!');
  await fill(page, null, 'Kx7!mwQz92-Kx7!mwQz');
  await dialog.locator('.by-issue').getByText('密码长度6~16').waitFor();
  await savePicture(page, 'own-password-strict');
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
  await untilAnnounced(page, '密码修改成功');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(faults).toEqual([]);
});

describe('§2 dialogs: change avatar', () => {
  const png = (size: number) => Buffer.concat([PNG, Buffer.alloc(Math.max(0, size - PNG.length))]);

  test('§5, §8 takes jpeg or png below 500 KB, empties its list on failure, and shows the new picture', async () => {
    const values = { password: PASSWORD, name: '赵头像', isAdmin: true };
    await createAccount(server.product.kernel, tenant.tenantId, { account: 'face', ...values });
    const { page } = await visit(browser, server.url);
    await signIn(page, String(tenant.tenantId), 'face');
    await page.getByRole('button', { name: '赵头像的菜单' }).click();
    expect(await page.getByText('修改头像').count(), 'the menu has no entry for it').toBe(0);
    await page.getByRole('button', { name: '修改头像' }).click();
    const dialog = page.getByRole('dialog', { name: '修改头像' });
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    const listed = dialog.getByRole('listitem');
    await choose('face.png', 'image/png', PNG);
    await listed.getByText('face.png').waitFor();
    await choose('face.gif', 'image/gif', PNG);
    await untilAnnounced(page, '上传头像图片只能是jpg/png图片文件!');
    await expect.poll(() => listed.count()).toBe(0);
    await choose('big.png', 'image/png', png(512_000));
    await untilAnnounced(page, '上传头像图片大小不能超过 500KB!');
    await expect.poll(() => listed.count()).toBe(0);
    // A file that only claims to be a picture is refused by the server.
    await choose('text.png', 'image/png', Buffer.from('not a picture'));
    await dialog.getByRole('button', { name: '确定' }).click();
    await untilAnnounced(page, '失败');
    await expect.poll(() => listed.count()).toBe(0);
    await choose('face.png', 'image/png', PNG);
    await savePicture(page, 'own-avatar');
    await dialog.getByRole('button', { name: '确定' }).click();
    await untilAnnounced(page, '头像修改成功');
    await dialog.waitFor({ state: 'hidden' });
    const seen = page.locator('.top-user img');
    await expect.poll(() => seen.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
    // The page was kept open until the address expired: the picture gets a new one.
    const address = (await seen.getAttribute('src'))!;
    const expired = address.replace(/e=\d+/, 'e=1773619200000');
    await seen.evaluate((one: HTMLImageElement, to) => one.setAttribute('src', to), expired);
    await expect.poll(() => seen.getAttribute('src')).not.toBe(expired);
    await expect.poll(() => seen.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
  });
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
    await savePicture(page, `own-welcome-${account}`);
    expect(await page.getByText('没有权限').count()).toBe(0);
    expect(faults).toEqual([]);
  },
);
