import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Ground } from './ground.ts';
import { makeMillion } from './million.ts';
import { median, ms, quantile, type Row } from './table.ts';
import { loadedFiles, switchTag, untilRows, watchPage } from './web-page.ts';
import { WORLD_PASSWORD, WORLD_TENANT } from './world.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Where the built pages are. */
export const DIST = join(ROOT, 'apps/web/dist');
const THROTTLE = 4;
const RUNS = 7;
/** The list that is measured. */
export const LIST = '/_cloud_operation/order';
const OTHER = '/_cloud_operation/inLot';
const LIST_TITLE = '停车订单';
const OTHER_TITLE = '在场车辆';
const ROW_PIXELS = 30;
const AWAITED = {
  login: { selector: 'input[type=password]', least: 1 },
  list: { selector: '.by-grid-body .by-line', least: 15 },
};

/** Sizes of the built pages, and times in the system's Chromium slowed down four times. */
export async function benchWeb(ground: Ground): Promise<Row[]> {
  await buildPages();
  const world = await makeMillion(ground, 'web', { orders: 3000, webFolder: DIST });
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const login = await measureLogin(browser, world.address);
    const list = await measureList(browser, world.address);
    const further = pageSizes();
    return [
      sizeRow('web: login, JS gzip', sumOf(login.files, '.js', '.gz'), 90),
      timeRow('web: login ready', login.readyMs, 650),
      sizeRow('web: shell and first list, JS brotli', sumOf(list.files, '.js', '.br'), 300),
      sizeRow('web: shell and first list, CSS brotli', sumOf(list.files, '.css', '.br'), 60),
      sizeRow(`web: largest of ${further.length} page chunks, brotli`, quantile(further, 1), 15),
      timeRow('web: list ready, signed in', list.readyMs),
      timeRow('web: list blocking time', list.blockingMs, 900),
      timeRow('web: 20 → 200 rows, from the answer to the picture', list.rowsMs, 100),
      timeRow('web: kept tab shown again', list.switchMs, 100),
    ];
  } finally {
    await browser.close();
    await world.product.stop();
  }
}

async function measureLogin(browser: Browser, address: string) {
  const readyMs: number[] = [];
  let files: string[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await openContext(browser);
    const page = await slowPage(context);
    await page.goto(address);
    readyMs.push(await shown(page, 'login'));
    files = await page.evaluate(loadedFiles);
    await context.close();
  }
  return { readyMs, files };
}

async function measureList(browser: Browser, address: string) {
  const found = {
    readyMs: [] as number[],
    blockingMs: [] as number[],
    rowsMs: [] as number[],
    switchMs: [] as number[],
    files: [] as string[],
  };
  for (let run = 0; run < RUNS; run += 1) {
    const context = await openContext(browser);
    await signIn(context, address);
    const page = await slowPage(context);
    await page.goto(address + LIST);
    const readyMs = await shown(page, 'list');
    found.readyMs.push(readyMs);
    found.files = await page.evaluate(loadedFiles);
    // Blocking is what long tasks take beyond 50 ms each, up to half a second after the list is there.
    await page.waitForTimeout(500);
    const { longTasks } = await page.evaluate(() => window.boyunNotes);
    found.blockingMs.push(longTasks.reduce((sum, one) => sum + Math.max(0, one.tookMs - 50), 0));
    await page.locator('.by-pager-size').last().click();
    await page.locator('.ant-select-item-option').last().waitFor();
    const rows = page.evaluate(untilRows, { pixels: 200 * ROW_PIXELS, path: '/getOrderPage' });
    // Should the click fail, the page closes under it; the click says why.
    rows.catch(() => undefined);
    await page.locator('.ant-select-item-option').last().click();
    found.rowsMs.push(await rows);
    await page
      .locator(`a[href*="${OTHER}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await page.locator('.tags-strip .tag.is-current', { hasText: OTHER_TITLE }).waitFor();
    await page.locator('.shell-page:visible h1', { hasText: OTHER_TITLE }).waitFor({ state: 'attached' });
    await page.locator('.shell-page:visible .by-line').first().waitFor();
    await page.evaluate(switchTag, LIST_TITLE);
    found.switchMs.push(await page.evaluate(switchTag, OTHER_TITLE), await page.evaluate(switchTag, LIST_TITLE));
    await context.close();
  }
  return found;
}

async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  return context;
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, AWAITED);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return page;
}

async function shown(page: Page, name: keyof typeof AWAITED): Promise<number> {
  const answer = await page.waitForFunction((key) => {
    const at = window.boyunNotes.shownMs[key] ?? -1;
    return at > 0 ? at : null;
  }, name);
  return (await answer.jsonValue())!;
}

/** Signs in once and keeps what the page remembers for every page of the context. */
async function signIn(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('textbox', { name: '租户编码' }).fill(WORLD_TENANT);
  await page.getByRole('textbox', { name: /^账号/ }).fill('admin');
  await page.locator('input[type=password]').fill(WORLD_PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('.shell-main').waitFor();
  const kept = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
  }, kept);
  await page.close();
}

/** A part of the launcher, which is plain JavaScript. */
export const launcher = <T>(file: string): Promise<T> => import(join(ROOT, 'apps/launch', file)) as Promise<T>;

/** Builds the pages where they have changed. */
export async function buildPages(): Promise<void> {
  const { buildWeb } = await launcher<{
    buildWeb(runtime: { node: string; folder: string; flags: string[] }): Promise<void>;
  }>('web.mjs');
  await buildWeb({ node: process.execPath, folder: join(process.execPath, '..'), flags: [] });
}

/** The system's Chromium. */
export async function chromiumPath(): Promise<string> {
  return (await launcher<{ chromium(): string }>('chromium.mjs')).chromium();
}

function sumOf(files: readonly string[], ending: string, packed: string): number {
  return [...new Set(files)]
    .filter((one) => one.endsWith(ending) && existsSync(join(DIST, one + packed)))
    .reduce((sum, one) => sum + statSync(join(DIST, one + packed)).size, 0);
}

function pageSizes(): number[] {
  const folder = join(DIST, 'assets');
  return readdirSync(folder)
    .filter((one) => /\.page-[^.]+\.js\.br$/.test(one))
    .map((one) => statSync(join(folder, one)).size);
}

function sizeRow(metric: string, bytes: number, goalKb: number): Row {
  const isMet = bytes > 0 && bytes <= goalKb * 1000;
  return { metric, ours: `${(bytes / 1000).toFixed(1)} kB`, goal: `≤ ${goalKb} kB`, isMet };
}

function timeRow(metric: string, took: readonly number[], goalMs?: number): Row {
  const middle = median(took);
  return {
    metric: `${metric} (${THROTTLE}× slowed down, median)`,
    ours: ms(middle),
    ...(goalMs ? { goal: `≤ ${goalMs} ms`, isMet: middle <= goalMs } : {}),
  };
}
