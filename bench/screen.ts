import { loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { asOwner, type Ground } from './ground.ts';
import { type Million, makeMillion } from './million.ts';
import { ask, rowOf } from './order-list.ts';
import { frameGaps, hastenTimers } from './screen-page.ts';
import { openBare } from './statement-log.ts';
import { quantile, type Row } from './table.ts';
import { buildPages, chromiumPath, DIST, signIn } from './web.ts';

const LOTS = 10_000;
const ORDERS = 20_000;
const MAP = '/api/lotMap/getLots';
const SECONDS = 8;
/** Screens that rotate, hastened: each minute is an hour of a wall. */
const HASTE = 60;
const ROTATED_SECONDS = 90;
const HEAP_GOAL = 1.1;

/** Software draws everything here: a machine without a graphics card, as many that stand behind walls. */
const BROWSER = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** The map with ten thousand lots, the frames of map and screen in Chromium, and the memory of screens that rotate. */
export async function benchScreens(ground: Ground): Promise<Row[]> {
  await buildPages();
  const million = await makeMillion(ground, 'screens', { orders: ground.sized(ORDERS), webFolder: DIST });
  await asOwner(million.databaseUrl, (client) => client.query(MANY_LOTS, [million.world.tenantId, ground.sized(LOTS)]));
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: BROWSER });
  try {
    const kept = await signIn(browser, million.address);
    const open = async () => {
      const context = await browser.newContext({
        viewport: { width: 1920, height: 1080 },
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
      });
      context.setDefaultTimeout(120_000);
      await context.addInitScript((values) => {
        for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
      }, kept);
      return context;
    };
    return [
      ...(await mapCall(million)),
      await mapFrames(await open(), million.address),
      await wallFrames(await open(), million.address),
      await wallMemory(await open(), million.address),
    ];
  } finally {
    await browser.close();
    await million.product.stop();
  }
}

const MANY_LOTS = `
  insert into lot (tenant_id, id, created_at, updated_at, name, code, kind, state, longitude, latitude, time_zone, capacity, rentable_spots,
    ev_spots, accessible_spots, fixed_spots, rented_spots, shared_spots, duplicate_entry, overstay_hours, opening_hours, pictures)
  select $1, gen_random_uuid(), now(), now(), 'Made ' || n, 'M' || n, 'closed', 'open', 113 + (n % 173) / 86.5, 22 + (n % 97) / 48.5,
    'Asia/Shanghai', 100 + n % 50, 0, 0, 0, 0, 0, 0, 'admit', 72, '00:00-24:00', '{}'
  from generate_series(1, $2::int) n`;

async function mapCall(million: Million): Promise<Row[]> {
  const bare = await openBare(million.databaseUrl, 1);
  const took = await ask(million, bare, MAP, () => ({}), 12).finally(() => bare.close());
  const text = JSON.stringify(await million.call(MAP, {}));
  return [
    rowOf('screens: call of the map with 10,000 lots, p95', took, 0.95, 1000),
    {
      metric: 'screens: answer of the map with 10,000 lots',
      ours: `${(gzipSync(text).length / 1e3).toFixed(0)} kB packed`,
      reference: `${(text.length / 1e6).toFixed(2)} MB of text`,
    },
  ];
}

/** Drags and zooms the map as a hand does, and looks at the frames meanwhile. */
async function mapFrames(context: BrowserContext, address: string): Promise<Row> {
  const page = await context.newPage();
  await page.goto(`${address}/_cloud_map/lotMap`);
  await page.locator('.lot-map-canvas canvas').waitFor();
  await page.locator('.lot-map-list li').first().waitFor();
  await page.waitForTimeout(3000);
  const frames = page.evaluate(frameGaps, SECONDS);
  const box = (await page.locator('.lot-map-canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let turn = 0; turn < 3; turn += 1) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 300, y + 120, { steps: 30 });
    await page.mouse.move(x - 200, y - 100, { steps: 30 });
    await page.mouse.up();
    for (let step = 0; step < 6; step += 1) await page.mouse.wheel(0, turn % 2 ? 240 : -240);
  }
  const gaps = await frames;
  await context.close();
  return frameRow('screens: frames of the map with 10,000 lots, dragged and zoomed, 1920×1080', gaps, 30);
}

async function wallFrames(context: BrowserContext, address: string): Promise<Row> {
  const page = await context.newPage();
  await page.goto(`${address}/dashboardV1`);
  await page.locator('.wall-part').first().waitFor();
  await page.waitForTimeout(5000);
  const gaps = await page.evaluate(frameGaps, SECONDS);
  await context.close();
  return frameRow('screens: frames of V1, 1920×1080', gaps, 55);
}

function frameRow(metric: string, gaps: readonly number[], goal: number): Row {
  const perSecond = (gaps.length * 1000) / gaps.reduce((sum, one) => sum + one, 0);
  return {
    metric,
    ours: `${perSecond.toFixed(1)} /s`,
    reference: `a frame p95 ${quantile(gaps, 0.95).toFixed(0)} ms, longest ${quantile(gaps, 1).toFixed(0)} ms; drawn by software, load ${loadavg()[0]!.toFixed(1)}`,
    goal: `≥ ${goal} /s`,
    isMet: perSecond >= goal,
  };
}

/** Heap after collecting garbage, of the four layouts in turns. */
async function wallMemory(context: BrowserContext, address: string): Promise<Row> {
  await context.addInitScript(hastenTimers, HASTE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let calls = 0;
  page.on('response', (one) => {
    if (one.url().endsWith('/api/wallScreen/getData')) calls += 1;
  });
  await page.goto(`${address}/dashboardV1?rotate=1`);
  await page.locator('.wall-part').first().waitFor();
  // Every layout has been there, and its code and fonts are loaded.
  await page.waitForTimeout((ROTATED_SECONDS * 1000) / 3);
  const early = await heapOf(page, session);
  await page.waitForTimeout(ROTATED_SECONDS * 1000);
  const late = await heapOf(page, session);
  await context.close();
  const ratio = late / early;
  return {
    metric: `screens: heap after ${calls} answers to four screens in turns`,
    ours: `${(late / 1e6).toFixed(1)} MB`,
    reference: `${(early / 1e6).toFixed(1)} MB after a quarter`,
    ratio,
    goal: `ratio ≤ ${HEAP_GOAL}`,
    isMet: ratio <= HEAP_GOAL,
  };
}

async function heapOf(page: Page, session: CDPSession): Promise<number> {
  // On the layout it began with, whose data is there.
  await page.waitForURL(/dashboardV1/);
  await page.locator('.wall-part').first().waitFor();
  for (let pass = 0; pass < 3; pass += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
