import { createTenant } from '@boyun/tenancy/server';
import type { TestServer } from '@boyun/test-server/server';
import { writeXlsx } from 'hucre/xlsx';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  confirmPassword,
  PASSWORD,
  savePicture,
  sharedBrowser,
  signIn,
  textInSight,
  untilAnnounced,
  type Visit,
  visit,
} from './browser.ts';
import { startProduct } from './world.ts';

const FRESH = 'Kx7!mwQz92';
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startProduct(inject('databaseUrl'), { isAlone: true }), sharedBrowser()]);
  const admin = { account: 'root', password: PASSWORD, name: '平台管理员' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
});
afterAll(() => server?.stop());

/** The initial password, shown once. */
async function initialPassword(page: Page): Promise<string> {
  await page.getByText('仅显示这一次').waitFor();
  const text = await page.locator('.passwords code').textContent();
  await page.getByRole('button', { name: '已转告' }).click();
  return text!.trim();
}

/** Signs in for the first time, in a separate window: the initial password must be changed. */
async function enterFirst(account: string, initial: string): Promise<Visit> {
  const own = await visit(browser, server.url);
  const { page } = own;
  await page.getByRole('textbox', { name: /租户编码/ }).fill('binhe');
  await page.getByRole('textbox', { name: /^账号/ }).fill(account);
  await page.locator('input[type=password]').fill(initial);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  const forced = page.getByRole('dialog', { name: '修改密码' });
  await forced.getByLabel('新密码', { exact: true }).fill(FRESH);
  await forced.getByLabel('确认新密码').fill(FRESH);
  await forced.getByRole('button', { name: '确定' }).click();
  await page.locator('.shell-main').waitFor();
  return own;
}

/** Number of rows in a page's table that contain a text. */
async function rowsWith(page: Page, text: string): Promise<number> {
  return page.getByRole('row').filter({ hasText: text }).count();
}

/** Navigates within the open shell, like a link. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Selects an entry of a field's drop-down list. */
async function choose(page: Page, field: string, entry: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(field, { exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: entry }).click();
  await page.keyboard.press('Escape');
}

/** Two lots, one of them with an entry and an exit. */
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

test('a tenant is created, its lots are imported from a workbook, an operator sees only one of them, and the audit log records it', async () => {
  const platform = await visit(browser, server.url);
  await signIn(platform.page, 'platform', 'root');
  await follow(platform.page, '/_cloud_tenant/tenant');
  await platform.page.getByRole('button', { name: '开通租户' }).click();
  const opening = platform.page.getByRole('dialog');
  await opening.getByLabel('租户编码').fill('binhe');
  await opening.getByLabel('租户名称').fill('滨河停车');
  await opening.getByLabel('管理员账号').fill('chief');
  await opening.getByLabel('管理员姓名').fill('王主管');
  await opening
    .getByRole('button', { name: /保存|开通|确定/ })
    .last()
    .click();
  const { page, faults } = await enterFirst('chief', await initialPassword(platform.page));
  expect(platform.faults).toEqual([]);

  // The first workbook has an error: nothing is written, and the row is reported.
  await follow(page, '/_cloud_basic/parkInfo');
  await page.getByRole('button', { name: '导入整场工作簿' }).click();
  await page.getByText('全部正确才导入').click();
  await upload(page, await workbook('西门'));
  const result = page.getByRole('dialog', { name: '导入结果' });
  await result.getByText('所属出入口“西门”不存在').waitFor();
  await savePicture(page, 'workbook-failed');
  await result.getByRole('button', { name: '关闭' }).last().click();
  await textInSight(page, '还没有车场').waitFor();
  await page.getByRole('button', { name: '导入整场工作簿' }).click();
  await page.getByText('全部正确才导入').click();
  await upload(page, await workbook('东门'));
  await result.getByText('成功').waitFor();
  await result.getByRole('button', { name: '关闭' }).last().click();

  // The imported parts appear in the tree of the lot.
  await page
    .getByRole('treeitem', { name: /东门入口/ })
    .first()
    .waitFor();
  await page.getByRole('treeitem', { name: /地下一层/ }).waitFor();
  await savePicture(page, 'workbook-tree');

  // The wizard shows what is missing; after a step is done, the next one shows data from the file.
  await page.getByRole('button', { name: '编辑车场' }).click();
  const steps = page.getByRole('navigation', { name: '步骤' });
  await steps.getByRole('button', { name: '位置' }).click();
  await page.getByPlaceholder(/粘贴坐标/).fill('113.934528,22.540503');
  await page.getByRole('button', { name: '填入' }).click();
  await page.getByRole('button', { name: '保存' }).last().click();
  await untilAnnounced(page, '保存成功');
  await steps.getByRole('button', { name: '设备' }).click();
  await page.locator('.edit-name').getByText('东门入口相机').waitFor();
  await savePicture(page, 'workbook-wizard');

  await follow(page, '/_cloud_user/employee');
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: '新增' }).first().click();
  await sheet.getByLabel('账号', { exact: true }).fill('eastguard');
  await sheet.getByLabel('姓名').fill('东门员工');
  await choose(page, '角色', '运营');
  await sheet.getByText('指定范围').click();
  await choose(page, '车场', '东门停车场');
  await sheet.getByRole('button', { name: '保存' }).click();
  await confirmPassword(page, FRESH);
  const guard = await enterFirst('eastguard', await initialPassword(page));
  await follow(guard.page, '/_cloud_basic/parkLot');
  await textInSight(guard.page, '东门停车场').waitFor();
  expect(await rowsWith(guard.page, '西门停车场')).toBe(0);
  await savePicture(guard.page, 'workbook-limited');
  expect(guard.faults).toEqual([]);

  await follow(page, '/_cloud_system/auditLog');
  for (const words of ['新增员工', '修改车场', '新增车位', '新增车道', '新增车场'])
    await page.getByRole('row').filter({ hasText: words }).first().waitFor();
  await savePicture(page, 'workbook-audit');
  expect(faults).toEqual([]);
});
