import { gcj02Of } from '@boyun/domain/place';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, untilAnnounced, visit } from './browser.ts';
import { startWorld, type World } from './world.ts';

const TILES = 'https://tiles.example.com/{z}/{x}/{y}.png';
/** A picture of one pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mPs6+v7DwAFegKfyn5p0QAAAABJRU5ErkJggg==',
  'base64',
);
const NEAR = { longitude: 113.934528, latitude: 22.540503 };

let world: World;
let browser: Browser;
let lotId: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([
    startWorld(inject('databaseUrl'), { mapTiles: `${TILES}#gcj02` }),
    sharedBrowser(),
  ]);
  await world.newAccount('planner');
  const own = { Name: '滨河路停车场', Code: 'BH', Capacity: 50 };
  const other = { Name: '科技园停车场', Code: 'KJ', Capacity: 50 };
  lotId = (await world.make('/api/parkLot/create', own)).Id!;
  await world.make('/api/parkLot/create', { ...other, Longitude: NEAR.longitude, Latitude: NEAR.latitude });
});
afterAll(() => world?.server.stop());

const kept = async () => (await world.make('/api/parkLot/get', { Id: lotId })) as unknown as Record<string, number>;

test('a lot is set on a map drawn in GCJ-02 and kept as WGS-84', async () => {
  // The trial banner takes some of the height.
  const { page, faults } = await visit(browser, world.server.url, { height: 800 });
  const asked: string[] = [];
  await page.route('https://tiles.example.com/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'image/png', body: TILE });
  });
  await signIn(page, world.tenantCode, 'planner');
  await page.goto(`${world.server.url}/_cloud_basic/parkEdit?lotId=${lotId}&step=point`);
  const map = page.getByRole('application', { name: /地图/ });
  await map.getByText('科技园停车场').waitFor();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  // The map is initially centred on the other lot: a click on its dot selects that location.
  await map.locator('path.map-other').click({ force: true });
  await map.locator('.map-own').waitFor();
  await savePicture(page, 'lot-on-map');
  await page.locator('.edit-step').getByRole('button', { name: '保存' }).click();
  await untilAnnounced(page, '保存成功');
  // A click during a pending save would be ignored.
  await page.locator('.edit-step .ant-btn-loading').waitFor({ state: 'detached' });
  const { Longitude = 0, Latitude = 0 } = await kept();
  expect([Math.abs(Longitude - NEAR.longitude) < 0.0005, Math.abs(Latitude - NEAR.latitude) < 0.0005]).toEqual([
    true,
    true,
  ]);
  // Not the map's own coordinates, which are half a kilometre off.
  const drawn = gcj02Of(NEAR);
  expect(Math.hypot(Longitude - drawn.longitude, Latitude - drawn.latitude)).toBeGreaterThan(0.003);

  // Saving reads the lot again, which may redraw the pin while it is dragged: the drag is repeated until the pin has left the other lot.
  const middleOf = async (part: string) => {
    const box = (await map.locator(part).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async () => {
    const { x, y } = await middleOf('.map-own');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y, { steps: 6 });
    await page.mouse.up();
    return (await middleOf('.map-own')).x - (await middleOf('path.map-other')).x;
  };
  await expect.poll(drag).toBeGreaterThan(60);
  await page.locator('.edit-step').getByRole('button', { name: '保存' }).click();
  await expect.poll(async () => (await kept()).Longitude! > Longitude).toBe(true);

  await page.goto(`${world.server.url}/_cloud_basic/parkInfo?lotId=${lotId}`);
  const shown = page.getByRole('application', { name: '车场位置地图' });
  await shown.locator('.map-own').waitFor();
  await savePicture(page, 'lot-on-map-profile');
  expect(faults).toEqual([]);
});
