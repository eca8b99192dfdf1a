import { type Browser, chromium, type Page } from 'playwright-core';
import { asOwner, type Ground } from './ground.ts';
import { type Million, makeMillion } from './million.ts';
import { median, ms, quantile, type Row } from './table.ts';
import { buildPages, chromiumPath, DIST, openContext, signIn } from './web.ts';

const LOTS = 10_000;
const CALLS = 20;
const MAP = '/_cloud_map/lotMap';
const CALL = '/api/lotMap/getLots';
const GOAL_CALL_MS = 300;
const GOAL_KB = 500;
const GOAL_SHOWN_MS = 5000;
const GOAL_FRAME_MS = 50;
/** A drag of the mouse: how far, in how many moves. */
const DRAG = { pixels: 500, moves: 90 };
/** Drags at the whole country, then closer and closer. */
const CLOSER = ['country', 'province', 'city'] as const;
const WHEEL = -700;

/** The map with ten thousand lots: its call, the first picture, and the frames while it is dragged, drawn without a graphics card. */
export async function benchMap(ground: Ground): Promise<Row[]> {
  await buildPages();
  const lots = Math.max(50, ground.sized(LOTS));
  const million = await makeMillion(ground, 'map', { orders: 3000, webFolder: DIST });
  await asOwner(million.databaseUrl, (client) => fillLots(client, million.world.tenantId, lots));
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-background-networking'],
  });
  try {
    return [...(await measureCall(million, lots)), ...(await measurePage(browser, million.address, lots))];
  } finally {
    await browser.close();
    await million.product.stop();
  }
}

/** Copies a lot into twelve cities until there are enough. */
async function fillLots(client: Parameters<Parameters<typeof asOwner>[1]>[0], tenantId: number, lots: number) {
  await client.query(
    `insert into lot select (jsonb_populate_record(null::lot, to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(),
       'name', '停车场 ' || n, 'code', 'M' || n, 'capacity', 100 + n % 700,
       'longitude', round((city.longitude + (random() - 0.5) * 0.6)::numeric, 6),
       'latitude', round((city.latitude + (random() - 0.5) * 0.5)::numeric, 6)))).*
     from (select * from lot where tenant_id = $1 order by code limit 1) one,
       generate_series(1, $2 - (select count(*)::int from lot where tenant_id = $1)) n
       join (values (0, 116.40, 39.90), (1, 121.47, 31.23), (2, 113.26, 23.13), (3, 114.06, 22.55), (4, 120.16, 30.28),
         (5, 104.07, 30.67), (6, 106.55, 29.56), (7, 108.94, 34.34), (8, 114.31, 30.59), (9, 118.80, 32.06), (10, 117.20, 39.13),
         (11, 126.53, 45.80)) as city (place, longitude, latitude) on city.place = n % 12`,
    [tenantId, lots],
  );
  await client.query(
    `insert into lot_state (tenant_id, lot_id, cars_inside)
     select tenant_id, id, (capacity * random())::int from lot where tenant_id = $1
     on conflict (tenant_id, lot_id) do update set cars_inside = excluded.cars_inside`,
    [tenantId],
  );
  await client.query('analyze lot, lot_state');
}

async function measureCall(million: Million, lots: number): Promise<Row[]> {
  const took: number[] = [];
  for (let run = 0; run < CALLS; run += 1) {
    const start = performance.now();
    const found = (await million.call(CALL, {})) as { Lots: readonly unknown[] };
    took.push(performance.now() - start);
    if (found.Lots.length !== lots) throw new Error(`the map has ${found.Lots.length} of ${lots} lots`);
  }
  return [timeRow(`map: call with ${lots.toLocaleString('en')} lots, p95`, quantile(took, 0.95), GOAL_CALL_MS)];
}

async function measurePage(browser: Browser, address: string, lots: number): Promise<Row[]> {
  const kept = await signIn(browser, address);
  const context = await openContext(browser);
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
  }, kept);
  const page = await context.newPage();
  const start = performance.now();
  const answered = page.waitForResponse((one) => one.url().endsWith(CALL));
  await page.goto(address + MAP);
  const { responseBodySize } = await (await answered).request().sizes();
  await page.locator('.lot-map-canvas canvas').waitFor();
  await untilDrawn(page);
  const shownMs = performance.now() - start;
  const rows: Row[] = [
    {
      metric: `map: answer with ${lots.toLocaleString('en')} lots`,
      ours: `${Math.round(responseBodySize / 1000)} kB`,
      goal: `≤ ${GOAL_KB} kB`,
      isMet: responseBodySize <= GOAL_KB * 1000,
    },
    timeRow('map: page opened until its lots are drawn', shownMs, GOAL_SHOWN_MS),
  ];
  for (const near of CLOSER) {
    const frames = await drag(page);
    rows.push(timeRow(`map: frames dragging the ${near}, median`, median(frames), GOAL_FRAME_MS));
    rows.push({ metric: `map: frames dragging the ${near}, p95`, ours: ms(quantile(frames, 0.95)) });
    await page.mouse.wheel(0, WHEEL);
    await untilDrawn(page);
  }
  await context.close();
  return rows;
}

/** Waits until two pictures of the map, half a second apart, are the same. */
async function untilDrawn(page: Page): Promise<void> {
  const stage = page.locator('.lot-map-canvas');
  let before = '';
  for (let look = 0; look < 60; look += 1) {
    const picture = (await stage.screenshot()).toString('base64');
    if (picture === before) return;
    before = picture;
    await page.waitForTimeout(500);
  }
  throw new Error('the map never comes to rest');
}

/** Drags the map to and fro; returns the milliseconds of each frame meanwhile. */
async function drag(page: Page): Promise<number[]> {
  const box = (await page.locator('.lot-map-canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const frames = page.evaluate(async () => {
    const took: number[] = [];
    let last = performance.now();
    const map = document.querySelector('.lot-map-canvas')!;
    let isOver = false;
    map.addEventListener('pointerup', () => (isOver = true), { once: true, capture: true });
    addEventListener('mouseup', () => (isOver = true), { once: true, capture: true });
    while (!isOver) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      took.push(performance.now() - last);
      last = performance.now();
    }
    return took;
  });
  await page.mouse.down();
  for (let move = 1; move <= DRAG.moves; move += 1)
    await page.mouse.move(x + Math.sin((move / DRAG.moves) * 2 * Math.PI) * DRAG.pixels * 0.5, y);
  await page.mouse.up();
  return frames;
}

function timeRow(metric: string, took: number, goalMs: number): Row {
  return { metric, ours: ms(took), goal: `≤ ${goalMs} ms`, isMet: took <= goalMs };
}
