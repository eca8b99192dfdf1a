import { workBills } from '@boyun/test-server/reconcile';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell, PAGES, prove, rowOf, shown } from './shell-visit.ts';
import { FIGURES_COME, startWorld, untilDayHasRoom, type World } from './world.ts';

const PLATE = '粤B55001';

let world: World;
let browser: Browser;

/** Makes a payment of yesterday, and a second one that is only on the provider's bill. */
// The payment is one of yesterday when the bills come.
beforeAll(untilDayHasRoom);
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const { server, admin } = world;
  const lot = await world.newLot('江畔停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  await lot.entry.handIn(PLATE, 90);
  const { screenText } = await lot.exit.see(PLATE);
  const code = /\/pay\/([\w-]+)/.exec(screenText)![1]!;
  await world.make('/api/payment/sandbox/pay', { Code: code, Outcome: 'success' });
  const { system } = server.product.kernel.database;
  await server.until('the payment', async () => {
    const rows = await system(
      `update payment set paid_at = paid_at - interval '1 day' where tenant_id = $1 and state = 'succeeded' returning id`,
      [admin.tenantId],
    );
    return rows.length > 0;
  });
  await system(`update sandbox_trade set created_at = created_at - interval '1 day' where tenant_id = $1`, [
    admin.tenantId,
  ]);
  await workBills(server, admin);
  const { data } = await admin.call('/api/reconciliation/getDayPage', {});
  await world.make('/api/reconciliation/plant', { ChannelDayId: data.Rows[0].Id, Kinds: ['unknown'] });
  await workBills(server, admin);
});
afterAll(() => world?.server.stop());

test('from the console to the guilty record in three clicks; it is resolved and the day closed', async () => {
  const { page } = await enterShell(world, browser, PAGES.home);
  await page
    .getByRole('link', { name: /对账未平的日期/ })
    .filter({ hasText: '1' })
    .waitFor(FIGURES_COME);
  await page.getByRole('link', { name: /对账未平的日期/ }).click();
  await rowOf(page, '有差异').waitFor();
  await savePicture(page, 'reconcile-1-days');
  await rowOf(page, '有差异').click();
  await shown(page).getByText('渠道账单').first().waitFor();
  await savePicture(page, 'reconcile-2-day');
  await rowOf(page, '对方有、我方无').click();
  const record = page.getByRole('dialog').filter({ hasText: '账单' });
  await record.getByRole('button', { name: '补记入账' }).waitFor();
  await savePicture(page, 'reconcile-3-record');

  // Its payer is unknown: the money is booked as owed to him.
  await record.getByRole('button', { name: '补记入账' }).click();
  const post = page.getByRole('dialog', { name: '补记入账' });
  await post.getByLabel('车场').click();
  await page.getByTitle('江畔停车场', { exact: true }).click();
  await post.getByLabel('说明').fill('渠道已收，系统未入账');
  await prove(post, '确定');
  // Money that moves is approved by a second person.
  await record.getByText('待审核').waitFor();
  const { data } = await world.admin.call('/api/review/getReviewList', { State: 'pending' });
  await world.make('/api/review/approve', { ReviewIds: [data.Rows[0].Id] });
  await shown(page).getByText('已平').first().waitFor();
  await record.getByText('处理方式').waitFor();
  await record.getByRole('button', { name: '关闭' }).click();
  await shown(page).getByRole('button', { name: '关账' }).click();
  await page.getByRole('dialog', { name: '关账' }).getByRole('button', { name: '关账' }).click();
  await untilAnnounced(page, '已关账');
  await expect.poll(() => shown(page).getByText('已关账').count()).toBeGreaterThan(0);
  await savePicture(page, 'reconcile-4-closed');
});
