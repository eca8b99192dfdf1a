import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { enterShell, followTo, rowOf } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤BP0031';
const MOBILE = '13800138031';
const COMPANY = '深圳市海岸物业管理有限公司';
const TAX_NUMBER = '91440300708461136T';
const PARKING = '3040502020200000000';
let world: World;
let lot: WorldLot;
let browser: Browser;

/** A stay of a car that was paid in cash. */
async function paidStay(): Promise<string> {
  await lot.entry.handIn(PLATE, 90);
  await lot.exit.see(PLATE);
  const { Rows } = await world.make('/api/order/getOrderPage', { Plate: PLATE, PayState: 'unpaid' });
  const [{ Id } = { Id: '' }] = Rows as unknown as { Id: string }[];
  await world.make('/api/order/collectCash', { OrderId: Id, Amount: '6.00' });
  return Id;
}

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  await world.make('/api/electronicInvoiceSet/create', {
    IssuerName: '深圳市泊云停车管理有限公司',
    TaxNumber: '91350100M000100Y43',
    Provider: 'sandbox',
    Drawer: '陈敏',
    Services: [{ Use: 'parking', ServiceName: '停车费', GoodsCode: PARKING, TaxRate: 9, Policy: 'normal', Ratio: 100 }],
  });
  await world.make('/api/wallet/create', { Mobile: MOBILE, HolderName: '王女士', Plates: PLATE, LotId: lot.id });
});
afterAll(() => world?.server.stop());

test('a driver scans the code at the lot, proves the car, asks for the invoice of a stay and gets its file', async () => {
  await paidStay();
  const { page } = await enterShell(world, browser, '/_cloud_operation/scanInvoice');
  await rowOf(page, lot.name).getByRole('button', { name: '查看与打印' }).click();
  const dialog = page.getByRole('dialog', { name: /开票码/ });
  await dialog.getByRole('img', { name: `${lot.name} 的开票码` }).waitFor();
  await savePicture(page, 'scan-invoice-1-code');
  const address = await dialog.getByText(/\/invoice\//).textContent();

  const phone = (await visit(browser, address!, { width: 390, height: 844 })).page;
  await phone.getByLabel('请输入车牌号').fill(PLATE);
  await phone.getByLabel(/^手机号/).fill(MOBILE);
  await phone.getByRole('button', { name: '获取验证码' }).click();
  const shown = await phone.getByText('演示环境不发短信').textContent();
  await phone.getByLabel('验证码').fill(/\d{6}/.exec(shown!)![0]);
  await savePicture(phone, 'scan-invoice-2-proof');
  await phone.getByRole('button', { name: '验证', exact: true }).click();

  await phone.getByText(`已验证 ${MOBILE}`).waitFor();
  await phone.getByLabel('发票抬头').fill(COMPANY);
  await phone.getByLabel('纳税人识别号').fill('91440300708461163T');
  await phone.getByLabel('发票抬头').focus();
  await phone.getByText('税号校验位不正确').waitFor();
  const ask = phone.getByRole('button', { name: '申请开票 ¥6.00' });
  expect(await ask.isDisabled()).toBe(true);
  // An enterprise is found by a part of its name, and brings its number.
  await phone.getByLabel('发票抬头').fill('海岸物业');
  await phone.getByRole('button', { name: COMPANY }).click();
  await expect.poll(() => phone.getByLabel('纳税人识别号').inputValue()).toBe(TAX_NUMBER);
  await savePicture(phone, 'scan-invoice-3-title');
  await ask.click();
  await phone.getByText('开票成功').waitFor();
  const [file] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('link', { name: '下载发票 PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^\d{20}\.pdf$/);
  await savePicture(phone, 'scan-invoice-4-issued');

  // The next time the receipt leads here, and the title is remembered once the mobile is proven.
  const orderId = await paidStay();
  const { Order } = await world.make('/api/order/getOrder', { OrderId: orderId });
  const path = (Order as unknown as { PayPath: string }).PayPath;
  await phone.goto(world.server.url + path);
  await phone.getByRole('link', { name: '开发票' }).click();
  await phone.getByText('验证手机号，使用常用抬头').click();
  await phone.getByLabel('手机号').fill(MOBILE);
  // A minute has to go by between two codes for a mobile, which may be over here.
  const { clock, database } = world.server.product.kernel;
  await database.system('update invoice_pass set at = $2 where tenant_id = $1', [world.admin.tenantId, clock.now()]);
  await phone.getByRole('button', { name: '获取验证码' }).click();
  await phone.getByText('操作过于频繁').waitFor();
  await savePicture(phone, 'scan-invoice-5-receipt');

  await followTo(page, '/_cloud_operation/invoice');
  await rowOf(page, COMPANY).getByText('开票成功').waitFor();
  await savePicture(page, 'scan-invoice-6-list');
});
