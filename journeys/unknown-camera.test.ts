import { dialects } from '@boyun/simulator/replay/dialect';
import { renderPassing } from '@boyun/simulator/replay/picture';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { confirmPassword, savePicture, sharedBrowser, untilAnnounced } from './browser.ts';
import { enterShell } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  await world.newLot('滨江停车场');
});
afterAll(() => world?.server.stop());

const camera = { serial: 'ZX-71A0C2', deviceName: 'GATE', ipAddress: '10.0.0.9', password: '', zone: 'Asia/Shanghai' };
let record = 0;

/** A car as a maker nobody knows reports it; its clock is ten minutes slow. */
async function drive(address: string, plate: string): Promise<number> {
  record += 1;
  const atMs = world.server.product.kernel.clock.now().getTime() - 600_000;
  const jpeg = renderPassing(plate, 1, { label: '东门', atMs });
  const picture = { jpeg, crop: Buffer.alloc(0), plateRect: { left: 0, top: 0, right: 1, bottom: 1 } };
  const reading = { plate, color: 1, confidence: 96, vehicleKind: 'small', atMs, picture } as const;
  const { body, contentType } = dialects['mapped-json'].passing(camera, record, reading);
  const init = { method: 'POST', headers: { 'content-type': contentType }, body: body as string };
  return (await fetch(address, init)).status;
}

test('a camera of an unknown maker is connected: seen, recognised, mapped, checked', async () => {
  const { page } = await enterShell(world, browser, '/_cloud_device/onboarding');
  await page.getByRole('button', { name: '接入新设备' }).click();
  const form = page.getByRole('dialog', { name: '接入新设备' });
  await form.getByLabel('名称').fill('东门新相机');
  await form.getByLabel('所属车道').click();
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click();
  await savePicture(page, 'onboarding-1-new');
  await form.getByRole('button', { name: '保存' }).click();
  await confirmPassword(page);
  const shown = page.getByRole('dialog', { name: '填入设备的地址' });
  const address = await shown.getByText('/api/camera/any/').first().innerText();
  await savePicture(page, 'onboarding-2-address');
  await shown.getByRole('button', { name: '已填入' }).click();
  await page.getByText('等待第一条报文…').waitFor();

  const url = `${world.server.url}${new URL(address.trim()).pathname}`;
  expect(await drive(url, '粤B3K907')).toBe(200);
  await page.getByText('看起来是').waitFor();
  await savePicture(page, 'onboarding-3-recognised');
  await page.getByRole('button', { name: '按此协议接入' }).click();
  await untilAnnounced(page, '协议已确认，从下一辆车起入账');

  // The values are suggested from the captured message.
  const plate = page.getByLabel('车牌', { exact: true });
  await plate.waitFor();
  await expect.poll(() => plate.inputValue()).toBe('car[0].plateNo');
  await savePicture(page, 'onboarding-4-mapping');
  await page.getByRole('button', { name: '保存字段映射' }).click();
  await untilAnnounced(page, '字段映射已保存');
  expect(await drive(url, '粤B3K908')).toBe(200);
  await page.getByText('读到车牌 粤B3K908').waitFor();
  await page.getByText(/时钟慢10分钟/).waitFor();
  await page.getByText('图片正常').waitFor();
  await savePicture(page, 'onboarding-5-checked');
  const { Rows } = await world.make('/api/businessManage/findPassRecord', { Plate: '粤B3K908' });
  expect(Rows).toHaveLength(1);
});
