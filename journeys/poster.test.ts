import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { enterShell, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

describe('§2 /ShareRegister and /poster_share', () => {
  test('a poster is opened from the statistics, its page takes a registration, and the statistics show it', async () => {
    const { page, faults } = await enterShell(world, browser, '/_cloud_user/RegisterStatic');
    await shown(page).getByText('暂无注册记录').waitFor();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: '我的推广海报' }).click();
    const poster = await opened;
    await poster.getByRole('img', { name: '推广海报：停车更省心，扫码注册' }).waitFor();
    await savePicture(poster, 'line-poster');
    const saved = poster.waitForEvent('download');
    await poster.getByRole('button', { name: '保存图片' }).click();
    expect((await saved).suggestedFilename()).toBe('停车更省心.png');
    const address = await poster.getByRole('link', { name: '打开注册页' }).getAttribute('href');

    const stranger = await visit(browser, address!, { width: 360, height: 740 });
    const form = stranger.page;
    await form.getByLabel('姓名').fill('李车主');
    await form.getByLabel('手机号').fill('1380000');
    await savePicture(form, 'line-register');
    expect(await form.getByRole('button', { name: '获取验证码' }).isDisabled()).toBe(true);
    await form.getByLabel('手机号').fill('13800001234');
    await form.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
    await form.getByRole('button', { name: '获取验证码' }).click();
    const [, code] = /验证码：(\d{6})/.exec(await form.getByRole('status').innerText())!;
    await form.getByLabel('验证码').fill(code!);
    await form.getByRole('button', { name: '注册' }).click();
    await form.getByText('注册成功').waitFor();
    await savePicture(form, 'line-registered');
    await form.getByRole('link', { name: '进入我的停车' }).click();
    await form.getByRole('link', { name: '添加车辆' }).waitFor();
    await savePicture(form, 'line-app');
    await page.bringToFront();
    await shown(page).getByRole('button', { name: '查询' }).click();
    await page.getByRole('row').filter({ hasText: '李车主' }).filter({ hasText: '13800001234' }).waitFor();
    expect(faults.concat(stranger.faults)).toEqual([]);
  });

  test('an invalid code is reported', async () => {
    const { page } = await visit(browser, `${world.server.url}/poster_share?code=1-nobody-at-all.aaaa`);
    await page.getByText('推广码无效，请向推广人索取新的海报').waitFor();
  });
});
