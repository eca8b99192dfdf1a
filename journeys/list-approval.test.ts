import { setFlow } from '@boyun/test-server/flow';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { agree, approveRequest, enterShell, rowOf, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const WHITE = '粤B68001';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

test('a list entry under an approval flow takes effect once another person approves, and so does its end', async () => {
  await setFlow(world.server, world.admin, { Kind: 'white-list' });
  const staff = await enterShell(world, browser, '/_cloud_operation/whiteList');
  const { page } = staff;
  await shown(page).getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog', { name: '新增白名单' });
  await form.getByLabel('车牌', { exact: true }).fill(WHITE);
  await form.getByLabel('备注').fill('防汛抢险车辆');
  await form.getByLabel('生效时间').fill('2026-01-01 00:00:00');
  await form.getByLabel('生效时间').press('Enter');
  await untilAnnounced(page, '已提交审核，通过后生效');
  await savePicture(page, 'list-1-sent');
  expect(await rowOf(page, WHITE).count()).toBe(0);

  const other = await enterShell(world, browser, '/_cloud_operation/review');
  await approveRequest(other.page, WHITE, () => savePicture(other.page, 'list-2-review'));
  await page.reload();
  await rowOf(page, WHITE).getByRole('button', { name: '删除' }).click();
  await agree(page);
  await untilAnnounced(page, '已提交审核，通过后生效');
  await rowOf(page, WHITE).waitFor();
  await other.page.goto(`${world.server.url}/_cloud_operation/review`);
  const removal = shown(other.page).getByRole('heading', { name: `删除白名单 ${WHITE}` });
  await approveRequest(other.page, WHITE, () => removal.waitFor());
  await page.reload();
  await shown(page).getByText('还没有白名单').waitFor();
  expect([...staff.faults, ...other.faults]).toEqual([]);
});
