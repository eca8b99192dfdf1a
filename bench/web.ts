import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Ground } from './ground.ts';
import { makeMillion } from './million.ts';
import { median, ms, quantile, type Row } from './table.ts';
import { loadedFiles, switchTab, untilRows, watchPage } from './web-page.ts';
import { serveReference } from './web-reference.ts';
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
/** A page to measure: where it is, and how its list, its tabs and its choice of a page's size are found. */
interface Site {
  readonly login: string;
  readonly list: string;
  readonly awaited: Readonly<Record<'login' | 'list', { selector: string; least: number }>>;
  readonly body: string;
  /** The end of the address its rows come from. */
  readonly rowsPath: string;
  readonly rowPixels: number;
  readonly sizeChoice: string;
  /** The part that stands for the page shown, and its tabs. */
  readonly pane: string;
  readonly tabs: string;
  openOther(page: Page): Promise<void>;
}

interface Measures {
  readonly readyMs: number[];
  readonly blockingMs: number[];
  readonly rowsMs: number[];
  readonly switchMs: number[];
  files: string[];
}

const OURS = {
  login: '/',
  list: LIST,
  awaited: {
    login: { selector: 'input[type=password]', least: 1 },
    list: { selector: '.by-grid-body .by-line', least: 15 },
  },
  body: '.shell-main .by-grid-body',
  rowsPath: '/getOrderPage',
  rowPixels: 30,
  sizeChoice: '.by-pager-size',
  pane: '.shell-page',
  tabs: '.tags-strip .tag > button:first-child',
  openOther: async (page) => {
    await page
      .locator(`a[href*="${OTHER}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await page.locator('.tags-strip .tag.is-current', { hasText: OTHER_TITLE }).waitFor();
    await page.locator('.shell-page:visible h1', { hasText: OTHER_TITLE }).waitFor({ state: 'attached' });
    await page.locator('.shell-page:visible .by-line').first().waitFor();
  },
} satisfies Site;

/** The same kind of pages made of the component library's own table and its usual layout. */
const REFERENCE = {
  login: '/login.html',
  list: '/list.html',
  awaited: {
    login: { selector: 'input[type=password]', least: 1 },
    list: { selector: '.ant-table-tbody .ant-table-row', least: 15 },
  },
  body: '.ant-table-tbody',
  rowsPath: '/rows?size=200',
  rowPixels: 30,
  sizeChoice: '.ant-pagination-options .ant-select',
  pane: '[role=tabpanel]',
  tabs: '[role=tab]',
  openOther: async (page) => {
    await page.getByRole('tab', { name: OTHER_TITLE }).click();
    await page.getByRole('tabpanel', { name: OTHER_TITLE }).locator('.ant-table-row').first().waitFor();
  },
} satisfies Site;

/** Sizes of the built pages, and times in the system's Chromium slowed down four times beside the reference pages. */
export async function benchWeb(ground: Ground): Promise<Row[]> {
  await buildPages();
  const world = await makeMillion(ground, 'web', { orders: 3000, webFolder: DIST });
  const reference = await serveReference();
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const kept = await signIn(browser, world.address);
    const [login, plainLogin] = [newLogin(), newLogin()];
    const [list, plainList] = [newMeasures(), newMeasures()];
    // Alternately, so that a change of the machine's speed meets both.
    for (let run = 0; run < RUNS; run += 1) {
      await measureLogin(browser, world.address, OURS, login);
      await measureLogin(browser, reference.address, REFERENCE, plainLogin);
      await measureList(browser, world.address, OURS, list, kept);
      await measureList(browser, reference.address, REFERENCE, plainList);
    }
    const further = pageSizes();
    return [
      sizeRow('web: login, JS gzip', sumOf(login.files, '.js', '.gz'), 90),
      timeRow('web: login ready', login.readyMs, plainLogin.readyMs, 0.4),
      sizeRow('web: shell and first list, JS brotli', sumOf(list.files, '.js', '.br'), 300),
      sizeRow('web: shell and first list, CSS brotli', sumOf(list.files, '.css', '.br'), 60),
      sizeRow(`web: largest of ${further.length} page chunks, brotli`, quantile(further, 1), 15),
      timeRow('web: list ready, signed in', list.readyMs, plainList.readyMs, 0.6),
      timeRow('web: list blocking time', list.blockingMs, plainList.blockingMs, 0.75),
      timeRow('web: 20 → 200 rows, from the answer to the picture', list.rowsMs, plainList.rowsMs, 0.25),
      timeRow('web: kept tab shown again', list.switchMs, plainList.switchMs, 0.25),
    ];
  } finally {
    await browser.close();
    await reference.close();
    await world.product.stop();
  }
}

const newLogin = () => ({ readyMs: [] as number[], files: [] as string[] });

const newMeasures = (): Measures => ({ readyMs: [], blockingMs: [], rowsMs: [], switchMs: [], files: [] });

async function measureLogin(browser: Browser, address: string, site: Site, found: ReturnType<typeof newLogin>) {
  const context = await openContext(browser);
  const page = await slowPage(context, site);
  await page.goto(address + site.login);
  found.readyMs.push(await shown(page, 'login'));
  found.files = await page.evaluate(loadedFiles);
  await context.close();
}

async function measureList(
  browser: Browser,
  address: string,
  site: Site,
  found: Measures,
  kept: Readonly<Record<string, string>> = {},
) {
  const context = await openContext(browser);
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
  }, kept);
  const page = await slowPage(context, site);
  await page.goto(address + site.list);
  found.readyMs.push(await shown(page, 'list'));
  found.files = await page.evaluate(loadedFiles);
  // Blocking is what long tasks take beyond 50 ms each, up to half a second after the list is there.
  await page.waitForTimeout(500);
  const { longTasks } = await page.evaluate(() => window.boyunNotes);
  found.blockingMs.push(longTasks.reduce((sum, one) => sum + Math.max(0, one.tookMs - 50), 0));
  found.rowsMs.push(await timeOfRows(page, site));
  await site.openOther(page);
  const switching = { pane: site.pane, tabs: site.tabs };
  await page.evaluate(switchTab, { ...switching, title: LIST_TITLE });
  for (const title of [OTHER_TITLE, LIST_TITLE])
    found.switchMs.push(await page.evaluate(switchTab, { ...switching, title }));
  await context.close();
}

/** Asks for two hundred rows instead of twenty; returns the milliseconds from the answer to the picture. */
async function timeOfRows(page: Page, site: Site): Promise<number> {
  await page.locator(site.sizeChoice).last().click();
  await page.locator('.ant-select-item-option').last().waitFor();
  const { body, rowsPath: path } = site;
  const rows = page.evaluate(untilRows, { body, path, pixels: 200 * site.rowPixels });
  // Should the click fail, the page closes under it; the click says why.
  rows.catch(() => undefined);
  await page.locator('.ant-select-item-option').last().click();
  return await rows;
}

/** A window as an office has it. */
export async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  return context;
}

async function slowPage(context: BrowserContext, site: Site): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, site.awaited);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return page;
}

async function shown(page: Page, name: keyof Site['awaited']): Promise<number> {
  const answer = await page.waitForFunction((key) => {
    const at = window.boyunNotes.shownMs[key] ?? -1;
    return at > 0 ? at : null;
  }, name);
  return (await answer.jsonValue())!;
}

/** Signs in once; returns what the page remembers of it. */
export async function signIn(browser: Browser, address: string): Promise<Record<string, string>> {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('textbox', { name: '租户编码' }).fill(WORLD_TENANT);
  await page.getByRole('textbox', { name: /^账号/ }).fill('admin');
  await page.locator('input[type=password]').fill(WORLD_PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('.shell-main').waitFor();
  const kept = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
  await context.close();
  return kept;
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

/** The system's Chromium, with all that it costs its users. */
export async function chromiumPath(): Promise<string> {
  return (await launcher<{ chromium(options: { isFull: boolean }): string }>('chromium.mjs')).chromium({
    isFull: true,
  });
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

/** A time beside the reference page's, of which it may take a share at most. */
function timeRow(metric: string, took: readonly number[], reference: readonly number[], most: number): Row {
  const [middle, plain] = [median(took), median(reference)];
  const ratio = middle / plain;
  return {
    metric: `${metric} (${THROTTLE}× slowed down, median)`,
    ours: ms(middle),
    reference: `${ms(plain)} plain antd`,
    ratio,
    goal: `≤ ${most} of it`,
    isMet: ratio <= most,
  };
}
