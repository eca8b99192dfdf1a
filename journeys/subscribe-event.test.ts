import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { enterShell } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

test('push rules, their texts and the guide offer the events that modules declare', async () => {
  await world.make('/api/push/rule/create', { Name: '反馈提醒', Event: 'feedback.received', Channels: ['message'] });
  const { page, faults } = await enterShell(world, browser, '/_cloud_system/setPush');
  await page.getByRole('row').filter({ hasText: '反馈提醒' }).getByText('收到意见反馈').waitFor();
  await page.goto(`${world.server.url}/_cloud_system/setPush?tab=templates`);
  await page.getByText('停车欠费提醒：{plate}').waitFor();
  const offered = world.server.product.kernel.contracts.flatMap((one) => one.events).filter((one) => one.push);
  expect(await page.locator('.push-templates li').count()).toBe(offered.length);
  await page
    .locator('.push-templates li')
    .filter({ hasText: '月卡即将到期：{plate}' })
    .getByRole('button', { name: '编辑' })
    .click();
  await page.locator('.push-places').filter({ hasText: '{owner} 车主' }).waitFor();

  await page.goto(`${world.server.url}/_cloud_system/webhook?tab=guide`);
  await page.locator('summary').filter({ hasText: 'order.closed' }).waitFor();
  expect(await page.locator('.open-api-guide summary code').allTextContents()).toEqual(
    expect.arrayContaining(['order.opened', 'order.closed', 'order.voided', 'payment.succeeded', 'alarm.raised']),
  );
  await page.getByText('"EnteredAt": "2026-01-31T08:30:00.000Z"').filter({ visible: true }).waitFor();
  expect(faults).toEqual([]);
});
