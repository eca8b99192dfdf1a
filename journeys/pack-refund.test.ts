import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, textInSight, untilAnnounced } from './browser.ts';
import { approveRequest, enterShell, followTo, prove, refresh, rowOf, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const PLATE = '粤B88666';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const lot = await world.newLot('滨江停车场');
  await world.make('/api/packRule/create', {
    Name: '月卡（全天）',
    Price: '300.00',
    HasReview: true,
    LotIds: [lot.id],
  });
});
afterAll(() => world?.server.stop());

test('a pack is sold and refunded, each time after approval by another person, and the money is accounted for', async () => {
  const seller = await enterShell(world, browser, '/_cloud_operation/packManage');
  const { page } = seller;
  await page.getByRole('button', { name: '办理月卡' }).click();
  const form = page.getByRole('dialog', { name: '办理月卡' });
  await form.getByRole('combobox', { name: '月卡规则' }).click();
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '月卡（全天）' }).click();
  await form.getByLabel('车牌', { exact: true }).fill(PLATE);
  await form.getByLabel('车主', { exact: true }).fill('李先生');
  await expect.poll(() => form.getByLabel('实收金额').inputValue()).toContain('300');
  await savePicture(page, 'pack-1-sale');
  await form.getByRole('button', { name: '收款并办理' }).click();
  await rowOf(page, PLATE).filter({ hasText: '待审核' }).waitFor();

  const other = await enterShell(world, browser, '/_cloud_operation/review');
  await approveRequest(other.page, PLATE, () => savePicture(other.page, 'pack-2-review'));

  await refresh(page);
  await rowOf(page, PLATE).filter({ hasText: '有效' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: '办理记录' });
  await drawer.getByRole('button', { name: '退款' }).click();
  const ask = page.getByRole('dialog', { name: '退款' });
  await ask.getByText('按时间折算应退').waitFor();
  await ask.getByLabel('退款金额').fill('280');
  await ask.getByLabel('原因').fill('车辆已出售');
  await savePicture(page, 'pack-3-refund');
  await prove(ask, '确定');
  await untilAnnounced(page, '已提交审核，通过后生效');
  await drawer.getByText('退款申请正在审核，审核前月卡照常有效').waitFor();
  await savePicture(page, 'pack-4-waiting');

  await other.page.goto(`${world.server.url}/_cloud_operation/review`);
  // The kinds of requests have labels, whichever module carries them out.
  await rowOf(other.page, '办理月卡').waitFor();
  await approveRequest(other.page, '月卡退款', () => savePicture(other.page, 'pack-5-review'));

  await followTo(page, '/_cloud_operation/packRefund');
  await rowOf(page, PLATE).filter({ hasText: '已完成' }).filter({ hasText: '280.00' }).waitFor();
  await savePicture(page, 'pack-6-refunds');
  await followTo(page, '/_cloud_operation/payment');
  // The list opens on today, which may have begun since.
  await shown(page).getByText('全部时间', { exact: true }).click();
  await rowOf(page, '-280.00').filter({ hasText: '月卡退款' }).waitFor();
  await rowOf(page, '300.00').filter({ hasText: PLATE }).first().waitFor();
  await savePicture(page, 'pack-7-payments');
  await rowOf(page, '-280.00').click();
  await page.getByRole('dialog').filter({ hasText: '办理记录' }).getByText('已退款').first().waitFor();
  await followTo(page, '/_cloud_system/verify');
  await page.getByRole('button', { name: '开始核对' }).click();
  await textInSight(page, '全部平衡').waitFor();
  await savePicture(page, 'pack-8-verify');
  expect([...seller.faults, ...other.faults]).toEqual([]);
});
