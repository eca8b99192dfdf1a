import { verifyTenant } from '@boyun/insight/server';
import { nowMs } from '@boyun/test-server/time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visit, visitSignedIn } from './browser.ts';
import { enterShell, followTo, rowOf, shown } from './shell-visit.ts';
import { startWorld, untilDayHasRoom, type World, type WorldLot } from './world.ts';

const [FIRST, SECOND, ADDED] = ['粤B68001', '粤B68002', '粤B68003'];
const WAITING = ['粤B68011', '粤B68012'];
const REFUSED = ['粤B68021', '粤B68022'];
const UNIT = '滨海设计院';
const COMPANY = '深圳市海岸物业管理有限公司';
const PHONE = { width: 390, height: 844 };

let world: World;
let lot: WorldLot;
let browser: Browser;

/** A unit with one spot and two cars. */
async function newUnit(Name: string, OverQuota: string, plates: readonly string[]): Promise<string> {
  const ValidFrom = '2026-01-01T00:00:00Z';
  const { Id: UnitId } = await world.make('/api/unit/create', { Name, LotIds: [lot.id], ValidFrom, OverQuota });
  await world.make('/api/unitQuota/create', { UnitId, LotId: lot.id, Spots: 1, SpotFee: '300.00' });
  for (const Plate of plates) await world.make('/api/companyvehicle/create', { UnitId, Plate, ValidFrom });
  return UnitId!;
}

beforeAll(untilDayHasRoom);
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('创意园停车场');
  const UnitId = await newUnit(UNIT, 'pay', [FIRST!, SECOND!]);
  await newUnit('云山软件', 'wait', WAITING);
  await newUnit('前海物流', 'refuse', REFUSED);
  await world.make('/api/unitAccount/add', { UnitId, Account: 'designer', Name: '李单位', IsManager: true });
  // Its holder has chosen a password of their own.
  await world.server.product.kernel.database.system(
    `update account a set must_change_password = false, password_hash = admin.password_hash from account admin
     where a.tenant_id = $1 and a.account = 'designer' and admin.tenant_id = $1 and admin.account = 'admin'`,
    [world.admin.tenantId],
  );
  await world.make('/api/electronicInvoiceSet/create', {
    IssuerName: '深圳市泊云停车管理有限公司',
    TaxNumber: '91350100M000100Y43',
    Provider: 'sandbox',
    Drawer: '陈敏',
    Services: [
      {
        Use: 'parking',
        ServiceName: '停车费',
        GoodsCode: '3040502020200000000',
        TaxRate: 9,
        Policy: 'normal',
        Ratio: 100,
      },
    ],
  });
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
});
afterAll(() => world?.server.stop());

const visitDesk = (search = '') =>
  visitSignedIn(browser, `${world.server.url}/_cloud_group/desk${search}`, {
    tenantCode: world.tenantCode,
    account: 'designer',
  });
/** Opens a tab of the desk. */
const openTab = (page: Page, name: string) =>
  shown(page)
    .locator('.ant-segmented-item')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click();

test('one car too many pays, waits or is refused by the rule of its unit; the desk shows its own unit alone', async () => {
  await lot.entry.handIn(FIRST!, 120);
  await lot.entry.handIn(SECOND!, 90);
  for (const plates of [WAITING, REFUSED]) {
    await lot.entry.handIn(plates[0]!, 60);
    expect((await lot.entry.see(plates[1]!)).opens).toBe(false);
  }
  const staff = await enterShell(world, browser, '/_cloud_operation/passRecord');
  await rowOf(staff.page, WAITING[1]!).filter({ hasText: '单位超额车（待确认）' }).waitFor();
  await rowOf(staff.page, REFUSED[1]!).filter({ hasText: '单位超额车（禁入）' }).waitFor();
  await savePicture(staff.page, 'unit-1-gate');
  // The car in the spot leaves freely, the one beyond it is asked to pay.
  expect((await lot.exit.see(SECOND!)).opens).toBe(false);

  const desk = await visitDesk();
  const { page } = desk;
  await rowOf(page, FIRST!).waitFor();
  await savePicture(page, 'unit-2-desk');
  await openTab(page, '通行');
  await rowOf(page, SECOND!).filter({ hasText: '临时车' }).waitFor();
  await rowOf(page, FIRST!).filter({ hasText: '单位车' }).waitFor();
  for (const plate of [WAITING[0]!, REFUSED[0]!]) expect(await rowOf(page, plate).count()).toBe(0);
  await savePicture(page, 'unit-3-passes');
  await openTab(page, '车辆');
  await shown(page).getByRole('button', { name: '新增车辆' }).click();
  const form = page.getByRole('dialog', { name: '新增车辆' });
  await form.getByLabel('车牌').fill(ADDED!);
  await form.getByRole('button', { name: '确定' }).click();
  await openTab(page, '车辆申请');
  await rowOf(page, ADDED!).filter({ hasText: '待审核' }).waitFor();

  const { Rows } = await world.make('/api/review/getReviewList', { Kind: 'unit-vehicle.add', State: 'pending' });
  const [{ Id } = { Id: '' }] = Rows as unknown as { Id: string }[];
  await world.make('/api/review/approve', { ReviewIds: [Id], Note: '已核实' });
  await page.reload();
  await rowOf(page, ADDED!).filter({ hasText: '已通过' }).waitFor();
  await savePicture(page, 'unit-4-request');
  // Once the first car has left, its spot takes the next one of the unit.
  expect((await lot.exit.see(FIRST!)).opens).toBe(true);
  expect((await lot.entry.see(ADDED!)).opens).toBe(true);
  await followTo(staff.page, '/_cloud_group/pass');
  await rowOf(staff.page, ADDED!).filter({ hasText: '单位车' }).waitFor();
  expect([...desk.faults, ...staff.faults]).toEqual([]);
});

test('a unit reads its bill, pays it with a phone, and staff invoice what it paid', async () => {
  // A month that has ended.
  const Month = new Date(nowMs() - 32 * 86_400_000).toISOString().slice(0, 7);
  await world.make('/api/unitBill/make', { Month });
  const desk = await visitDesk('?tab=bills');
  const { page } = desk;
  const row = rowOf(page, Month);
  // A double-click opens it too: the second click falls beside the drawer.
  await row.filter({ hasText: '300.00' }).dblclick({ position: { x: 20, y: 10 } });
  await page.getByRole('button', { name: '打印对账单' }).waitFor();
  await savePicture(page, 'unit-5-statement');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: '在线支付' }).click();
  const address = await page.getByRole('link', { name: '在本机支付' }).getAttribute('href');
  await savePicture(page, 'unit-6-code');
  const phone = await visit(browser, new URL(address!, world.server.url).href, PHONE);
  await phone.page.getByText(UNIT).first().waitFor();
  await savePicture(phone.page, 'unit-7-phone');
  await phone.page.getByRole('button', { name: /立即支付 ¥300\.00/ }).click();
  // The code closes by itself.
  await row.filter({ hasText: '已付清' }).waitFor();

  const staff = await enterShell(world, browser, '/_cloud_group/bill');
  await rowOf(staff.page, UNIT).filter({ hasText: Month }).click();
  await staff.page.getByRole('button', { name: '开发票' }).click();
  const invoice = staff.page.getByRole('dialog', { name: '开具发票' });
  await expect.poll(() => invoice.getByLabel('发票抬头').inputValue()).toBe(UNIT);
  await invoice.getByLabel('发票抬头').fill(COMPANY);
  await invoice.getByLabel('纳税人识别号').fill('91440300708461136T');
  await savePicture(staff.page, 'unit-8-invoice');
  await invoice.getByRole('button', { name: '开票 ¥300.00' }).click();
  await untilAnnounced(staff.page, '已提交，正在开票');
  await followTo(staff.page, '/_cloud_operation/invoice');
  const issued = rowOf(staff.page, COMPANY).filter({ hasText: '300.00' });
  // The provider issues it a moment later, and the list follows by itself.
  await issued.filter({ hasText: '开票成功' }).waitFor();
  await savePicture(staff.page, 'unit-9-invoiced');
  await row.click();
  await page.getByRole('link', { name: '查看', exact: true }).waitFor();
  await savePicture(page, 'unit-10-desk-invoice');
  const { kernel, consumers } = world.server.product;
  await consumers.drain();
  expect((await verifyTenant(kernel, world.admin.tenantId)).flatMap((one) => one.broken)).toEqual([]);
  expect([...desk.faults, ...phone.faults, ...staff.faults]).toEqual([]);
});
