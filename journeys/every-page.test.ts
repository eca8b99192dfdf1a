import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { keepPicture, openBrowser, signIn, visit } from './browser.ts';
import { startWorld, type World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 20_000 } } });

const SIZES = { laptop: [1366, 768], desktop: [1920, 1080], phone: [390, 844] } as const;
type Size = keyof typeof SIZES;
type Language = 'zh' | 'en';

interface MenuEntry {
  readonly Url?: string;
  readonly Name: string;
  readonly NameEn?: string;
  readonly Node?: readonly MenuEntry[];
}

let world: World;
let browser: Browser;
let entries: readonly MenuEntry[];

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), openBrowser()]);
  await fill(world);
  const flat = (nodes: readonly MenuEntry[]): MenuEntry[] =>
    nodes.flatMap((node) => (node.Node?.length ? flat(node.Node) : [node]));
  const menu = await world.admin.call('/api/tenantUser/getMenuList');
  entries = flat(menu.data.Menu as MenuEntry[]);
});
afterAll(async () => {
  await browser?.close();
  await world?.server.stop();
});

/** Something on every page: cars inside and gone, one that waits, money, lists, alarms, a refused message, commands. */
async function fill(one: World): Promise<void> {
  const lot = await one.newLot('科技园停车场');
  const other = await one.newLot('会展中心地下停车场（北区）', 6);
  await Promise.all([lot.entry.beat(), lot.exit.beat(), other.entry.beat()]);
  await one.make('/api/region/create', { Code: '440000', Name: '广东省', Level: 'province' });
  await one.make('/api/area/create', { Name: '南山片区', Target: '200000.00' });
  await one.make('/api/garage/create', { LotId: lot.id, Name: '地下一层', Floor: -1, Capacity: 60 });
  for (const number of ['A001', 'A002', 'A003'])
    await one.make('/api/parkSpot/create', { Number: number, LotId: lot.id, Kind: 'standard' });
  const validFrom = '2026-01-01 00:00:00';
  await one.make('/api/billBlackPlate/create', { Plate: '粤B44444', ValidFrom: validFrom, Reason: '多次逃费' });
  await one.make('/api/billWhitePlate/create', { Plate: '粤B00001', ValidFrom: validFrom, Reason: '公务车辆' });
  for (const [plate, minutes] of [
    ['粤B12345', 600],
    ['粤BD66888', 150],
    ['京A7F3Z9', 95],
    ['粤Z1234港', 40],
  ] as const)
    await lot.entry.handIn(plate, minutes);
  await lot.entry.see('粤B00001');
  await lot.entry.reportOpened();
  await lot.entry.reportPassed();
  await lot.entry.see('粤B44444');
  await lot.exit.see('粤BD66888');
  const found = await one.admin.call('/api/order/getOrderPage', { Plate: '粤BD66888', Page: 1, PerPage: 20 });
  await one.make('/api/order/collectCash', { OrderId: found.data.List[0].Id, Amount: '9.00' });
  for (let plate = 41; plate < 47; plate += 1) await other.entry.see(`粤A8K9${plate}`);
  await other.exit.see('粤A8K955');
  await lot.exit.see('粤B12345');
  await fetch(`${one.server.url}/api/camera/vzenith/no-such-token/plate`, { method: 'POST', body: '{"a":1}' });
  await one.server.product.consumers.drain();
}

/** Waits until the shown page has drawn what it asked for. */
async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const shown = [...document.querySelectorAll('.shell-page')].find((one) => (one as HTMLElement).offsetParent);
    return (
      shown && shown.textContent !== '' && !shown.querySelector('.by-skeleton, .ant-skeleton, .ant-spin, [aria-busy=true]')
    );
  });
  await page.waitForLoadState('networkidle');
}

/** What is wrong with what a page shows, as sentences. */
function faultsOnPage(page: Page, title: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const faults: string[] = [];
    if (!document.title.startsWith(wanted)) faults.push(`the title is "${document.title}"`);
    const words = document.body.innerText.match(/\bundefined\b|\bNaN\b|\[object|Invalid Date|\{\w+\}|\bnull\b/g);
    if (words) faults.push(`the text holds ${[...new Set(words)].join(', ')}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    const main = document.querySelector('.shell-main')!;
    if (main.scrollWidth > main.clientWidth) faults.push(`the content is ${main.scrollWidth - main.clientWidth} px too wide`);
    if (document.querySelector('.by-crash')) faults.push('the page has crashed');
    return faults;
  }, title);
}

/** What axe finds serious or critical. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.id}: ${node.target.join(' ')} (${one.help})`));
}

describe.each<[Language, Size, boolean]>([
  ['zh', 'laptop', true],
  ['en', 'laptop', true],
  ['zh', 'desktop', false],
  ['en', 'desktop', false],
  ['zh', 'phone', true],
  ['en', 'phone', true],
])('in %s on a %s', (language, size, isAxed) => {
  test('every page of the menu opens whole', async () => {
    const account = `${language}-${size}`;
    await world.newAccount(account);
    const [width, height] = SIZES[size];
    const { page, faults } = await visit(browser, world.server.url, { language, width, height });
    await signIn(page, world.tenantCode, account);
    const found: Record<string, string[]> = {};
    for (const entry of entries) {
      const path = entry.Url!;
      const title = language === 'zh' ? entry.Name : entry.NameEn!;
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.waitForFunction((wanted) => document.title.startsWith(wanted), title, { timeout: 5000 }).catch(() => {});
      await untilDrawn(page).catch((error: Error) => faults.push(`it never finished: ${error.message.slice(0, 80)}`));
      const wrong = [...(await faultsOnPage(page, title)), ...(isAxed ? await barriers(page) : []), ...faults.splice(0)];
      if (wrong.length > 0) found[path] = wrong;
      await keepPicture(page, `page-${path.replaceAll('/', '_').slice(1)}-${size}-${language}`);
    }
    expect(entries.length).toBeGreaterThan(20);
    expect(found).toEqual({});
  });
});
