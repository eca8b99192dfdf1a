import { endured } from '@boyun/test-server/endurance';
import { nowMs } from '@boyun/test-server/time';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, type Visit, visit } from './browser.ts';
import { barriersOf, faultsOf } from './page-check.ts';
import { enterShell, follow } from './shell-visit.ts';
import { startWorld, untilDayHasRoom, type World } from './world.ts';

const SIZES = [
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
] as const;
const OPEN = '/api/wallScreen/openShared';
/** A screen asks for its data again within this time. */
const ASKED_MS = 5100;

let world: World;
let browser: Browser;

beforeAll(untilDayHasRoom);
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const lot = await world.newLot('科技园停车场');
  await world.newLot('会展中心地下停车场（北区）', 6);
  await Promise.all([lot.entry.beat(), lot.exit.beat()]);
  await lot.entry.handIn('粤B12345', 90);
  await lot.exit.see('粤B12345');
  await world.server.product.consumers.drain();
});
afterAll(() => world?.server.stop());

/** Shares a new screen of all lots; returns its link. */
async function share(name: string): Promise<{ id: string; path: string }> {
  const { data } = await world.admin.call('/api/wallScreen/create', {
    Name: name,
    Layout: 'v1',
    IsRotating: false,
  });
  const link = await world.admin.call('/api/wallScreen/link/create', { WallScreenId: data.Id, Name: 'TV', Days: 1 });
  return { id: link.data.Id, path: link.data.Path };
}

/** How long the screens of a rotation are shown. */
const SHOWN_SECONDS = 10;

/** Replaces the screens of the rotation by new ones of these layouts; returns their ids in order. */
async function newStops(...layouts: string[]): Promise<string[]> {
  const { data } = await world.admin.call('/api/wallScreen/list', { Page: 1, PerPage: 100 });
  for (const { Id, IsRotating } of data.Rows as { Id: string; IsRotating: boolean }[])
    if (IsRotating) await world.make('/api/wallScreen/delete', { Id });
  const ids: string[] = [];
  for (const [index, Layout] of layouts.entries()) {
    const screen = { Name: `轮播${index}`, Layout, Seconds: SHOWN_SECONDS, Place: index + 1 };
    ids.push((await world.make('/api/wallScreen/create', screen)).Id!);
  }
  return ids;
}

/** Opens a shared screen whose seconds the test lets pass. */
async function openShared(path: string): Promise<Visit> {
  const opened = await visit(browser, 'about:blank');
  await opened.page.clock.install();
  await opened.page.goto(world.server.url + path);
  await opened.page.locator('.wall-strip').waitFor();
  return opened;
}

/** Lets the screen ask again and again until it shows something. */
async function untilTold(page: Page, wanted: Locator): Promise<void> {
  const look = async () => {
    await page.clock.fastForward(ASKED_MS);
    return wanted.isVisible();
  };
  await expect.poll(look).toBe(true);
}

/** Says how long a screen is shown before the one with another layout, by the clock of the page. */
function timeUntil(page: Page, layout: string): Promise<number> {
  return page.evaluate(
    (next) =>
      new Promise<number>((done) => {
        let sinceMs = 0;
        const look = new MutationObserver(() => {
          if (sinceMs === 0 && document.querySelector('.wall-turn')) sinceMs = performance.now();
          if (!document.querySelector(`.wall-${next} .wall-part`)) return;
          look.disconnect();
          done(performance.now() - sinceMs);
        });
        look.observe(document, { childList: true, subtree: true });
      }),
    layout,
  );
}

describe('/dashboardV1 to /dashboardV4: big screens', () => {
  test('fill the window without scrolling, in every size', async () => {
    const { page, faults } = await enterShell(world, browser, '/');
    const rest = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (const layout of ['V1', 'V2', 'V3', 'V4']) {
      await follow(page, `/dashboard${layout}`);
      await page.locator(`.wall-${layout.toLowerCase()} .wall-part`).first().waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const message = `${layout} at ${width}`;
        // What is drawn follows the window a moment later.
        await expect.poll(() => faultsOf(page), { message }).toEqual([]);
        await expect.poll(rest, { message }).toBe(0);
        expect(await barriersOf(page), message).toEqual([]);
        await savePicture(page, `wall-${layout}-${width}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('a shared link shows its screen without signing in, until it is withdrawn', async () => {
    const { id, path } = await share('大堂');
    const { page } = await openShared(path);
    // Its screen hides plates.
    await page.getByText('****').first().waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await world.admin.call('/api/wallScreen/link/withdraw', { ScreenLinkId: id });
    await untilTold(page, page.getByText('链接无效、已过期或已撤销'));
    expect(await page.locator('.wall-strip').count()).toBe(0);
  });

  test('a lost line says since when, and the screen goes on by itself', async () => {
    const { path } = await share('断线');
    const { page } = await openShared(path);
    await page.route(`**${OPEN}`, (route) => route.abort());
    await untilTold(page, page.getByText(/数据停在 \d\d:\d\d:\d\d/));
    await page.unroute(`**${OPEN}`);
    await untilTold(page, page.getByText('实时', { exact: true }));
  });

  test('screens take turns in their order, each for its own time, until somebody stops them', async () => {
    const [first, second] = await newStops('v1', 'v3');
    const { page, faults } = await enterShell(world, browser, '/');
    // Time stands still but for what the test lets pass, so that no screen turns while the test looks at it.
    await page.clock.install();
    await page.clock.pauseAt(nowMs() + 60_000);
    let isOver = false;
    const shownMs = timeUntil(page, 'v3').finally(() => {
      isOver = true;
    });
    await follow(page, `/dashboardV1?wallScreenId=${first}&rotate=1`);
    await page.locator('.wall-turn').waitFor();
    while (!isOver) await page.clock.fastForward(500);
    expect(await shownMs).toBeGreaterThan(8000);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ wallScreenId: second, rotate: '1' });
    await page.getByRole('button', { name: '停止轮播' }).click();
    await page.locator('.wall-turn').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('rotate')).toBe(false);
    expect(faults).toEqual([]);
  });

  test('a screen whose parts arrive late is shown for its whole time', async () => {
    const [first, second] = await newStops('v1', 'v3');
    const { page, faults } = await enterShell(world, browser, '/');
    await page.clock.install();
    await page.clock.pauseAt(nowMs() + 60_000);
    let deliver = () => {};
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    await page.route(/device-body/, async (route) => {
      await delivered;
      await route.continue();
    });
    const screen = () => new URL(page.url()).searchParams.get('wallScreenId');
    await follow(page, `/dashboardV1?wallScreenId=${first}&rotate=1`);
    await page.locator('.wall-turn').waitFor();
    await page.clock.fastForward(SHOWN_SECONDS * 1000);
    await page.locator('.wall-v3').waitFor();
    await page.clock.fastForward(3 * SHOWN_SECONDS * 1000);
    expect(screen()).toBe(second);
    deliver();
    await page.locator('.wall-v3 .wall-part').first().waitFor();
    await page.clock.fastForward((SHOWN_SECONDS - 1) * 1000);
    expect(screen()).toBe(second);
    const later = async () => {
      await page.clock.fastForward(1000);
      return screen();
    };
    await expect.poll(later).toBe(first);
    expect(faults).toEqual([]);
  });

  test('hundreds of cars and alarms leave no more behind than the first ones', async () => {
    const { path } = await share('长时间');
    const { page, faults } = await visit(browser, 'about:blank');
    // The animation runs as on a wall.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    let rounds = 0;
    let real: { data: Data } | null = null;
    await page.route(`**${OPEN}`, async (route) => {
      real ??= (await (await route.fetch()).json()) as { data: Data };
      rounds += 1;
      await route.fulfill({ json: { ...real, data: crowded(real.data, rounds) } });
    });
    await page.goto(world.server.url + path);
    await page.locator('.wall-strip').waitFor();
    const untilRound = async (last: number) => {
      while (rounds < last) {
        const before = rounds;
        await page.clock.fastForward(ASKED_MS);
        await expect.poll(() => rounds).toBeGreaterThan(before);
      }
    };
    // Past the first rounds, in which lists and charts fill up.
    await untilRound(10);
    const early = await measure(page);
    // 40 cars and as many alarms come with each round.
    await untilRound(endured(20, 65));
    // What is still being drawn goes; what was left behind stays.
    const excess = async () => {
      const late = await measure(page);
      return {
        elements: Math.max(0, late.elements - early.elements - 10),
        nodes: Math.max(0, late.nodes - early.nodes * 1.2 - 200),
        listeners: Math.max(0, late.listeners - early.listeners - 10),
        heapMb: Math.max(0, late.heapMb - early.heapMb - 6),
      };
    };
    await expect.poll(excess).toEqual({ elements: 0, nodes: 0, listeners: 0, heapMb: 0 });
    expect(faults).toEqual([]);
  });
});

interface Data {
  readonly At: string;
  readonly Today: object;
  readonly Lots: readonly { readonly Id: string; readonly Name: string }[];
}

/** Cars and alarms that are new in each answer. */
const NEWS = 40;

/** An answer with new cars and alarms, and other figures. */
function crowded(data: Data, round: number) {
  const lot = data.Lots[0]!;
  const news = Array.from({ length: NEWS }, (_, index) => round * NEWS + index);
  const at = data.At;
  return {
    ...data,
    Lots: data.Lots.map((one, index) => ({ ...one, Longitude: 114 + index / 50, Latitude: 22.5 + index / 90 })),
    Today: { ...data.Today, Received: `${round * 17}.50`, Entries: round },
    Passings: news.map((n) => ({
      Id: `car-${n}`,
      At: at,
      LotId: lot.Id,
      LotName: lot.Name,
      LaneName: '入口',
      Plate: `粤B${10_000 + (n % 80_000)}`,
      PlateColor: 1,
      Direction: n % 2 === 0 ? 'entry' : 'exit',
      Picture: null,
    })),
    OpenAlarms: NEWS,
    Alarms: news.map((n) => ({
      Id: `alarm-${n}`,
      At: at,
      Kind: 'black-entry',
      Severity: 'high',
      LotId: lot.Id,
      LotName: lot.Name,
      LaneName: '入口',
      Plate: null,
    })),
  };
}

/** What a page holds once its garbage is gone. */
async function measure(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((one) => one.name === name)!.value;
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  await session.detach();
  return {
    elements,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    heapMb: of('JSHeapUsedSize') / 2 ** 20,
  };
}
