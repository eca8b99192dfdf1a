import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { savePicture, sharedBrowser, visitSignedIn } from './browser.ts';
import type { GateCamera } from './gate-camera.ts';
import { barriersOf, faultsOf } from './page-check.ts';
import { closeOtherTags, follow, PAGES } from './shell-visit.ts';
import { editSteps, furnish, type MenuEntry, menuPages, workbenchTabs } from './tour-data.ts';
import { startWorld, type World } from './world.ts';

/** The window sizes in which every page is checked. */
const SIZES = {
  laptop: { width: 1366, height: 768 },
  desktop: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const;

type Size = keyof typeof SIZES;

const ALL_SIZES = Object.keys(SIZES) as Size[];

/** How pages are shown. */
interface Look {
  readonly language: 'zh' | 'en';
  readonly isDark: boolean;
}

/** How the pages of a tour are opened. */
interface Tour extends Look {
  /** How deeply accessibility is checked, in each size in which it is. */
  readonly checks: Partial<Record<Size, 'full' | 'quick' | 'contrast'>>;
  /** Whether pages that draw by themselves are looked at in the other look as well. */
  readonly isInBothLooks: boolean;
}

/** A page of a tour and the window sizes it is opened in, in order. */
interface Stop {
  readonly entry: MenuEntry;
  readonly sizes: readonly Size[];
}

const TOURS: readonly Tour[] = [
  { language: 'zh', isDark: false, checks: { laptop: 'full', phone: 'contrast' }, isInBothLooks: true },
  { language: 'en', isDark: true, checks: { laptop: 'contrast', phone: 'quick' }, isInBothLooks: false },
];

/**
 * Tests one of several parts of all pages, in both languages: the parts run in parallel. Chinese pages are shown in the light theme and
 * checked for accessibility at the size of a laptop; English ones in the dark theme, and checked at that of a phone.
 */
export function testEveryPage(part: number, of: number): void {
  const tour = prepareTour('every-page', part, of);
  test.each(TOURS)(
    `pages of the menu fit completely in $language, in every size: part ${part} of ${of}`,
    async (look) => {
      // Each page begins in the size in which the last one ended: every change draws the page again.
      const stops = tour
        .pages()
        .map((entry, index) => ({ entry, sizes: index % 2 ? ALL_SIZES.toReversed() : ALL_SIZES }));
      expect(await tour.visit(stops, look)).toEqual({});
    },
  );
}

const LOOKS: readonly Look[] = [
  { language: 'zh', isDark: false },
  { language: 'en', isDark: true },
  { language: 'zh', isDark: true },
  { language: 'en', isDark: false },
];

/**
 * Tests one of several parts of all pages, each opened once: in one size, look and language. Which it is differs from page to page and from
 * commit to commit, so that pages of every kind are opened in all of them.
 */
export function testPagesOnce(part: number, of: number): void {
  const tour = prepareTour('open-every-page', part, of);
  const turn = Number(process.env.BOYUN_TEST_TURN ?? 0);
  test.each(LOOKS.map((look, at) => ({ ...look, at })))(
    `pages of the menu open in $language, dark $isDark: part ${part} of ${of}`,
    async ({ at, ...look }) => {
      const stops = tour
        .pages()
        .map((entry, index) => ({ entry, turn: index + turn }))
        .filter((stop) => stop.turn % LOOKS.length === at)
        .map((stop) => ({ ...stop, sizes: [ALL_SIZES[stop.turn % ALL_SIZES.length]!] }));
      expect(await tour.visit(stops, { ...look, checks: {}, isInBothLooks: false })).toEqual({});
    },
  );
}

/** Makes the data of a part of the pages, whose file is `<name>-<part>.test.ts`, and returns how to visit them. */
function prepareTour(name: string, part: number, of: number) {
  vi.setConfig({ testTimeout: 1_200_000 });
  let place: Place;
  let pages: readonly MenuEntry[];
  beforeAll(async () => {
    // Every page belongs to one part, and every part has its file.
    const isPart = new RegExp(`^${name}-\\d+\\.test\\.ts$`);
    const parts = readdirSync(new URL('.', import.meta.url)).filter((file) => isPart.test(file));
    expect(parts.sort()).toEqual(Array.from({ length: of }, (_, index) => `${name}-${index + 1}.test.ts`));
    const [world, browser] = await Promise.all([
      startWorld(inject('databaseUrl'), { doubtsCommands: true }),
      sharedBrowser(),
    ]);
    place = { world, browser, cameras: await furnish(world) };
    const menu = await menuPages(world);
    expect(menu.length).toBeGreaterThan(20);
    const all = [...menu, ...(await workbenchTabs(world)), ...(await editSteps(world))];
    pages = all.filter((_, index) => index % of === part - 1);
  });
  afterAll(() => place?.world.server.stop());
  return { pages: () => pages, visit: (stops: readonly Stop[], tour: Tour) => tourPages(place, stops, tour) };
}

/** Where the pages of a tour are. */
interface Place {
  readonly world: World;
  readonly browser: Browser;
  readonly cameras: readonly GateCamera[];
}

/** Opens pages of the menu and returns the problems of each by address. */
async function tourPages(
  { world, browser, cameras }: Place,
  stops: readonly Stop[],
  tour: Tour,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { language, isDark } = tour;
  const account = `guest-${language}${isDark ? '-dark' : ''}`;
  await world.newAccount(account);
  const guest = { tenantCode: world.tenantCode, account };
  const { page, faults } = await visitSignedIn(browser, world.server.url + PAGES.home, guest, { language });
  const keepOnline = heartbeats(cameras);
  if (isDark) await switchLook(page);
  const wrong: Record<string, string[]> = {};
  for (const [index, { entry, sizes }] of stops.entries()) {
    // The shell around the pages is the same for all of them.
    const shown: Shown = {
      path: entry.Url!,
      title: `${language === 'zh' ? entry.Name : entry.NameEn!} · `,
      isWithoutShell: index > 0,
    };
    await Promise.all([follow(page, shown.path), keepOnline()]);
    // Cached pages are not part of the shown one, and axe would look at all of them.
    await closeOtherTags(page);
    const found: string[] = [];
    for (const size of sizes) found.push(...(await seenIn(page, size, shown, tour)));
    if (tour.isInBothLooks) found.push(...(await seenInBothLooks(page, shown.title)));
    found.push(...faults.splice(0));
    if (found.length > 0) wrong[shown.path] = found;
  }
  return wrong;
}

/** A page of a tour. */
interface Shown {
  readonly path: string;
  /** How the title of the window begins. */
  readonly title: string;
  readonly isWithoutShell: boolean;
}

/** Returns the problems of the shown page in a window of a size. */
async function seenIn(page: Page, size: Size, shown: Shown, { language, checks }: Tour): Promise<string[]> {
  const { path, title, isWithoutShell } = shown;
  const found: string[] = [];
  await page.setViewportSize(SIZES[size]);
  await untilDrawn(page, title).catch(() => found.push(`"${title}" was not drawn in time`));
  found.push(...(await faultsOf(page)));
  const depth = checks[size];
  if (depth) found.push(...(await barriersOf(page, { depth, isWithoutShell })));
  await savePicture(page, pictureName(path, `${size}-${language}`));
  return found.map((one) => `${size}: ${one}`);
}

/** Returns the problems of a page that draws by itself, as maps and charts do, after the theme changed under it and back again. */
async function seenInBothLooks(page: Page, title: string): Promise<string[]> {
  if ((await page.locator('.shell-page canvas').filter({ visible: true }).count()) === 0) return [];
  const found: string[] = [];
  for (const look of ['dark', 'light again']) {
    await switchLook(page);
    await untilDrawn(page, title);
    found.push(...(await faultsOf(page)).map((one) => `${look}: ${one}`));
  }
  return found;
}

/** Returns what sends heartbeats of the cameras, as often as real ones do: every page that is open reads again after each. */
function heartbeats(cameras: readonly GateCamera[]): () => Promise<unknown> {
  let nextMs = 0;
  return async () => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + 10_000;
    await Promise.all(cameras.map((one) => one.beat()));
  };
}

/** Switches between the light and the dark theme in the user menu. Events alone, without the pointer's way, take a third of the time. */
async function switchLook(page: Page): Promise<void> {
  const opener = page.locator('.top-user');
  await opener.dispatchEvent('click');
  const names = ['深色', '浅色', 'Dark theme', 'Light theme'];
  await page.locator(names.map((one) => `button[aria-label="${one}"]`).join()).dispatchEvent('click');
  await opener.dispatchEvent('click');
}

function pictureName(path: string, kind: string): string {
  const page = path.slice(1).replace(/(rule|lotId)=[\w-]+/, '');
  return `page-${page.replaceAll(/[^\w]+/g, '-')}-${kind}`;
}

/** Waits until the shown page has rendered its data. */
async function untilDrawn(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll<HTMLElement>('.shell-page')].find((one) => one.offsetParent);
    const isBusy = shown?.querySelector('.by-skeleton, .ant-spin, [aria-busy=true]');
    const isThere = document.title.startsWith(wanted) && shown && shown.textContent !== '';
    return isThere && !isBusy && document.fonts.status === 'loaded';
  }, title);
  // Two frames, so that the layout of a new size has settled. A browser with nothing to draw may skip frames.
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
        setTimeout(done, 2000);
      }),
  );
}
