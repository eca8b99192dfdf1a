import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visitSignedIn } from './browser.ts';
import { follow, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const LIST = '/_cloud_operation/blackList';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  await world.newAccount('keeper');
  await world.newAccount('reader', ['black-list.list']);
  for (const [Plate, Action] of [
    ['粤B10001', 'deny'],
    ['粤B10002', 'warn'],
    ['粤B10003', 'warn'],
  ])
    await world.make('/api/billBlackPlate/create', { Plate, Action, ValidFrom: '2026-01-01 00:00:00', Reason: '测试' });
});
afterAll(() => world?.server.stop());

async function open(account: string, path: string): Promise<{ page: Page; faults: string[] }> {
  const opened = await visitSignedIn(browser, world.server.url + path, { tenantCode: world.tenantCode, account });
  await shown(opened.page).getByRole('grid').waitFor();
  return opened;
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text, visible: true });
const heads = async (page: Page) => (await page.getByRole('columnheader').allTextContents()).join();
/** Waits for the server's answer to a changed arrangement. The pages used last, which it keeps for a person too, come by the same call. */
const untilKept = (page: Page) =>
  page.waitForResponse(
    (one) => one.url().endsWith('/api/listView/save') && !one.request().postData()?.includes('shell%3A'),
  );
const views = (page: Page) => shown(page).getByRole('button', { name: /^视图/ });

describe('saved views', () => {
  test('columns are stored on the server and shown in another browser', async () => {
    const here = await open('keeper', LIST);
    const saved = untilKept(here.page);
    await here.page.getByRole('button', { name: '列设置' }).click();
    await here.page.getByRole('checkbox', { name: '原因' }).uncheck();
    await saved;
    const there = await open('keeper', LIST);
    await expect.poll(() => heads(there.page)).not.toContain('原因');
    expect(there.faults).toEqual([]);
  });

  test('a person arranges the cards of the console, and finds them so in another browser', async () => {
    const sees = async (page: Page) =>
      (await shown(page).locator('.console-board h2').allTextContents()).map((one) => one.trim());
    const enter = async () => {
      const keeper = { tenantCode: world.tenantCode, account: 'keeper' };
      const opened = await visitSignedIn(browser, `${world.server.url}/dashboardCd`, keeper);
      await shown(opened.page).locator('.console-board').waitFor();
      return opened;
    };
    const here = await enter();
    await expect.poll(() => sees(here.page)).toHaveLength(6);
    const first = await sees(here.page);
    const saving = (act: Promise<void>, page = here.page) => Promise.all([untilKept(page), act]);
    const card = (name: string) => here.page.locator('.by-columns li').filter({ hasText: name });
    await here.page.getByRole('button', { name: '自定义卡片' }).click();
    await saving(card('待办').getByRole('checkbox').uncheck());
    await saving(card('最新过车').getByRole('checkbox').press('Alt+ArrowUp'));
    await saving(card('最新过车').getByRole('button', { name: '加宽' }).click());
    await savePicture(here.page, 'console-own-cards');
    expect(here.faults).toEqual([]);
    // Signing in there ends the session here.
    const there = await enter();
    const [revenue, flow, , ranking, shares, latest] = first;
    await expect.poll(() => sees(there.page)).toEqual([revenue, flow, ranking, latest, shares]);
    await there.page.locator('.console-own.is-wide .console-latest').waitFor();
    await there.page.getByRole('button', { name: '自定义卡片' }).click();
    await saving(there.page.getByRole('button', { name: '恢复默认' }).click(), there.page);
    await expect.poll(() => sees(there.page)).toEqual(first);
    expect(there.faults).toEqual([]);
  });

  test('filters, order and columns are saved under a name, opened by a link, and shared with a role', async () => {
    const { page, faults } = await open('keeper', `${LIST}?action=warn&sort=-plate`);
    await row(page, '粤B10001').waitFor({ state: 'hidden' });
    await views(page).click();
    await page.getByRole('textbox', { name: '视图名称' }).fill('仅报警');
    await savePicture(page, 'list-view-new');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await untilAnnounced(page, '视图已保存');
    await expect.poll(() => page.url()).toMatch(/\?view=[\w-]+$/);
    const link = page.url();
    await expect.poll(() => page.getByRole('row').filter({ hasText: '粤B1000' }).count()).toBe(2);

    // A changed filter leaves the view; selecting the view restores it.
    await page.getByRole('form', { name: '筛选' }).getByRole('button', { name: '重置' }).click();
    await row(page, '粤B10001').waitFor();
    await expect.poll(() => page.url()).not.toContain('view=');
    await views(page).click();
    await page.getByRole('button', { name: '仅报警', exact: true }).click();
    await row(page, '粤B10001').waitFor({ state: 'hidden' });

    const reader = await open('reader', new URL(link).pathname + new URL(link).search);
    await untilAnnounced(reader.page, '视图不存在，或未共享给您');
    await views(page).click();
    await page.getByRole('button', { name: '共享仅报警' }).click();
    const dialog = page.getByRole('dialog', { name: '共享视图“仅报警”' });
    await dialog.getByRole('checkbox', { name: 'reader' }).check();
    await savePicture(page, 'list-view-share');
    await dialog.getByRole('button', { name: '确定' }).click();
    await untilAnnounced(page, '共享设置已保存');

    await reader.page.reload();
    await row(reader.page, '粤B10003').waitFor();
    await expect.poll(() => row(reader.page, '粤B1000').count()).toBe(2);
    await expect.poll(() => heads(reader.page)).not.toContain('原因');
    await views(reader.page).click();
    await reader.page.getByText('共享给我的').waitFor();
    expect(await reader.page.getByRole('button', { name: '删除仅报警' }).count()).toBe(0);
    await savePicture(reader.page, 'list-view-shared');

    await page.getByRole('button', { name: '删除仅报警' }).click();
    await page.getByText('把常用的筛选、排序和列保存为视图').waitFor();
    await follow(page, LIST);
    await row(page, '粤B10001').waitFor();
    expect(faults.concat(reader.faults)).toEqual([]);
  });
});
