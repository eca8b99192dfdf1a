import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { prove } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('科技园停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat(), world.newAccount('attendant')]);
});
afterAll(() => world?.server.stop());

test('an alarm pops up; the attendant looks, claims it, finds the car by its plate, opens with a reason, and all of it is written down', async () => {
  const { page, faults } = await visit(browser, world.server.url);
  await signIn(page, world.tenantCode, 'attendant');
  await page.getByRole('heading', { name: '控制台' }).waitFor();

  // Alarms raised before the channels are open do not reach the page: it opens three, for console, alarms and messages.
  await expect.poll(() => world.server.product.kernel.live.listenerCount).toBe(3);

  // A plate is misread at the exit: no entry is found, the car waits, and the alarm pops up on any page.
  await lot.entry.see('粤B66831');
  expect((await lot.exit.see('粤B88831')).opens).toBe(false);
  const popup = page.locator('section').filter({ hasText: '收到新的过车报警' });
  await popup.getByRole('button', { name: '查看' }).click();
  const alarm = page.getByRole('row').filter({ hasText: '粤B88831' });
  await alarm.getByRole('button', { name: '认领' }).click();
  await untilAnnounced(page, '已认领，请处理');
  await savePicture(page, 'shift-1-claimed');

  // On the lane monitor the waiting car is matched with one of those inside and gets its plate.
  await page.getByRole('link', { name: '车道监控' }).click();
  const exit = page.getByRole('group', { name: lot.exit.laneName, exact: true });
  await exit.getByRole('button', { name: '更正车牌' }).click();
  const match = page.getByRole('dialog').filter({ hasText: '相近的在场车辆' });
  await match.getByRole('button', { name: '就是这辆' }).first().click();
  await match.waitFor({ state: 'hidden' });
  await exit.getByText('粤B66831').first().waitFor();
  await savePicture(page, 'shift-2-matched');

  // The barrier is opened by hand: with a reason and the password.
  await exit.getByRole('button', { name: '开闸', exact: true }).click();
  const open = page.getByRole('dialog').filter({ hasText: '远程操作道闸' });
  const place = `科技园停车场 · ${lot.exit.laneName}`;
  await page.getByRole('dialog', { name: `远程操作道闸 · ${place}` }).waitFor();
  await open.getByText('粤B66831').first().waitFor();
  await open.getByRole('button', { name: '设备故障' }).click();
  await open.getByText('道闸？').filter({ hasText: place }).waitFor();
  await savePicture(page, 'shift-3-barrier');
  await prove(open, '开闸');
  await untilAnnounced(page, '开闸指令已下发');

  // In an emergency: two acts, since the password was entered shortly before.
  await open.waitFor({ state: 'hidden' });
  await exit.getByRole('button', { name: '开闸', exact: true }).click();
  await open.getByRole('button', { name: '紧急开闸' }).click();
  await open.waitFor({ state: 'hidden' });

  // The operations are in the log of sentry operations once the event log has been processed.
  await world.server.product.consumers.drain();
  await page.getByRole('link', { name: '岗亭操作日志' }).click();
  const log = page.getByRole('row');
  await log.filter({ hasText: '直接开闸' }).filter({ hasText: '设备故障' }).first().waitFor();
  await log.filter({ hasText: '直接开闸' }).filter({ hasText: '紧急情况' }).first().waitFor();
  await log.filter({ hasText: '更改车牌' }).first().click();
  await page.getByRole('dialog').getByText('粤B88831 → 粤B66831').waitFor();
  await savePicture(page, 'shift-4-log');
  expect(faults).toEqual([]);
});
