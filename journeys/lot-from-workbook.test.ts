import { writeXlsx } from 'hucre/xlsx';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { keepPicture, openBrowser, signIn, visit } from './browser.ts';
import { startWorld, type World } from './world.ts';

vi.setConfig({ testTimeout: 180_000, expect: { poll: { timeout: 20_000 } } });

const FRESH = 'Kx7!mwQz92';
let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), openBrowser()]);
  await world.newAccount('chief');
});
afterAll(async () => {
  await browser?.close();
  await world?.server.stop();
});

/** Goes to a page within the open shell, as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Chooses an entry of a list that opens under a field. */
async function choose(page: Page, field: string, entry: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(field, { exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: entry }).click();
  await page.keyboard.press('Escape');
}

/** Two lots, one of them with a way in and a way out. */
async function workbook(exitGate: string): Promise<Buffer> {
  const sheets: Record<string, (string | number)[][]> = {
    车场: [
      ['车场名称', '车场编码', '总车位'],
      ['东门停车场', 'EAST', 120],
      ['西门停车场', 'WEST', 80],
    ],
    车库: [
      ['所属车场', '名称', '楼层', '车位数'],
      ['东门停车场', '地下一层', -1, 100],
    ],
    出入口: [
      ['所属车场', '名称', '方向'],
      ['东门停车场', '东门', '出入口'],
    ],
    车道: [
      ['名称', '车道编码', '所属出入口', '方向'],
      ['东门入口', 'E1', '东门', '入场'],
      ['东门出口', 'X1', exitGate, '出场'],
    ],
    相机: [
      ['名称', '所属车道'],
      ['东门入口相机', 'E1'],
    ],
    车位: [
      ['所属车场', '车位号', '车库'],
      ['EAST', 'A001', '地下一层'],
      ['EAST', 'A002', '地下一层'],
    ],
  };
  const bytes = await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });
  return Buffer.from(bytes);
}

async function upload(page: Page, file: Buffer): Promise<void> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('.ant-modal input[type=file]').setInputFiles({ name: '车场.xlsx', mimeType: type, buffer: file });
}

test('a lot is built from a workbook and set up; an operator limited to it sees it alone; the audit log tells it all', async () => {
  const { page, faults } = await visit(browser, world.server.url);
  await signIn(page, world.tenantCode, 'chief');

  // The first workbook has a mistake: nothing is written, and the row is told.
  await follow(page, '/_cloud_basic/parkInfo');
  await page.getByRole('button', { name: '导入整场工作簿' }).click();
  await page.getByText('全部正确才导入').click();
  await upload(page, await workbook('西门'));
  const result = page.getByRole('dialog').filter({ hasText: '导入结果' });
  await result.getByText('所属出入口“西门”不存在').waitFor();
  await keepPicture(page, 'workbook-failed');
  await result.getByRole('button', { name: '关闭' }).last().click();
  expect((await world.admin.call('/api/parkLot/list')).data.Total).toBe(0);
  await page.getByRole('button', { name: '导入整场工作簿' }).click();
  await page.getByText('全部正确才导入').click();
  await upload(page, await workbook('东门'));
  await result.getByText('11').first().waitFor();
  await result.getByRole('button', { name: '关闭' }).last().click();

  // What came in stands in the tree of the lot.
  await page
    .getByRole('treeitem', { name: /东门入口/ })
    .first()
    .waitFor();
  await page.getByRole('treeitem', { name: /地下一层/ }).waitFor();
  await keepPicture(page, 'workbook-tree');

  // The wizard tells what is still missing, and a step of it is done.
  await page.getByRole('button', { name: '编辑车场' }).click();
  await page.getByRole('button', { name: /位置/ }).first().click();
  await page.getByPlaceholder(/粘贴坐标/).fill('113.934528,22.540503');
  await page.getByRole('button', { name: '填入' }).click();
  await page.getByRole('button', { name: '保存' }).last().click();
  await page.getByText('保存成功').first().waitFor();
  await page.getByRole('navigation', { name: '步骤' }).getByRole('button', { name: '设备' }).click();
  await page.getByText('东门入口相机').waitFor();
  await keepPicture(page, 'workbook-wizard');
  const lots = await world.admin.call('/api/parkLot/list', { Name: '东门' });
  expect(lots.data.Rows[0]).toMatchObject({
    Longitude: expect.closeTo(113.9296, 2),
    Latitude: expect.closeTo(22.5435, 2),
  });

  await follow(page, '/_cloud_user/employee');
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: '新增' }).first().click();
  await sheet.getByLabel('账号', { exact: true }).fill('eastguard');
  await sheet.getByLabel('姓名').fill('东门员工');
  await choose(page, '角色', '运营');
  await sheet.getByText('指定范围').click();
  await choose(page, '车场', '东门停车场');
  await sheet.getByRole('button', { name: '保存' }).click();
  await page.getByText('仅显示这一次').waitFor();
  const initial = (await page.locator('.passwords code').textContent())!.trim();
  await page.getByRole('button', { name: '已转告' }).click();

  const guard = await visit(browser, world.server.url);
  await guard.page.getByRole('textbox', { name: /租户编码/ }).fill(world.tenantCode);
  await guard.page.getByRole('textbox', { name: /^账号/ }).fill('eastguard');
  await guard.page.locator('input[type=password]').fill(initial);
  await guard.page.getByRole('button', { name: '登录', exact: true }).click();
  const forced = guard.page.getByRole('dialog', { name: '修改密码' });
  await forced.getByLabel('原密码').fill(initial);
  await forced.getByLabel('新密码', { exact: true }).fill(FRESH);
  await forced.getByLabel('确认新密码').fill(FRESH);
  await forced.getByRole('button', { name: '确定' }).click();
  await guard.page.locator('.shell-main').waitFor();
  await follow(guard.page, '/_cloud_basic/parkLot');
  await guard.page.getByText('东门停车场').first().waitFor();
  expect(await guard.page.getByText('西门停车场').count()).toBe(0);
  await keepPicture(guard.page, 'workbook-limited');
  expect(guard.faults).toEqual([]);

  await follow(page, '/_cloud_system/auditLog');
  for (const words of ['新增员工', '修改车场', '新增车位', '新增车道', '新增车场'])
    await page.getByRole('row').filter({ hasText: words }).first().waitFor();
  await keepPicture(page, 'workbook-audit');
  expect(faults).toEqual([]);
});
