import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { closeNotices, confirmPassword, savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { GateCamera } from './gate-camera.ts';
import { followTo, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const BLACK = '粤B88888';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  await world.newAccount('manager');
});
afterAll(() => world?.server.stop());

/** Opens a page of the menu and the drawer of its form. */
async function add(page: Page, path: string): Promise<Locator> {
  await followTo(page, path);
  await page.getByRole('button', { name: '新增' }).first().click();
  const sheet = page.getByRole('dialog').filter({ hasText: '新增' });
  await sheet.getByRole('button', { name: '保存' }).waitFor();
  return sheet;
}

/** Selects an entry of a select by its text. */
async function choose(page: Page, sheet: Locator, label: string, entry: string): Promise<void> {
  await sheet.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-item-option:visible').filter({ hasText: entry }).first().click();
}

async function save(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await untilAnnounced(page, '保存成功');
  await closeNotices(page);
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text, visible: true });

test('a manager sets up a lot with its camera, imports a black list, and finds each change in the audit log', async () => {
  const { page, faults } = await visit(browser, world.server.url);
  await signIn(page, world.tenantCode, 'manager');

  // An incomplete form names what is missing, at the field.
  let sheet = await add(page, '/_cloud_basic/parkLot');
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.getByRole('alert').first().waitFor();
  await savePicture(page, 'manager-1-missing');
  await sheet.getByLabel('车场名称').fill('南山停车场');
  await sheet.getByLabel('车场编码').fill('NS01');
  await sheet.getByLabel('总车位').fill('80');
  await save(page, sheet);
  await row(page, 'NS01').waitFor();

  sheet = await add(page, '/_cloud_basic/gate');
  await sheet.getByLabel('名称').fill('北门');
  await choose(page, sheet, '所属车场', '南山停车场');
  await choose(page, sheet, '方向', '入口');
  await save(page, sheet);
  await row(page, '北门').waitFor();

  sheet = await add(page, '/_cloud_basic/lane');
  await sheet.getByLabel('名称').fill('北门1道');
  await sheet.getByLabel('车道编码').fill('N1');
  await choose(page, sheet, '所属出入口', '北门');
  await choose(page, sheet, '方向', '入场');
  await save(page, sheet);
  await row(page, '北门1道').waitFor();

  sheet = await add(page, '/_cloud_device/camera');
  await sheet.getByLabel('名称').fill('北门相机');
  await choose(page, sheet, '所属车道', '北门1道');
  await save(page, sheet);
  await row(page, '北门相机').getByRole('button', { name: '重置密钥' }).click();
  await confirmPassword(page);
  const secret = page.getByRole('dialog').filter({ hasText: '的新密钥' });
  await secret.getByText('仅显示这一次').waitFor();
  const texts = await secret.locator('code').allTextContents();
  const pushPath = new URL(texts[0]!).pathname;
  await savePicture(page, 'manager-2-secret');
  await secret.getByRole('button', { name: '已保存' }).click();
  await secret.waitFor({ state: 'hidden' });
  const left = async () => {
    const shown = (await page.locator('body').textContent())!;
    return texts.filter((text) => shown.includes(text));
  };
  await expect.poll(left, { message: 'closed, no part of the secret is left on the page' }).toEqual([]);

  // The camera uses its assigned address and is shown as online.
  const token = pushPath.split('/').at(-2)!;
  const camera = new GateCamera(world.server.url, decodeURIComponent(token), 'NS-1', '北门1道');
  await camera.beat();
  await page.getByRole('button', { name: '刷新' }).click();
  await row(page, '北门相机').getByText('在线').waitFor();

  // A file with one valid row and one invalid plate.
  await followTo(page, '/_cloud_operation/blackList');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: /导入/ });
  await savePicture(page, 'manager-3-import');
  const csv = [
    '车牌,车场,处理,生效时间,失效时间,原因',
    `${BLACK},南山停车场,禁止入场,2026-01-01 00:00:00,,多次逃费`,
    '不是车牌,南山停车场,禁止入场,2026-01-01 00:00:00,,多次逃费',
  ].join('\r\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'black.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${csv}`) });
  const result = page.getByRole('dialog', { name: '导入结果' });
  await result.waitFor();
  await expect
    .poll(() => result.locator('.by-figure-box').allTextContents())
    .toEqual(['2总数', '1成功', '0重复', '1失败']);
  await expect.poll(() => result.locator('tbody tr').allTextContents()).toEqual([expect.stringContaining('车牌')]);
  await savePicture(page, 'manager-4-import-result');
  await result.getByRole('button', { name: '关闭', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  await row(page, BLACK).waitFor();

  // The camera sees that car: entry is refused.
  const answer = await camera.see(BLACK);
  expect(answer.opens).toBe(false);
  await followTo(page, '/_cloud_operation/passRecord');
  // The list opens on today, which may have begun since.
  await shown(page).getByText('全部时间', { exact: true }).click();
  await row(page, BLACK).waitFor();
  await row(page, BLACK).getByText('拒绝').waitFor();
  await savePicture(page, 'manager-5-refused');

  // A changed value appears in the audit log, before and after.
  await followTo(page, '/_cloud_operation/blackList');
  await row(page, BLACK).getByRole('button', { name: '编辑' }).click();
  sheet = page.getByRole('dialog').filter({ hasText: '编辑' });
  await sheet.getByLabel('原因').fill('已补缴，仅提醒');
  await choose(page, sheet, '处理', '仅报警');
  await save(page, sheet);
  await followTo(page, '/_cloud_system/auditLog');
  await row(page, BLACK).first().click();
  const entry = page.getByRole('dialog').filter({ hasText: '修改内容' });
  const reason = entry.locator('.audit-log-changes tr').filter({ hasText: '原因' });
  await expect.poll(() => reason.locator('td').allTextContents()).toEqual(['多次逃费', '已补缴，仅提醒']);
  const action = entry.locator('.audit-log-changes tr').filter({ hasText: '处理' });
  await expect.poll(() => action.locator('td').allTextContents()).toEqual(['禁止入场', '仅报警']);
  await savePicture(page, 'manager-6-audit');
  expect(faults).toEqual([]);
});

test('the address restores the state of a list, and its column settings are kept', async () => {
  for (const [plate, action] of [
    ['粤B10001', 'deny'],
    ['粤B10002', 'warn'],
    ['粤B10003', 'warn'],
  ])
    await world.make('/api/billBlackPlate/create', {
      Plate: plate,
      Action: action,
      ValidFrom: '2026-01-01 00:00:00',
      Reason: '测试',
    });
  const { page, faults } = await visit(browser, `${world.server.url}/_cloud_operation/blackList`);
  await signIn(page, world.tenantCode, 'manager');
  await row(page, '粤B10001').waitFor();
  const filters = page.getByRole('form', { name: '筛选' });
  await filters.getByLabel('车牌').fill('粤B1000');
  await choose(page, filters, '处理', '仅报警');
  await filters.getByRole('button', { name: '查询' }).click();
  await row(page, '粤B10001').waitFor({ state: 'hidden' });
  await row(page, '粤B10002').click();
  await page.getByRole('dialog').filter({ hasText: '粤B10002' }).waitFor();
  await expect.poll(() => page.url()).toContain('open=');
  const address = page.url();
  await page.reload();
  await page.getByRole('dialog').filter({ hasText: '粤B10002' }).waitFor();
  await expect.poll(() => filters.getByLabel('车牌').inputValue()).toBe('粤B1000');
  await expect.poll(() => page.url()).toBe(address);
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await expect.poll(() => page.getByRole('row').filter({ hasText: '粤B1000' }).count()).toBe(2);

  const heads = () => page.getByRole('columnheader').allTextContents();
  await expect.poll(async () => (await heads()).join()).toContain('原因');
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '原因' }).uncheck();
  await page.getByText('紧凑').click();
  await expect.poll(async () => (await heads()).join()).not.toContain('原因');
  await page.reload();
  await row(page, '粤B10002').waitFor();
  await expect.poll(async () => (await heads()).join()).not.toContain('原因');
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(async () => (await heads()).join()).toContain('原因');
  await savePicture(page, 'manager-7-columns');
  expect(faults).toEqual([]);
});

test('a clerk with masked phone numbers edits a fixed vehicle without losing its number', async () => {
  const OwnerPhone = '13812345678';
  const { id: LotId } = await world.newLot('固定车场');
  const { Id: SpotId } = await world.make('/api/parkSpot/create', { Number: 'F1', LotId });
  const vehicle = {
    Plate: '粤B70007',
    LotId,
    SpotId,
    OwnerName: '李四',
    OwnerPhone,
    ValidFrom: '2026-01-01T00:00:00Z',
  };
  const { Id } = await world.make('/api/billFixedPlate/create', vehicle);
  await world.newAccount('clerk', ['fixed-list.list', 'fixed-list.update', 'lot.list', 'spot.list']);
  const { page, faults } = await visit(browser, world.server.url);
  await signIn(page, world.tenantCode, 'clerk');
  await followTo(page, '/_cloud_operation/fixedList');
  await row(page, '138****5678').getByRole('button', { name: '编辑' }).click();
  const sheet = page.getByRole('dialog').filter({ hasText: '编辑' });
  await expect.poll(() => sheet.getByLabel('联系电话').inputValue()).toBe('138****5678');
  await sheet.getByLabel('备注').fill('两辆车');
  await savePicture(page, 'clerk-1-masked');
  await save(page, sheet);
  const kept = await world.admin.call('/api/billFixedPlate/get', { Id });
  expect(kept.data).toMatchObject({ Remark: '两辆车', OwnerPhone });
  expect(faults).toEqual([]);
});
