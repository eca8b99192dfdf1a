import { nowMs } from '@boyun/test-server/time';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visitSignedIn } from './browser.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

let world: World;
let browser: Browser;
let lots: WorldLot[];
let RouteId: string;
const round = (act: string, body: object) => world.make(`/api/parkLotInspect/round/${act}`, body);

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lots = [await world.newLot('科技园停车场'), await world.newLot('后海枢纽停车场')];
  await world.newAccount('walker', ['inspection.list', 'inspection.do', 'inspection-route.list', 'lot.list']);
  const route = await world.make('/api/parkLotInspect/route/create', {
    Name: '片区夜间巡检',
    ExpectedMinutes: 90,
    Items: '消防通道畅通\n照明完好',
    Stops: [
      { LotId: lots[0]!.id },
      { LotId: lots[0]!.id, ZoneName: 'A区', Items: '车辆停放有序\n地面无积水' },
      { LotId: lots[1]!.id },
    ],
  });
  RouteId = route.Id!;
  await round('create', { RouteId, DueAt: new Date(nowMs() + 3_600_000) });
});
afterAll(() => world?.server.stop());

test('an inspector walks a round on a phone: stops in order, one skipped, one with a problem', async () => {
  const { page, faults } = await visitSignedIn(
    browser,
    `${world.server.url}/_cloud_operation/parkLotInspect?tab=rounds`,
    { tenantCode: world.tenantCode, account: 'walker' },
    { width: 390, height: 844 },
  );
  await page.getByText('详情').first().click();
  await page.getByRole('button', { name: '开始巡检' }).click();
  await untilAnnounced(page, '已开始');
  const next = page.locator('.inspect-stop.is-next');
  for (const item of [0, 1]) await next.locator('.inspect-items li').nth(item).getByText('正常').click();
  await next.getByText('优秀').click();
  await savePicture(page, 'inspection-round-1');
  await next.getByRole('button', { name: '提交点位' }).click();
  await untilAnnounced(page, '请前往下一点位');
  await next.getByText('A区').waitFor();
  await next.getByRole('button', { name: '跳过点位' }).click();
  const skipping = page.getByRole('dialog', { name: '跳过点位' });
  await skipping.getByLabel('跳过原因').fill('封闭施工');
  await savePicture(page, 'inspection-round-2');
  await skipping.getByRole('button', { name: '确定' }).click();
  await untilAnnounced(page, '已跳过');
  await next.getByText('后海枢纽停车场').waitFor();
  await next.locator('.inspect-items li').nth(0).getByText('正常').click();
  await next.locator('.inspect-items li').nth(1).getByText('有问题').click();
  await next.getByLabel('照明完好 的问题').fill('两盏灯不亮');
  await next.getByText('良好').click();
  await savePicture(page, 'inspection-round-3');
  await next.getByRole('button', { name: '提交点位' }).click();
  await untilAnnounced(page, '本轮巡检已完成');
  await savePicture(page, 'inspection-round-4');
  expect(faults).toEqual([]);
});
