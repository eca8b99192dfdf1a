import { devicesServer } from '@boyun/devices/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell, shown } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const [STAYS, GONE] = ['粤B68002', '粤B68003'];

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场', 1);
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
});
afterAll(() => world?.server.stop());

/** Moves the command that no camera has fetched into the past; its barrier is uncertain then. */
async function letCommandExpire(): Promise<void> {
  const { server, admin } = world;
  const { kernel } = server.product;
  await server.until('the command for the waiting car', async () => {
    const rows = await kernel.database.system(
      `update gate_command set created_at = created_at - interval '1 minute'
       where tenant_id = $1 and state = 'queued' returning id`,
      [admin.tenantId],
    );
    return rows.length > 0;
  });
  await devicesServer.sweeps!.find((one) => one.name === 'command-expiry')!.run(kernel);
}

test('a car that was let in after waiting but drove off is removed by one click on its alarm', async () => {
  await world.make('/api/billFreePlate/create', { Plate: STAYS, ValidFrom: '2026-01-01T00:00:00Z' });
  expect((await lot.entry.see(STAYS)).opens).toBe(true);
  expect((await lot.entry.see(GONE)).opens).toBe(false);
  expect((await lot.exit.see(STAYS)).opens).toBe(true);
  const staff = await enterShell(world, browser, '/_cloud_device/Device_Notice', { width: 360, height: 740 });
  const { page } = staff;
  await letCommandExpire();
  const card = shown(page).getByRole('listitem').filter({ hasText: '开闸结果不确定' }).filter({ hasText: GONE });
  const alarm = card.getByRole('button', { name: '详情' });
  await alarm.waitFor();
  await alarm.click();
  await page.getByRole('button', { name: '车辆未入场' }).waitFor();
  await savePicture(page, 'unentered-1-alarm');
  await page.getByRole('button', { name: '车辆未入场' }).click();
  await untilAnnounced(page, `${GONE} 按掉头处理`);
  await savePicture(page, 'unentered-2-done');
  await page.goto(`${world.server.url}/_cloud_operation/inLot`);
  await shown(page).waitFor();
  const { Total } = (await world.make('/api/order/getInLotPage', {})) as unknown as { Total: number };
  expect(Total).toBe(0);
  expect(staff.faults).toEqual([]);
});
