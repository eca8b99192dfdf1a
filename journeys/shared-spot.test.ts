import { verifyTenant } from '@boyun/insight/server';
import { setFlow } from '@boyun/test-server/flow';
import { TestShare } from '@boyun/test-server/share';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { approveRequest, enterShell, followTo, prove, refresh, rowOf } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤B69001';
const MOBILE = '13800138069';
const SPOT = 'B1-069';
const PHONE = { width: 390, height: 844 };

let world: World;
let lot: WorldLot;
let browser: Browser;
let share: TestShare;
let ownerId: string;

/** A lot that shares spots: the owner gets 70 percent, the platform 10; a second person approves what is paid out. */
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('听海花园');
  share = new TestShare(world.admin, lot.id);
  await share.rule({ Notice: '请走西门' });
  ownerId = await share.owner({ Name: '邓女士' });
  await world.make('/api/parkSpot/create', { Number: SPOT, LotId: lot.id, Kind: 'shared' });
  await setFlow(world.server, world.admin, { Kind: 'owner-withdrawal.pay' });
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
});
afterAll(() => world?.server.stop());

/** Moves the booking into the past, as if it had been made before: of one hour, which ended 100 minutes ago. */
async function letTimePass(): Promise<void> {
  const { clock, database } = world.server.product.kernel;
  await database.system(
    `update shared_booking set from_at = date_trunc('minute', $3::timestamptz - interval '160 minutes'),
       admit_from = $3::timestamptz - interval '220 minutes',
       until_at = date_trunc('minute', $3::timestamptz - interval '100 minutes')
     where tenant_id = $1 and plate = $2`,
    [world.admin.tenantId, PLATE, clock.now()],
  );
}

/** The owner offers a spot of every day by phone, one person takes it on, and a second one approves it. */
async function offer(owner: Page, staff: Page, other: Page): Promise<void> {
  await owner.getByRole('button', { name: '共享一个车位' }).click();
  await owner.getByLabel('车位号').fill(SPOT);
  for (const day of ['周六', '周日']) await owner.getByRole('button', { name: day }).click();
  await owner.getByLabel('开始').fill('00:00');
  await owner.getByLabel('结束').fill('23:59');
  await savePicture(owner, 'shared-1-offer');
  await owner.getByRole('button', { name: '提交申请' }).click();
  await owner.getByText('等待受理').waitFor();

  await refresh(staff);
  await rowOf(staff, SPOT).click();
  await staff.getByRole('button', { name: '受理' }).click();
  const decide = staff.getByRole('dialog', { name: new RegExp(`受理.*${SPOT}`) });
  await decide.getByLabel('说明').fill('产权已核对');
  await decide.getByRole('button', { name: '确定' }).click();
  await rowOf(staff, SPOT).filter({ hasText: '审核中' }).waitFor();
  await refresh(other);
  await approveRequest(other, SPOT, () => savePicture(other, 'shared-2-review'));
  await staff.reload();
  await rowOf(staff, SPOT).filter({ hasText: '共享中' }).waitFor();
  await savePicture(staff, 'shared-2-approved');
  await owner.reload();
  await owner.getByText('共享中').waitFor();
}

/** Holds the answers to searches for two hours, which the page asks first, until they are let go; says when all have come. */
async function holdFirstSearches(phone: Page): Promise<() => Promise<void>> {
  const free = Promise.withResolvers<void>();
  const held: Promise<unknown>[] = [];
  await phone.route('**/api/sharedSpot/getPage', async (route) => {
    const { FromAt, UntilAt } = route.request().postDataJSON() as { FromAt?: string; UntilAt?: string };
    if (!FromAt || Date.parse(UntilAt!) - Date.parse(FromAt) !== 7_200_000) return route.continue();
    const answer = await route.fetch();
    held.push(phone.waitForResponse((one) => one.request() === route.request()).then((one) => one.finished()));
    await free.promise;
    await route.fulfill({ response: answer });
  });
  return async () => {
    expect(held.length).toBeGreaterThan(0);
    free.resolve();
    await Promise.all(held);
  };
}

/** A driver who is signed in to the app books the spot with the own car, without entering plate or mobile, and pays. */
async function bookAndPay(phone: Page): Promise<void> {
  await phone.getByLabel('手机号').fill(MOBILE);
  await phone.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await phone.getByRole('button', { name: '获取验证码' }).click();
  const code = await phone.getByText('演示环境不发短信').textContent();
  await phone.getByLabel('验证码').fill(/\d{6}/.exec(code!)![0]);
  await phone.getByRole('button', { name: '登录', exact: true }).click();
  const menu = phone.getByRole('navigation', { name: '功能' });
  await menu.getByRole('link', { name: '我的车辆' }).click();
  await phone.getByLabel('请输入车牌号').fill(PLATE);
  await phone.getByRole('button', { name: '添加', exact: true }).click();
  await phone.getByText(PLATE).first().waitFor();
  await phone.goto(`${world.server.url}/app/${world.tenantCode}`);
  await menu.getByRole('link', { name: '共享车位' }).click();
  const letGo = await holdFirstSearches(phone);
  await phone.getByRole('link', { name: '预订车位' }).click();
  await phone.getByText('请走西门').waitFor();
  await phone.getByRole('group', { name: '日期' }).getByRole('button').nth(1).click();
  await phone.getByLabel('开始').selectOption('10:00');
  await phone.getByLabel('时长').selectOption({ label: '1小时' });
  await phone.getByRole('button', { name: /¥5\.00\/小时/ }).click();
  await phone.getByRole('button', { name: PLATE, pressed: true }).waitFor();
  await phone.getByText('以 138****8069 预订').waitFor();
  await savePicture(phone, 'shared-3-book');
  // The answers to what was asked before come late: the price stays the one of the hour that is shown.
  await letGo();
  await phone.getByRole('button', { name: '预订并支付 ¥5.00' }).click();
  await phone.getByRole('button', { name: '立即支付 ¥5.00' }).click();
  await phone.getByText('支付成功').first().waitFor();
}

/** The driver comes, and leaves an hour and a half late: the barrier stays closed until the overstay is paid by phone. */
async function overstay(phone: Page): Promise<void> {
  await letTimePass();
  await lot.entry.handIn(PLATE, 155);
  expect((await lot.exit.see(PLATE)).opens).toBe(false);
  const opened = lot.exit.untilOpenCommand();
  const { Rows } = await world.make('/api/order/getOrderPage', { Plate: PLATE });
  const [{ Id: OrderId } = { Id: '' }] = Rows as unknown as { Id: string }[];
  const { Order } = await world.make('/api/order/getOrder', { OrderId });
  await phone.goto(world.server.url + (Order as unknown as { PayPath: string }).PayPath);
  await phone.getByRole('button', { name: '立即支付 ¥15.00' }).waitFor();
  await savePicture(phone, 'shared-4-overstay');
  await phone.getByRole('button', { name: '立即支付 ¥15.00' }).click();
  await phone.getByText('支付成功').first().waitFor();
  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();
}

/** The owner asks for the balance by phone; it is accepted, approved by a second person, and paid. */
async function withdraw(owner: Page, staff: Page, other: Page): Promise<void> {
  await owner.reload();
  await owner.getByText('可提现¥14.00').waitFor();
  await owner.getByRole('button', { name: '我的收益' }).click();
  await owner.getByLabel('提现金额（元）').fill('14');
  await owner.getByRole('button', { name: '申请提现' }).click();
  await owner.getByText('等待受理').waitFor();
  await savePicture(owner, 'shared-6-income');
  await followTo(staff, '/_cloud_share/income?tab=withdrawals');
  const row = rowOf(staff, '邓女士');
  await row.getByRole('button', { name: '受理' }).click();
  const accept = staff.getByRole('dialog', { name: /受理提现/ });
  await accept.getByLabel('说明').fill('账户已核对');
  await accept.getByRole('button', { name: '确定' }).click();
  await row.filter({ hasText: '审核中' }).waitFor();
  await other.goto(`${world.server.url}/_cloud_operation/review`);
  await approveRequest(other, '业主提现', () => savePicture(other, 'shared-7-review'));
  await refresh(staff);
  await row.getByRole('button', { name: '确认付款' }).click();
  const confirm = staff.getByRole('dialog', { name: /确认付款/ });
  await confirm.getByLabel('银行流水号').fill('ZH20261126');
  await prove(confirm, '确定');
  await row.filter({ hasText: '已付款' }).waitFor();
  await savePicture(staff, 'shared-8-paid');
}

/** The ledger's balance of an account and party, in fen. */
async function balanceOf(account: string, party: string): Promise<number> {
  const [row] = await world.server.product.kernel.database.system<{ fen: number }>(
    `select coalesce(sum(amount_fen), 0)::bigint as fen from ledger_entry where tenant_id = $1 and account = $2 and party = $3`,
    [world.admin.tenantId, account, party],
  );
  return row!.fen;
}

test('an owner shares a spot, a driver books it in the app, overstays and pays, and the owner is paid out', async () => {
  const { Code } = await share.make('/api/spotOwner/get', { Id: ownerId });
  const home = await visit(browser, `${world.server.url}/spots/${Code}`, PHONE);
  const staff = await enterShell(world, browser, '/_cloud_share/spot');
  const other = await enterShell(world, browser, '/_cloud_operation/review');
  await offer(home.page, staff.page, other.page);

  const phone = await visit(browser, `${world.server.url}/app/${world.tenantCode}`, PHONE);
  await bookAndPay(phone.page);
  await overstay(phone.page);

  await followTo(staff.page, '/_cloud_share/order');
  await rowOf(staff.page, PLATE).filter({ hasText: '已离场' }).waitFor();
  await rowOf(staff.page, PLATE).click();
  await staff.page.getByText('分账').first().waitFor();
  await savePicture(staff.page, 'shared-5-split');
  await expect.poll(() => share.balance(ownerId)).toBe('14.00');
  // 70 percent of both; of the booking 20 percent are the lot's and 10 the platform's, of the overstay what is left is the lot's.
  expect(await balanceOf('owner-payable', ownerId)).toBe(-14_00);
  expect(await balanceOf('revenue', 'shared-stay')).toBe(-1_00);
  expect(await balanceOf('revenue', 'shared-platform')).toBe(-50);
  expect(await balanceOf('owner-share', ownerId)).toBe(10_50);

  await withdraw(home.page, staff.page, other.page);
  expect(await balanceOf('owner-payable', ownerId)).toBe(0);
  const { kernel, consumers } = world.server.product;
  await consumers.drain();
  expect((await verifyTenant(kernel, world.admin.tenantId)).flatMap((one) => one.broken)).toEqual([]);
  expect([home, staff, other, phone].flatMap((one) => one.faults)).toEqual([]);
});
