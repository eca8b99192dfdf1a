import { now, nowMs } from '@boyun/test-server/time';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { confirmPassword, savePicture, sharedBrowser, untilAnnounced, visitSignedIn } from './browser.ts';
import { enterShell, follow, rowOf } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

/** A street with one spot and its detector, whose word counts at once; returns the detector. */
async function newStreet(Name: string, Code: string, SerialNo: string): Promise<{ LotId: string; MagneticId: string }> {
  const at = { DetectorArriveSeconds: 0, DetectorLeaveSeconds: 0 };
  const { Id: LotId } = await world.make('/api/parkLot/create', { Name, Code, Capacity: 6, Kind: 'roadside', ...at });
  const rule = await world.make('/api/billRule/createFromTemplate', { Name: `${Name}按次`, Template: 'per-entry' });
  await world.make('/api/billRuleBinding/create', { LotId, ChargeRuleId: rule.Id });
  const spot = await world.make('/api/parkSpot/create', { LotId, Number: `${Code}-01` });
  const { Id: MagneticId } = await world.make('/api/magnetic/create', { SerialNo, LotId, Model: 'LoRaWAN' });
  await world.make('/api/magnetic/bind', { MagneticId, SpotId: spot.Id });
  await world.make('/api/parkLot/open', { LotId });
  return { LotId: LotId!, MagneticId: MagneticId! };
}

const textOf = (part: Locator) => part.evaluate((one) => one.textContent ?? '');

test('an alarm becomes a repair order, which is dispatched, done on a phone and verified by another person', async () => {
  const device = 'DC-0815';
  await world.newAccount('mechanic', ['repair-order.list', 'repair-order.repair', 'lot.list', 'lane.list']);
  const { MagneticId } = await newStreet('江南路', 'S1', device);
  const { TokenPath } = await world.make('/api/magnetic/rotateSecret', { MagneticId });
  const { page, faults } = await enterShell(world, browser, '/_cloud_device/Device_Notice');
  const beat = { Kind: 'heartbeat', Sequence: 1, HappenedAt: now().toISOString(), Battery: 9, Signal: -97 };
  expect((await world.server.call(TokenPath!, beat, {})).status).toBe(200);

  await rowOf(page, device).filter({ hasText: '电量低' }).click();
  const alarm = page.getByRole('dialog').filter({ hasText: '等待认领' });
  await alarm.getByRole('button', { name: '转维修工单' }).click();
  const asked = page.getByRole('dialog', { name: '转维修工单' });
  await asked.getByRole('button', { name: '确定' }).waitFor();
  await savePicture(page, 'device-1-to-order');
  await asked.getByRole('button', { name: '确定' }).click();
  await untilAnnounced(page, /已转工单.*报警已处理/);

  await follow(page, '/_cloud_device/repair');
  await rowOf(page, device).filter({ hasText: '待派单' }).getByRole('button', { name: '派单' }).click();
  const dispatch = page.getByRole('dialog', { name: /^派单/ });
  await dispatch.getByLabel('维修人').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'mechanic' }).click();
  await dispatch.getByRole('button', { name: '确定' }).click();
  await untilAnnounced(page, '已派单');
  await rowOf(page, device).filter({ hasText: '已派单' }).filter({ hasText: 'mechanic' }).waitFor();

  const signed = { tenantCode: world.tenantCode, account: 'mechanic' };
  const address = `${world.server.url}/_cloud_device/repair`;
  const phone = await visitSignedIn(browser, address, signed, { width: 390, height: 844 });
  const card = phone.page.getByRole('listitem').filter({ hasText: device });
  await card.getByRole('button', { name: '开始维修' }).click();
  await card.getByRole('button', { name: '维修完成' }).click();
  const finish = phone.page.getByRole('dialog', { name: /^维修完成/ });
  await finish.getByLabel('处理结果').fill('更换电池，信号正常');
  await finish.getByLabel('更换配件').fill('锂电池×1');
  await savePicture(phone.page, 'device-2-phone-done');
  await finish.getByRole('button', { name: '确定' }).click();
  await card.filter({ hasText: '待验收' }).waitFor();

  await rowOf(page, device).filter({ hasText: '待验收' }).getByRole('button', { name: '验收' }).click();
  await page.getByRole('dialog', { name: /^验收/ }).getByRole('button', { name: '确定' }).click();
  await rowOf(page, device).filter({ hasText: '已验收' }).click();
  await page.getByRole('dialog').getByText('验收通过').waitFor();
  await savePicture(page, 'device-3-verified');
  const { Rows } = await world.make('/api/repair/getTimes', {});
  expect(Rows).toMatchObject([{ Name: 'mechanic', GivenCount: 1, DoneCount: 1, OpenCount: 0, OverdueCount: 0 }]);
  expect([...faults, ...phone.faults]).toEqual([]);
});

interface Order {
  readonly Id: string;
  readonly ParkingState: string;
  readonly PayState: string;
  readonly Paid: string;
}

test('a LoRaWAN network is set up; its detector opens an order of the street and ends it, which is paid', async () => {
  const devEui = '24E124141F5A0A01';
  const { LotId } = await newStreet('滨江西街', 'S2', devEui);
  const { page, faults } = await enterShell(world, browser, '/_cloud_device/loraNetwork');
  await page.getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('名称').fill('ChirpStack 路侧');
  await form.getByLabel('车位状态').fill('bytes[0]');
  await form.getByLabel('状态位掩码').fill('1');
  await form.getByLabel('电量', { exact: true }).fill('bytes[1]');
  await savePicture(page, 'device-4-network');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await rowOf(page, 'ChirpStack 路侧').getByRole('button', { name: '重置令牌' }).click();
  await confirmPassword(page);
  const secret = page.getByRole('dialog', { name: /的新密钥/ });
  const address = new URL((await textOf(secret.getByText('/api/lora/').first())).trim()).pathname;
  await savePicture(page, 'device-5-token');
  await secret.getByRole('button', { name: '已保存' }).click();
  let frame = 0;
  const pass = async (bytes: number[], minutesAgo: number) => {
    frame += 1;
    const uplink = {
      deduplicationId: `f-${frame}`,
      time: new Date(nowMs() - minutesAgo * 60_000).toISOString(),
      deviceInfo: { applicationName: 'parking', deviceName: 'spot', devEui: devEui.toLowerCase() },
      devAddr: '00189440',
      fCnt: frame,
      fPort: 1,
      data: Buffer.from(bytes).toString('base64'),
      rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -97, snr: 6 }],
    };
    expect((await world.server.call(`${address}?event=up`, uplink, {})).status).toBe(200);
  };

  await pass([1, 86], 30);
  await rowOf(page, 'ChirpStack 路侧').click();
  await page.getByRole('dialog').getByText(devEui, { exact: true }).waitFor();
  await savePicture(page, 'device-6-message');
  await follow(page, '/_cloud_device/magnetic');
  await rowOf(page, devEui).filter({ hasText: '有车' }).filter({ hasText: '86%' }).waitFor();
  await savePicture(page, 'device-7-detectors');
  const orders = async () => (await world.make('/api/order/getOrderPage', { LotId })).Rows as unknown as Order[];
  const states = async () => (await orders()).map((one) => one.ParkingState);
  await expect.poll(states).toEqual(['inside']);
  await pass([0, 86], 0);
  await expect.poll(states).toEqual(['left']);

  await follow(page, `/_cloud_operation/order?orderId=${(await orders())[0]!.Id}`);
  const drawer = page.getByRole('dialog').filter({ hasText: '计费明细' });
  await drawer.getByRole('button', { name: '现金收费' }).click();
  await page.getByRole('dialog', { name: '现金收费' }).getByRole('button', { name: '确认已收 ¥10.00' }).click();
  await untilAnnounced(page, '已收现金 10.00 元');
  await drawer.locator('.order-payments').getByText('现金').waitFor();
  await savePicture(page, 'device-8-order');
  expect(await orders()).toMatchObject([{ SpotNumber: 'S2-01', PayState: 'settled', Paid: '10.00' }]);
  expect(faults).toEqual([]);
});
