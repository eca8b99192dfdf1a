import { nowMs } from '@boyun/test-server/time';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { enterShell, prove } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PHONE = { width: 390, height: 844 };
const PLATES = ['粤BC0001', '粤BC0002', '粤BC0003', '粤BC0004'] as const;
let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  for (const plate of PLATES) await lot.entry.handIn(plate, 150);
});
afterAll(() => world?.server.stop());

/** What an order says about a fee of 9 yuan. */
const orderOf = async (plate: string) =>
  (await world.admin.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0] as Record<string, string>;

test('a sheet of coupons is printed; one is claimed by its address, one entered where the stay is paid', async () => {
  await world.make('/api/coupon/create', {
    Name: '前台赠券减5元',
    Effect: 'amount',
    Amount: '5.00',
    GrantType: 1,
    ValidDays: 30,
  });
  const { page } = await enterShell(world, browser, '/_cloud_operation/coupon');
  await page.getByRole('row').filter({ hasText: '前台赠券减5元' }).getByRole('button', { name: '打印' }).click();
  const print = page.getByRole('dialog', { name: /打印纸质券/ });
  await print.getByLabel('张数').fill('6');
  await prove(print, '确定');
  const sheet = page.getByRole('dialog', { name: /前台赠券减5元/ });
  await sheet.getByRole('listitem').nth(5).waitFor();
  await savePicture(page, 'coupon-1-sheet');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('前台赠券减5元 6.pdf');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  if (process.env.JOURNEY_PICTURES)
    (await import('node:fs')).writeFileSync(`${process.env.JOURNEY_PICTURES}/coupons.pdf`, Buffer.concat(chunks));
  expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-');
  const codes = await sheet.locator('li .by-figure').allTextContents();
  const [first, second] = codes.map((one) => one.replaceAll(' ', ''));

  const claim = await visit(browser, `${world.server.url}/coupon/${world.admin.tenantId}-${first}`, PHONE);
  await claim.page.getByText('前台赠券减5元').waitFor();
  await claim.page.getByLabel('请输入车牌号').fill(PLATES[0]);
  await claim.page.getByRole('button', { name: '领取优惠' }).click();
  await claim.page.getByText('领取成功').waitFor();
  await savePicture(claim.page, 'coupon-2-claimed');
  await lot.exit.see(PLATES[0]);
  expect(await orderOf(PLATES[0])).toMatchObject({ Reduced: '5.00', Due: '4.00' });

  await lot.exit.see(PLATES[1]);
  const [stay] = await world.server.product.kernel.database.system<{ code: string }>(
    'select pay_code as code from parking_order where tenant_id = $1 and plate = $2',
    [world.admin.tenantId, PLATES[1]],
  );
  const pay = await visit(browser, `${world.server.url}/pay/${stay!.code}`, PHONE);
  await pay.page.getByRole('button', { name: '立即支付 ¥9.00' }).waitFor();
  await pay.page.getByRole('button', { name: '使用优惠券' }).click();
  await pay.page.getByLabel('券码').fill(first!);
  await pay.page.getByRole('button', { name: '使用', exact: true }).click();
  await pay.page.getByRole('alert').waitFor();
  await savePicture(pay.page, 'coupon-3-refused');
  await pay.page.getByLabel('券码').fill(second!.toLowerCase());
  await pay.page.getByRole('button', { name: '使用', exact: true }).click();
  await pay.page.getByRole('button', { name: '立即支付 ¥4.00' }).waitFor();
  await savePicture(pay.page, 'coupon-4-used');
  const opened = lot.exit.untilOpenCommand();
  await pay.page.getByRole('button', { name: '立即支付 ¥4.00' }).click();
  await opened;
  expect(await orderOf(PLATES[1])).toMatchObject({ Reduced: '5.00', Paid: '4.00' });
  expect([...claim.faults, ...pay.faults]).toEqual([]);
});

test('an activity takes off what is left of its budget, and its page says that it is spent', async () => {
  await world.make('/api/customTimeDiscount/create', {
    Name: '开业立减6元',
    Effect: 'amount',
    Amount: '6.00',
    Budget: '8.00',
    ValidFrom: new Date(nowMs() - 86_400_000).toISOString(),
  });
  for (const [plate, reduced] of [
    [PLATES[2], '6.00'],
    [PLATES[3], '2.00'],
  ] as const) {
    await lot.exit.see(plate);
    const order = await orderOf(plate);
    expect(order).toMatchObject({ Reduced: reduced });
    await world.make('/api/order/collectCash', { OrderId: order.Id, Amount: order.Due });
  }
  const { page } = await enterShell(world, browser, '/_cloud_activity/customTime');
  const row = page.getByRole('row').filter({ hasText: '开业立减6元' });
  await row.getByText('预算用完').waitFor();
  await savePicture(page, 'coupon-5-budget-spent');
});
