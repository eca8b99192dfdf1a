import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell, follow, rowOf } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const PLATE = '粤B88001';
const NAME = '本月停车收入';
/** What finance may do. */
const FINANCE = [
  'order.list',
  'lot.list',
  'composed-report.list',
  'composed-report.save',
  'composed-rows.export',
  'report-schedule.list',
  'report-schedule.save',
  'report-recipient.list',
];

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const lot = await world.newLot('湖滨停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  await world.make('/api/billFreePlate/create', { Plate: PLATE, ValidFrom: '2026-01-01T00:00:00Z' });
  await lot.entry.handIn(PLATE, 90);
  // A free car is let out in the reply.
  await lot.exit.see(PLATE);
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();
  await world.make('/api/reportRecipient/create', { Name: '财务部', Mail: 'finance@example.com' });
});
afterAll(() => world?.server.stop());

test('finance composes a report, schedules it and finds the file of the mail', async () => {
  const { page, faults } = await enterShell(world, browser, '/_cloud_operation/reportCompose', {
    permissions: FINANCE,
  });
  await page.getByRole('button', { name: '新建报表' }).click();
  const fields = page.locator('.composer-fields');
  const choose = async (label: string, option: string) => {
    await fields.locator('.composer-field').filter({ hasText: label }).locator('.ant-select').click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).click();
  };
  await choose('时间范围', '本月');
  await choose('对比', '上一周期');
  await page.locator('.composer').getByText('离场车次变化').first().waitFor();
  await savePicture(page, 'compose-report-1');

  await page.locator('.composer-acts').getByRole('button', { name: '保存' }).click();
  const saving = page.getByRole('dialog', { name: '保存自定义报表' });
  await saving.getByLabel('名称').fill(NAME);
  await saving.getByRole('button', { name: '保存' }).click();
  await untilAnnounced(page, '已保存');

  await page.locator('.composer-acts').getByRole('button', { name: '定时发送' }).click();
  const schedule = page.getByRole('dialog', { name: '定时发送' });
  await schedule.getByLabel('收件人').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '财务部' }).click();
  await schedule.getByText('发送周期').click();
  await savePicture(page, 'compose-report-2');
  await schedule.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => schedule.count()).toBe(0);

  await follow(page, '/_cloud_operation/report?tab=schedules');
  await rowOf(page, NAME).getByRole('button', { name: '立即发送' }).click();
  await page.locator('.report-hub-tabs').getByText('发送记录').click();
  const run = rowOf(page, NAME).first();
  // The sweep sends what its task has written.
  await expect
    .poll(
      async () => {
        await page.locator('.shell-page:visible').getByRole('button', { name: '刷新' }).click();
        return run.textContent();
      },
      { interval: 1000 },
    )
    .toContain('已发送');
  await savePicture(page, 'compose-report-3');
  const href = await run.getByRole('link').getAttribute('href');
  const file = await fetch(world.server.url + href);
  expect([file.status, file.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining(encodeURIComponent(NAME)),
  ]);
  const { Rows } = (await world.admin.call('/api/push/send/list', { Channel: 'mail' })).data;
  expect(Rows).toMatchObject([{ Recipient: 'fi***@example.com', Title: NAME }]);

  await page.locator('.report-hub-tabs').getByText('全部报表').click();
  await page.getByRole('link', { name: '自定义报表' }).first().waitFor();
  await page.getByRole('button', { name: '收藏 自定义报表' }).first().click();
  await page.getByRole('region', { name: '收藏' }).getByText('自定义报表').waitFor();
  await savePicture(page, 'compose-report-4');
  expect(faults).toEqual([]);
});
