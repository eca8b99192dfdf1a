import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { enterShell } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const WAITING = '粤BP0001';
const INSIDE = '粤BP0002';
let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  for (const plate of [WAITING, INSIDE]) await lot.entry.handIn(plate, 90);
});
afterAll(() => world?.server.stop());

test('staff print the codes of a lot; at the exit the driver pays the waiting car, elsewhere by the plate', async () => {
  const { page } = await enterShell(world, browser, `/_cloud_basic/parkInfo?lotId=${lot.id}`);
  await page.getByRole('button', { name: '收费码' }).click();
  const dialog = page.getByRole('dialog', { name: /收费码/ });
  await dialog.getByRole('img', { name: '滨江停车场 的收费码' }).waitFor();
  await savePicture(page, 'place-1-staff');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '全部车道码' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('滨江停车场 车道.pdf');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const pdf = Buffer.concat(chunks);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  if (process.env.JOURNEY_PICTURES)
    (await import('node:fs')).writeFileSync(`${process.env.JOURNEY_PICTURES}/place-codes.pdf`, pdf);

  const { Codes } = await world.make('/api/placeCode/show', { LotId: lot.id });
  const codes = Codes as unknown as { Kind: string; Name: string; Path: string }[];
  const pathOf = (kind: string, isLast = false) => codes.filter((one) => one.Kind === kind).at(isLast ? -1 : 0)!.Path;

  // By the plate, at the code of the lot.
  const phone = await visit(browser, world.server.url + pathOf('lot'), { width: 390, height: 844 });
  await phone.page.getByText('请输入车牌号').waitFor();
  const input = phone.page.getByLabel('请输入车牌号');
  await input.fill('粤BP9999');
  await phone.page.getByRole('button', { name: '查询停车费' }).click();
  await phone.page.getByRole('alert').filter({ hasText: '没有查到该车牌' }).waitFor();
  await savePicture(phone.page, 'place-2-not-found');
  await input.fill(INSIDE);
  await phone.page.getByRole('button', { name: '查询停车费' }).click();
  await phone.page.getByRole('button', { name: '立即支付 ¥6.00' }).waitFor();
  expect(await phone.page.getByText('入场时间').count()).toBe(0);
  await savePicture(phone.page, 'place-3-stranger');

  // The waiting car, at the codes of the lanes: the exit offers it.
  expect((await lot.exit.see(WAITING)).opens).toBe(false);
  const opened = lot.exit.untilOpenCommand();
  const paths = codes.filter((one) => one.Kind === 'lane').map((one) => one.Path);
  for (const path of paths) {
    await phone.page.goto(world.server.url + path);
    await phone.page.getByText(/出口等待车辆|请输入车牌号/).waitFor();
    if (await phone.page.getByText('出口等待车辆').count()) break;
  }
  await phone.page.setViewportSize({ width: 360, height: 640 });
  await savePicture(phone.page, 'place-4-exit');
  await phone.page.getByRole('button', { name: '缴费 ¥6.00' }).click();
  await phone.page.getByRole('button', { name: '立即支付 ¥6.00' }).click();
  await phone.page.getByText('支付成功').waitFor();
  await opened;
});
