import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PASSWORD, savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  for (const name of ['东片区', '西片区', '南片区']) await world.make('/api/area/create', { Name: name });
});
afterAll(() => world?.server.stop());

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text, visible: true });
const clickDelete = (page: Page, text: string) => row(page, text).getByRole('button', { name: '删除' }).click();
const dialogs = (page: Page) => ({
  password: page.getByRole('dialog', { name: '请输入当前账号密码' }),
  question: page.getByRole('dialog', { name: '提示' }),
});

describe('§4 password-confirm dialog: confirm, then asks "delete or not"; the password is stored on yes', () => {
  test('§7 checkUserPassword: a wrong one is reported, a right one asks for confirmation; nothing is deleted before yes', async () => {
    const { page } = await enterShell(world, browser, '/_cloud_basic/area');
    const { password, question } = dialogs(page);
    await clickDelete(page, '东片区');
    await password.getByText('是否删除“东片区”？').waitFor();
    await password.getByLabel('密码').fill('Wrong#2026');
    await savePicture(page, 'password-asked');
    await page.keyboard.press('Enter');
    await untilAnnounced(page, '密码错误');
    await expect.poll(() => password.getByLabel('密码').inputValue()).toBe('');
    await password.getByLabel('密码').fill(PASSWORD);
    await password.getByRole('button', { name: '确定' }).click();
    await question.getByText('是否删除“东片区”？').waitFor();
    await question.getByText('密码验证通过').waitFor();
    expect(await page.locator('.by-notices').getByText('密码验证通过').count(), 'no notice').toBe(0);
    await savePicture(page, 'password-question');
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'hidden' });
    await row(page, '东片区').waitFor();

    // Not confirmed, so it was not stored.
    await clickDelete(page, '东片区');
    await password.getByLabel('密码').fill(PASSWORD);
    await password.getByRole('button', { name: '确定' }).click();
    await question.getByRole('button', { name: '确定' }).click();
    await untilAnnounced(page, '删除成功');
    await row(page, '东片区').waitFor({ state: 'hidden' });

    // Stored now: the next one only asks for confirmation, until the page is reloaded.
    await clickDelete(page, '西片区');
    await question.getByText('是否删除“西片区”？').waitFor();
    await question.getByRole('button', { name: '确定' }).click();
    await row(page, '西片区').waitFor({ state: 'hidden' });
    await page.reload();
    await shown(page).waitFor();
    await clickDelete(page, '南片区');
    await password.waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept, 'kept in the memory of the page alone').not.toContain(PASSWORD);
    await page.keyboard.press('Escape');
    await password.waitFor({ state: 'hidden' });
    await row(page, '南片区').waitFor();
  });
});
