import { renderPassing } from '@boyun/simulator/replay/picture';
import { nowMs } from '@boyun/test-server/time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤BK7701';
const MOBILE = '13800138771';
const COMPANY = '深圳市海岸物业管理有限公司';
const PHONE = { width: 390, height: 844 };

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
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
  await world.make('/api/packRule/create', { Name: '全天月卡', Price: '310.00' });
});
afterAll(() => world?.server.stop());

/** Proves the mobile by the code that the trial shows, and goes on with a button. */
async function prove(phone: Page, button: string): Promise<void> {
  await phone.getByRole('button', { name: '获取验证码' }).click();
  const shown = await phone.getByText('演示环境不发短信').textContent();
  await phone.getByLabel('验证码').fill(/\d{6}/.exec(shown!)![0]);
  await phone.getByRole('button', { name: button, exact: true }).click();
}

/** Opens an entry of the app's start. */
async function open(phone: Page, name: string): Promise<void> {
  await phone.getByRole('navigation', { name: '功能' }).getByRole('link', { name }).click();
  await phone.getByRole('heading', { name }).waitFor();
}
const goHome = (phone: Page) => phone.goto(`${world.server.url}/app/${world.tenantCode}`);

/** The customer adds the car and proves it by a picture; staff approves. */
async function certify(phone: Page): Promise<void> {
  await open(phone, '我的车辆');
  await phone.getByLabel('请输入车牌号').fill(PLATE);
  await phone.getByRole('button', { name: '添加', exact: true }).click();
  const jpeg = Buffer.from(renderPassing(PLATE, 1, { label: '行驶证', atMs: nowMs() }));
  await phone.getByLabel('上传行驶证').setInputFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  await phone.getByRole('img', { name: '证明图片' }).waitFor();
  await savePicture(phone, 'app-2-car');
  await phone.getByRole('button', { name: '申请认证' }).click();
  await phone.getByText('审核中').waitFor();
  const { Rows } = await world.make('/api/member/car/list', { Plate: PLATE });
  const [{ Id: CarId } = { Id: '' }] = Rows as unknown as { Id: string }[];
  await world.make('/api/member/car/approve', { CarId, Note: '行驶证一致' });
}

test('a driver registers, certifies a car, parks, pays with a coupon, gets the invoice, buys a pack and deletes the account', async () => {
  const { page: phone, faults } = await visit(browser, `${world.server.url}/app/${world.tenantCode}`, PHONE);
  await phone.getByLabel('手机号').fill(MOBILE);
  await phone.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await savePicture(phone, 'app-1-sign-in');
  await prove(phone, '登录');
  await certify(phone);
  const coupon = { Name: '新客减2元', Effect: 'amount', Amount: '2.00', ValidDays: 30 };
  const { Id: CouponId } = await world.make('/api/coupon/create', coupon);
  await world.make('/api/userCoupon/grant', { CouponId, Mobiles: [MOBILE] });

  // Parked: where, since when, and what it costs so far.
  const enteredAt = nowMs() - 90 * 60_000;
  await lot.entry.handIn(PLATE, 90);
  await goHome(phone);
  await phone.getByText('滨江停车场').first().waitFor();
  // The page computes how long the car has parked again every half minute.
  const minutesBehind = async () => {
    const said = await phone.getByText(/已停 \d+小时\d+分/).textContent();
    const [, hours, minutes] = /已停 (\d+)小时(\d+)分/.exec(said ?? '') ?? [];
    return Math.floor((nowMs() - enteredAt) / 60_000) - (Number(hours) * 60 + Number(minutes));
  };
  await expect.poll(minutesBehind).toBe(0);
  await phone.getByText('计费明细').click();
  await savePicture(phone, 'app-3-parked');
  await open(phone, '优惠券');
  await phone.getByText('新客减2元').waitFor();
  await goHome(phone);

  // At the exit the coupon is taken off; the rest is paid from the app.
  await lot.exit.see(PLATE);
  const opened = lot.exit.untilOpenCommand();
  await goHome(phone);
  await phone.getByRole('link', { name: '去缴费' }).click();
  await phone.getByRole('button', { name: '立即支付 ¥4.00' }).click();
  await phone.getByText('支付成功').waitFor();
  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();

  await goHome(phone);
  await phone.getByText('您的车现在不在场内').waitFor();
  await open(phone, '停车记录');
  await phone.getByText('已缴清').waitFor();
  await phone.goto(`${world.server.url}/app/${world.tenantCode}#/of/invoice`);
  await phone.getByRole('link', { name: '开票 滨江停车场 ¥4.00' }).click();
  await phone.getByLabel('发票抬头').fill('海岸物业');
  await phone.getByRole('button', { name: COMPANY }).click();
  await phone.getByRole('button', { name: /申请开票/ }).click();
  await phone.getByText('开票成功').waitFor();
  await savePicture(phone, 'app-4-invoice');

  await goHome(phone);
  await open(phone, '月卡');
  await phone.getByRole('link', { name: '办理月卡' }).click();
  await phone.getByRole('button', { name: /全天月卡/ }).click();
  await savePicture(phone, 'app-5-packs');
  await phone.getByRole('button', { name: '去支付 ¥310.00' }).click();
  await phone.getByRole('button', { name: '立即支付 ¥310.00' }).click();
  await phone.getByText('支付成功').waitFor();
  await phone.goto(`${world.server.url}/app/${world.tenantCode}#/of/pack`);
  await phone.getByText('有效', { exact: true }).waitFor();
  await phone.getByRole('link', { name: /全天月卡/ }).click();
  await phone.getByRole('button', { name: '变更车牌' }).waitFor();
  await savePicture(phone, 'app-6-pack');

  // Minutes later the account goes; a mobile gets one code a minute.
  await world.server.product.kernel.database.system(
    `update app_code set at = at - interval '2 minutes' where tenant_id = $1`,
    [world.admin.tenantId],
  );
  await phone.goto(`${world.server.url}/app/${world.tenantCode}#/account`);
  await phone.getByRole('button', { name: '注销账号' }).click();
  await phone.getByRole('button', { name: '发送验证码' }).click();
  const shown = await phone.getByText('演示环境不发短信').textContent();
  await phone.getByLabel('验证码').fill(/\d{6}/.exec(shown!)![0]);
  await savePicture(phone, 'app-7-delete');
  await phone.getByRole('button', { name: '确认注销，不可恢复' }).click();
  await phone.getByLabel('手机号').waitFor();
  await savePicture(phone, 'app-8-gone');
  expect(faults).toEqual([]);
});
