import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ground } from './ground.ts';
import { makeMillion } from './million.ts';
import { median, type Row } from './table.ts';
import { buildPages, chromiumPath, DIST, LIST, launcher } from './web.ts';
import { WORLD_PASSWORD, WORLD_TENANT } from './world.ts';

const VERSION = '13.5.0';
const RUNS = 3;

/** The little of Lighthouse and of the browser driver it brings that is used here. */
interface Lighthouse {
  default(url: string, flags: object, config: object | undefined, page: BrowserPage): Promise<{ lhr: Scores }>;
  desktopConfig: object;
}
interface Scores {
  readonly categories: Readonly<Record<'performance' | 'accessibility', { readonly score: number }>>;
}
interface BrowserPage {
  goto(url: string): Promise<unknown>;
  waitForSelector(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<void>;
  evaluate<T>(work: () => T): Promise<T>;
  evaluateOnNewDocument(work: (kept: Record<string, string>) => void, kept: Record<string, string>): Promise<unknown>;
  keyboard: { press(key: string): Promise<void> };
  close(): Promise<void>;
}
interface Driver {
  default: { launch(options: object): Promise<{ newPage(): Promise<BrowserPage>; close(): Promise<void> }> };
}

const PAGES = [
  { name: 'login', path: '/', desktop: 98, mobile: 95 },
  { name: 'list', path: LIST, desktop: 98, mobile: 80 },
] as const;

/** Lighthouse's scores of the login page and of a list. It is heavy and fetched into the cache folder only for this. */
export async function benchLighthouse(ground: Ground): Promise<Row[]> {
  await buildPages();
  const { lighthouse, driver } = await fetchLighthouse();
  const world = await makeMillion(ground, 'lighthouse', { orders: 3000, webFolder: DIST });
  const browser = await driver.default.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const kept = await signIn(await browser.newPage(), world.address);
    const rows: Row[] = [];
    for (const { name, path, ...goals } of PAGES)
      for (const form of ['desktop', 'mobile'] as const) {
        const found: Scores['categories'][] = [];
        for (let run = 0; run < RUNS; run += 1) {
          const page = await browser.newPage();
          if (name === 'list') await page.evaluateOnNewDocument(keep, kept);
          const flags = {
            logLevel: 'error',
            onlyCategories: ['performance', 'accessibility'],
            disableStorageReset: true,
          };
          const config = form === 'desktop' ? lighthouse.desktopConfig : undefined;
          found.push((await lighthouse.default(world.address + path, flags, config, page)).lhr.categories);
          await page.close();
        }
        for (const [category, goal] of [
          ['performance', goals[form]],
          ['accessibility', 100],
        ] as const) {
          const score = Math.round(median(found.map((one) => one[category].score)) * 100);
          const metric = `lighthouse: ${name}, ${form}, ${category}`;
          rows.push({ metric, ours: String(score), goal: `≥ ${goal}`, isMet: score >= goal });
        }
      }
    return rows;
  } finally {
    await browser.close();
    await world.product.stop();
  }
}

async function fetchLighthouse(): Promise<{ lighthouse: Lighthouse; driver: Driver }> {
  const { cacheFolder } = await launcher<{ cacheFolder(): string }>('folder.mjs');
  const { npm } = await launcher<{ npm(args: string[], cwd: string): Promise<void> }>('npm.mjs');
  const folder = join(cacheFolder(), `lighthouse-${VERSION}`);
  const at = (file: string) => join(folder, 'node_modules', file);
  if (!existsSync(at('lighthouse/package.json'))) {
    process.stderr.write(`Fetching Lighthouse ${VERSION} (once) …\n`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    await npm(['install', `lighthouse@${VERSION}`], folder);
  }
  const load = <T>(file: string) => import(pathToFileURL(at(file)).href) as Promise<T>;
  return {
    lighthouse: await load<Lighthouse>('lighthouse/core/index.js'),
    driver: await load<Driver>('puppeteer-core/lib/puppeteer/puppeteer-core.js'),
  };
}

async function signIn(page: BrowserPage, address: string): Promise<Record<string, string>> {
  await page.goto(address);
  await page.waitForSelector('input[type=password]');
  await page.type('input[autocomplete=organization]', WORLD_TENANT);
  await page.type('input[autocomplete=username]', 'admin');
  await page.type('input[type=password]', WORLD_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.shell-main');
  const kept = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
  await page.close();
  return kept;
}

/** Runs in the page. */
function keep(kept: Record<string, string>): void {
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
}
