import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visitSignedIn } from './browser.ts';
import { enterShell, rowOf, shown } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const PLATE = '粤B60065';
const MOBILE = '13800138065';
const GUARD = 'guard01';

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await lot.entry.beat();
  const { Id: SpotId } = await world.make('/api/parkSpot/create', { Number: 'A-001', LotId: lot.id });
  const owner = { OwnerName: '王小明', OwnerPhone: MOBILE, LotId: lot.id, SpotId, ValidFrom: '2026-01-01T00:00:00Z' };
  await world.make('/api/billFixedPlate/create', { Plate: PLATE, ...owner });
  expect((await lot.entry.see(PLATE)).opens).toBe(true);
  await world.newAccount(GUARD, ['plate-lookup.find', 'plate-lookup.list']);
});
afterAll(() => world?.server.stop());

/** The button of the look-up; the list below has one of the same name. */
const ask = (page: Page) => shown(page).getByRole('button', { name: '查询', exact: true }).first();

test('a guard finds whom to ask by the plate of a car in the way, writes through the system, and leaves a trace', async () => {
  const address = `${world.server.url}/_cloud_Public/plateToMobile`;
  const guard = { tenantCode: world.tenantCode, account: GUARD };
  const { page, faults } = await visitSignedIn(browser, address, guard, { width: 390, height: 844 });
  const seen: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/')) seen.push(await answer.text().catch(() => ''));
  });
  await shown(page).getByLabel('车牌').first().fill(PLATE);
  // Without a reason nothing is looked up.
  await ask(page).click();
  await shown(page).getByRole('alert').first().waitFor();
  expect(await world.make('/api/plateContact/list', {})).toMatchObject({ Total: 0 });
  await shown(page).getByLabel('原因').first().fill('挡住消防通道');
  await ask(page).click();
  await shown(page).getByText('138****8065').first().waitFor();
  await savePicture(page, 'plate-mobile-1-found');
  await shown(page).getByRole('button', { name: '短信通知车主' }).click();
  const write = page.getByRole('dialog', { name: '短信通知车主' });
  await write.getByLabel('补充说明').fill('地下一层东侧');
  await savePicture(page, 'plate-mobile-2-write');
  await write.getByRole('button', { name: '发送', exact: true }).click();
  await untilAnnounced(page, '短信已提交发送');
  // The number was in no answer to the guard's phone.
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.join()).not.toContain(MOBILE);

  const staff = await enterShell(world, browser, '/_cloud_Public/plateToMobile');
  await rowOf(staff.page, PLATE).filter({ hasText: '挡住消防通道' }).filter({ hasText: GUARD }).waitFor();
  await savePicture(staff.page, 'plate-mobile-3-list');
  await staff.page.goto(`${world.server.url}/_cloud_system/auditLog`);
  await rowOf(staff.page, PLATE).filter({ hasText: '查询车主' }).waitFor();
  await rowOf(staff.page, PLATE).filter({ hasText: '短信通知车主' }).waitFor();
  await savePicture(staff.page, 'plate-mobile-4-audit');
  const { Rows } = await world.make('/api/push/send/list', { Channel: 'sms' });
  expect(Rows).toMatchObject([{ Recipient: '138****8065', Title: `请移动您的车辆：${PLATE}` }]);

  expect([...faults, ...staff.faults]).toEqual([]);

  // The rest of the hour's look-ups is used up, then the page says so.
  const left = Number(/(\d+) 次/.exec((await shown(page).getByText('本小时还可查询').textContent())!)![1]);
  const token = (await page.evaluate(() => sessionStorage.getItem('ACCESS-Token')))!;
  for (let count = 0; count < left; count += 1) {
    const other = { Plate: `粤B6${String(1000 + count)}`, Reason: '挡住消防通道' };
    expect(await world.server.callAs(token, '/api/plateContact/find', other)).toMatchObject({
      state: 'success',
    });
  }
  await page.goto(address);
  await shown(page).getByLabel('车牌').first().fill(PLATE);
  await shown(page).getByLabel('原因').first().fill('挡住消防通道');
  await ask(page).click();
  await untilAnnounced(page, '查询过于频繁');
  await savePicture(page, 'plate-mobile-5-limit');
});
