import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell, follow, openTags, openUserMenu, PAGES, pathOf, shown, tag, tags } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

const enter = (path: string, options?: Parameters<typeof enterShell>[3]) => enterShell(world, browser, path, options);

describe('§2 top bar', () => {
  test('three guides of 6, 4 and 6 steps: next and previous areas, window size per step, closes past the last', async () => {
    const { page, faults } = await enter('/');
    for (const [name, count] of [
      ['商户管理引导', 6],
      ['月卡管理引导', 4],
      ['单位管理引导', 6],
    ] as const) {
      await page.getByRole('button', { name: '帮助与操作引导' }).click();
      await page.getByRole('button', { name }).click();
      const guide = page.getByRole('dialog', { name });
      const widths = new Set<number>();
      for (let step = 1; step <= count; step += 1) {
        const image = guide.getByAltText(`第 ${step} 步，共 ${count} 步`);
        await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
        widths.add(await guide.evaluate((one) => one.clientWidth));
        if (step === 2) {
          await guide.getByRole('button', { name: '上一步' }).click();
          await guide.getByText(`第 1 步，共 ${count} 步`).waitFor();
          await page.keyboard.press('ArrowRight');
          await savePicture(page, `shell-guide-${count}`);
        }
        await guide.getByRole('button', { name: step === count ? '完成' : '下一步' }).click();
      }
      await guide.waitFor({ state: 'hidden' });
      expect(widths.size).toBeGreaterThan(1);
    }
    expect(faults).toEqual([]);
  });

  test('guides are hidden on mobile, where the menu starts closed', async () => {
    const { page } = await enter('/', { width: 360, height: 740 });
    expect(await page.getByRole('button', { name: '帮助与操作引导' }).count()).toBe(0);
    await page.getByRole('button', { name: '展开菜单' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await savePicture(page, 'shell-360');
  });

  test('the bar is dark on the dashboard and light elsewhere; the side bar is kept in a cookie', async () => {
    const { page } = await enter('/');
    await page.locator('.top.is-dark').waitFor();
    await follow(page, PAGES.lot);
    await page.locator('.top:not(.is-dark)').waitFor();
    await page.getByRole('button', { name: '收起菜单' }).click();
    await page.reload();
    await page.getByRole('button', { name: '展开菜单' }).click();
    await page.getByRole('button', { name: '收起菜单' }).waitFor();
  });

  test('§8 换肤成功: the theme colour is #409EFF unless another is chosen, beside the dark look', async () => {
    const { page } = await enter(PAGES.lot);
    const accent = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--by-accent').trim());
    expect(await accent()).toBe('#409eff');
    await openUserMenu(page);
    await page.getByRole('button', { name: '主题色' }).click();
    await savePicture(page, 'shell-accents');
    await page.getByRole('button', { name: '#11a983' }).click();
    await untilAnnounced(page, '换肤成功');
    await expect.poll(accent).toBe('#11a983');
    await page.getByRole('button', { name: '深色' }).click();
    await savePicture(page, 'shell-accent-dark');
    await page.reload();
    await shown(page).waitFor();
    await expect.poll(accent).toBe('#11a983');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await openUserMenu(page);
    await page.getByRole('button', { name: '主题色' }).click();
    await page.getByRole('button', { name: '#409eff 默认' }).click();
    await expect.poll(accent).toBe('#409eff');
  });

  test('§8 switch language success, kept in a cookie, down to titles and the words of the library', async () => {
    const { page } = await enter(PAGES.lot);
    await openUserMenu(page);
    await page.getByRole('button', { name: 'English' }).click();
    await untilAnnounced(page, 'switch language success');
    await expect.poll(() => page.title()).toBe('Parking lots · Boyun');
    await expect.poll(() => tags(page)).toEqual(['Parking lots']);
    await page.reload();
    await openUserMenu(page);
    await page.getByRole('button', { name: '中文' }).click();
    await expect.poll(() => page.title()).toBe('车场 · 泊云');
  });

  test('§8 without full-screen support: you browser can not work', async () => {
    const { page } = await enter(PAGES.lot);
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await openUserMenu(page);
    await page.getByRole('button', { name: '全屏' }).click();
    await untilAnnounced(page, 'you browser can not work');
  });

  test('shortcuts to messages and history beside one inbox: work, alarms, messages, news, and what was announced', async () => {
    const { page, faults } = await enter(PAGES.lot);
    const bar = page.getByRole('banner');
    await bar.getByRole('link', { name: /^消息中心/ }).waitFor();
    await bar.getByRole('link', { name: /^版本更新历史/ }).waitFor();
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await openUserMenu(page);
    await page.getByRole('button', { name: '全屏' }).click();
    await bar.getByRole('button', { name: /^收件箱/ }).click();
    const tab = (name: string) => bar.getByRole('tab', { name });
    await tab('待办').click();
    await tab('待办').press('ArrowRight');
    await expect.poll(() => tab('报警').getAttribute('aria-selected')).toBe('true');
    await bar.getByRole('link', { name: '设备报警通知' }).waitFor();
    await tab('更新').click();
    await bar.getByRole('tabpanel').getByRole('link').first().waitFor();
    await savePicture(page, 'shell-inbox');
    await tab('通知').click();
    await page.locator('.past-notices').getByText('you browser can not work').waitFor();
    await page.getByRole('button', { name: '全部清除' }).click();
    await page.getByText('暂无通知').waitFor();
    await tab('消息').click();
    await bar.getByRole('tabpanel').getByRole('link', { name: '消息中心' }).click();
    await expect.poll(() => pathOf(page)).toBe('/_cloud_system/messageCenter');
    await page.getByRole('tab', { name: '消息' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('§9 back-to-top appears after 300 px scroll and takes 500 ms', async () => {
    const { page } = await enter('/', { height: 420 });
    await page.getByRole('heading', { name: '控制台' }).waitFor();
    // Content that appears above the view moves it.
    await page.locator('.step-list').waitFor();
    await expect.poll(() => page.locator('.shell-main .by-skeleton').count()).toBe(0);
    // Either the page itself scrolls, or an element in it.
    const scroller = () =>
      page.evaluateHandle(() =>
        [...document.querySelectorAll('.shell-main, .shell-main *')].find(
          (one) => one.scrollHeight - one.clientHeight > 301 && getComputedStyle(one).overflowY !== 'visible',
        ),
      );
    await expect.poll(async () => (await scroller()).asElement()).not.toBeNull();
    const main = (await scroller()).asElement()!;
    const scrollTo = (to: number) => main.evaluate((box, top) => (box as HTMLElement).scrollTo(0, top), to);
    const standsAt = () => main.evaluate((box) => (box as HTMLElement).scrollTop);
    const button = page.getByRole('button', { name: '回到顶部' });
    await scrollTo(300);
    await expect.poll(standsAt).toBe(300);
    expect(await button.count()).toBe(0);
    await scrollTo(301);
    await button.click();
    await expect.poll(standsAt).toBe(0);
    await button.waitFor({ state: 'detached' });
  });
});

describe('keyboard', () => {
  test('keys work as soon as the shell and a list are shown', async () => {
    const { page } = await enter(PAGES.lot);
    await page.addInitScript(() => {
      // Pressed as soon as a part of the page exists, faster than any user could.
      const press = (part: string, key: string, ctrlKey: boolean) => {
        const look = new MutationObserver(() => {
          if (!document.querySelector(part)) return;
          look.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
        });
        look.observe(document, { childList: true, subtree: true });
      };
      press('.shell-main', 'k', true);
      press('.shell-page .by-toolbar', 'e', false);
    });
    await page.reload();
    await page.getByRole('dialog', { name: '搜索' }).waitFor();
    await page.getByRole('dialog', { name: '导出功能' }).waitFor();
  });

  test('Ctrl+K finds pages by Chinese, pinyin and English, plates, orders and lots', async () => {
    const lot = await world.newLot('海雅广场停车场');
    await Promise.all([lot.entry.beat(), lot.exit.beat()]);
    await lot.entry.handIn('粤B12345', 30);
    const { page, faults } = await enter('/');
    const palette = page.getByRole('dialog', { name: '搜索' });
    const input = palette.getByRole('combobox');
    const find = async (typed: string, choice: string) => {
      await page.keyboard.press('Control+k');
      await input.fill(typed);
      await palette.getByRole('option').filter({ hasText: choice }).first().waitFor();
      await savePicture(page, `shell-palette-${typed}`);
      await palette.getByRole('option').filter({ hasText: choice }).first().click();
      await palette.waitFor({ state: 'hidden' });
    };
    await find('车场', '车场');
    await expect.poll(() => pathOf(page)).toBe(PAGES.lot);
    await find('tcdd', '停车订单');
    await expect.poll(() => pathOf(page)).toBe(PAGES.order);
    await find('gates', '出入口');
    await expect.poll(() => pathOf(page)).toBe(PAGES.gate);
    await find('粤b12345', '在场车辆');
    await expect.poll(() => new URL(page.url()).searchParams.get('plate')).toBe('粤B12345');
    await find('123', '在场车辆 海雅广场停车场');
    await find('海雅', '海雅广场停车场');
    await page.getByRole('dialog').filter({ hasText: '海雅广场停车场' }).waitFor();
    await page.keyboard.press('Control+k');
    await input.fill('登录');
    await page.keyboard.press('Enter');
    await expect.poll(() => pathOf(page)).toBe(PAGES.log);
    await find('深色', '切换深色浅色');
    await untilAnnounced(page, '换肤成功');
    await page.keyboard.press('Control+k');
    await input.fill('zzzz');
    await palette.getByText('没有找到').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test("'/' goes to the filters, 'n' adds, 'e' exports, '?' shows the help of the page", async () => {
    const { page } = await enter(PAGES.lot);
    // Inputs and columns are loaded on their own; a key pressed before has nothing to go to.
    await shown(page).locator('.by-query input:enabled').first().waitFor();
    await shown(page).locator('[role="row"]').nth(1).waitFor();
    await page.locator('body').press('?');
    const help = page.getByRole('dialog', { name: '帮助' });
    await help.getByText('跳到筛选').waitFor();
    // The help of the page shown, with the meaning of its states.
    await help.getByText('所有车场的清单').waitFor();
    await help.getByText('正在准备，道闸不放行入场').waitFor();
    await savePicture(page, 'shell-help');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await page.locator('body').press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.by-query') !== null)).toBe(true);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.locator('body').press('n');
    const sheet = page.getByRole('dialog').filter({ hasText: '新增' });
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.locator('body').press('e');
    await page.getByRole('dialog').filter({ hasText: '导出' }).waitFor();
  });
});

describe('§2 tag bar: unsaved', () => {
  test('a half-typed form marks its tab, also hidden; closing and leaving ask, giving up does not', async () => {
    const { page, faults } = await enter(PAGES.lot);
    const mark = (title: string) => tag(page, title).getByTitle('有未提交的内容');
    const question = page.getByRole('dialog', { name: '提示' }).filter({ hasText: '有未提交的内容，确定关闭吗？' });
    const sheet = page.getByRole('dialog').filter({ hasText: '新增' });
    await page.getByRole('button', { name: '新增' }).first().click();
    await sheet.getByLabel('车场编码').waitFor();
    expect(await mark('车场').count(), 'nothing typed yet').toBe(0);
    await sheet.getByLabel('车场编码').fill('HALF');
    await mark('车场').waitFor();
    await savePicture(page, 'shell-unsaved');
    await openTags(page, [PAGES.gate]);
    await mark('车场').waitFor();
    await tag(page, '车场').getByRole('button').first().click();
    await page.getByRole('button', { name: '关闭车场' }).dispatchEvent('click');
    await question.getByRole('button', { name: '取消' }).click();
    await expect.poll(() => sheet.getByLabel('车场编码').inputValue()).toBe('HALF');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: '搜索' }).getByRole('combobox').fill('清空页签');
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: '取消' }).click();
    await expect.poll(() => tags(page)).toEqual([expect.stringContaining('车场'), '出入口']);

    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await sheet.getByLabel('车场编码').fill('');
    await mark('车场').waitFor({ state: 'hidden' });
    await sheet.getByLabel('车场编码').fill('HALF');
    await mark('车场').waitFor();
    await page.reload();
    await shown(page).getByRole('button', { name: '查询' }).waitFor();
    expect(dialogs).toEqual(['beforeunload']);
    expect(await mark('车场').count()).toBe(0);

    await page.getByRole('button', { name: '新增' }).first().click();
    await sheet.getByLabel('车场编码').fill('GONE');
    await mark('车场').waitFor();
    await sheet.getByRole('button', { name: '取消' }).click();
    await mark('车场').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '新增' }).first().click();
    await sheet.getByLabel('车场编码').fill('GONE');
    await page.getByRole('button', { name: '关闭车场' }).dispatchEvent('click');
    await question.getByRole('button', { name: '确定' }).click();
    await expect.poll(() => pathOf(page)).toBe(PAGES.gate);
    await expect.poll(() => tags(page)).toEqual(['出入口']);
    expect(faults).toEqual([]);
  });
});

describe('§2 main area that caches pages', () => {
  test('filters and half-typed forms survive a tab switch', async () => {
    const { page, faults } = await enter(PAGES.lot);
    await shown(page).getByLabel('车场名称').fill('半句');
    await openTags(page, [PAGES.gate]);
    await tag(page, '车场').getByRole('button').first().click();
    await expect.poll(() => shown(page).getByLabel('车场名称').inputValue()).toBe('半句');
    await page.getByRole('button', { name: '新增' }).first().click();
    const sheet = page.getByRole('dialog').filter({ hasText: '新增' });
    await sheet.getByLabel('车场编码').fill('HALF');
    await follow(page, PAGES.gate);
    await sheet.waitFor({ state: 'hidden' });
    await follow(page, PAGES.lot);
    await expect.poll(() => sheet.getByLabel('车场编码').inputValue()).toBe('HALF');
    expect(faults).toEqual([]);
  });
});
