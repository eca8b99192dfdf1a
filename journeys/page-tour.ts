import { setFlow } from '@boyun/test-server/flow';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { savePicture, sharedBrowser, visitSignedIn } from './browser.ts';
import type { GateCamera } from './gate-camera.ts';
import { closeOtherTags, follow, openUserMenu, PAGES } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

/** The window sizes in which every page is checked. */
const SIZES = {
  laptop: { width: 1366, height: 768 },
  desktop: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const;

type Size = keyof typeof SIZES;

interface MenuEntry {
  readonly Url?: string;
  readonly Name: string;
  readonly NameEn?: string;
  readonly Node?: readonly MenuEntry[];
}

/** Returns the pages of the menu as sent by the server, with areas opened. */
export async function menuPages(world: World): Promise<readonly MenuEntry[]> {
  const flat = (nodes: readonly MenuEntry[]): MenuEntry[] =>
    nodes.flatMap((node) => (node.Node?.length ? flat(node.Node) : [node]));
  const answer = await world.admin.call('/api/tenantUser/getMenuList');
  return flat(answer.data.Menu as MenuEntry[]);
}

/** Returns the tabs of a charge rule's workbench: editor, simulator, examples, replay, versions. */
async function workbenchTabs(world: World): Promise<readonly MenuEntry[]> {
  const { data } = await world.admin.call('/api/billRule/list', { Page: 1, PerPage: 1 });
  const rule = data.Rows[0].Id as string;
  const { data: version } = await world.admin.call('/api/billRule/getVersion', { Id: rule });
  const tariff = structuredClone(version.Tariff);
  tariff.plans[0].windows[0].steps[0].priceFen += 100;
  await world.make('/api/billRule/saveDraft', { Id: rule, Tariff: tariff, Note: '每小时涨1元' });
  const stay = { Entry: '2026-03-04 09:00', Exit: '2026-03-04 12:00', Expected: '9.00' };
  await world.make('/api/billRuleExample/create', { ChargeRuleId: rule, Name: '白天停3小时', ...stay });
  const around = (days: number) => new Date(Date.parse(version.CreatedAt) + days * 24 * 3_600_000).toISOString();
  await world.make('/api/billRule/startReplay', { Id: rule, From: around(-2), To: around(1) });
  return ['editor', 'simulator', 'examples', 'replay', 'versions'].map((tab) => ({
    Url: `/_cloud_operation/chargeRule?rule=${rule}&tab=${tab}`,
    Name: '收费规则',
    NameEn: 'Charge rules',
  }));
}

/** Returns the steps of setting up a lot. */
async function editSteps(world: World): Promise<readonly MenuEntry[]> {
  const { data } = await world.admin.call('/api/parkLot/list', { Page: 1, PerPage: 1 });
  return ['profile', 'point', 'garages', 'gates', 'lanes', 'devices', 'tariff', 'payment', 'rules'].map((step) => ({
    Url: `/_cloud_basic/parkEdit?lotId=${data.Rows[0].Id}&step=${step}`,
    Name: '编辑车场',
    NameEn: 'Edit lot',
  }));
}

/** Creates data for every page: cars inside and gone, a waiting car, payments, lists, alarms, commands, a refused message. */
async function furnish(world: World): Promise<readonly GateCamera[]> {
  const lot = await world.newLot('科技园停车场');
  const other = await world.newLot('会展中心地下停车场（北区）', 6);
  const cameras = [lot.entry, lot.exit, other.entry, other.exit];
  await Promise.all(cameras.map((one) => one.beat()));
  await world.make('/api/region/create', { Code: '440000', Name: '广东省', Level: 'province' });
  await world.make('/api/area/create', { Name: '南山片区', Target: '200000.00' });
  await world.make('/api/garage/create', { LotId: lot.id, Name: '地下一层', Floor: -1, Capacity: 60 });
  for (const number of ['A001', 'A002', 'A003'])
    await world.make('/api/parkSpot/create', { Number: number, LotId: lot.id, Kind: 'standard' });
  const validFrom = '2026-01-01 00:00:00';
  await world.make('/api/billBlackPlate/create', { Plate: '粤B44444', ValidFrom: validFrom, Reason: '多次逃费' });
  await world.make('/api/billWhitePlate/create', { Plate: '粤B00001', ValidFrom: validFrom, Reason: '公务车辆' });
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
  const found = await world.admin.call('/api/order/getOrderPage', { Plate: '粤BD66888', Page: 1, PerPage: 20 });
  const opened = lot.exit.untilOpenCommand();
  await world.make('/api/order/collectCash', { OrderId: found.data.Rows[0].Id, Amount: '9.00' });
  await opened;
  await lot.exit.reportOpened();
  await lot.exit.reportPassed();
  for (let plate = 41; plate < 47; plate += 1) {
    await other.entry.see(`粤A8K9${plate}`);
    await other.entry.reportOpened();
    await other.entry.reportPassed();
  }
  await other.exit.see('粤A8K955');
  await lot.exit.see('粤B12345');
  await setFlow(world.server, world.admin, { Kind: 'order.void' });
  const inside = await world.admin.call('/api/order/getOrderPage', { Plate: '粤Z1234港', Page: 1, PerPage: 20 });
  await world.make('/api/order/void', { OrderId: inside.data.Rows[0].Id, Reason: '误开订单' });
  await furnishLists(world, lot.id);
  const stranger = `${world.server.url}/api/camera/vzenith/${world.admin.tenantId}.no-such-camera/plate`;
  await fetch(stranger, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
  await world.server.product.consumers.drain();
  return cameras;
}

/** Creates data for the pages of packs, appointments and visitors. */
async function furnishLists(world: World, LotId: string): Promise<void> {
  const { Id: PackRuleId } = await world.make('/api/packRule/create', { Name: '月卡（全天）', Price: '380.00' });
  const sale = { LotId, OwnerName: '李先生', ValidFrom: new Date().toISOString(), Amount: '380.00' };
  for (const Kind of ['pack.refund', 'pack.cancel'])
    await setFlow(world.server, world.admin, { Kind, IsEnabled: false });
  for (const [index, act] of ['', 'refund', 'cancel'].entries()) {
    const pack = await world.make('/api/pack/sell', { ...sale, PackRuleId, Plates: [`粤B7700${index}`] });
    const values = {
      PackId: pack.PackId,
      Note: '车辆已出售',
      ...(act === 'refund' ? { Amount: '100.00', Method: 'cash' } : {}),
    };
    if (act) await world.make(`/api/pack/${act}`, values);
  }
  const card = { CardNo: 'BY0001', ChipUid: '04A1B2C3', HolderName: '李先生', LotId, Plates: ['粤B77001'] };
  const { Id: CardId } = await world.make('/api/card/create', { ...card, ValidFrom: new Date().toISOString() });
  await world.make('/api/card/recharge', { CardId, Amount: '100.00', Method: 'cash' });
  const { data: inside } = await world.admin.call('/api/order/getInLotPage', { LotId, PerPage: 1 });
  const { data: page } = await world.admin.call('/api/order/getOrder', { OrderId: inside.Rows[0].Id });
  const Code = page.Order.PayPath.split('/').at(-1);
  const words = { Kind: 'device', Content: '出口道闸抬起很慢，请检修', Plate: '粤B12345', Mobile: '13800138000' };
  await world.make('/api/userFeedback/send', { Code, RequestKey: crypto.randomUUID(), ...words });
  await world.make('/api/appointmentQuota/create', { LotId, FromHour: 0, ToHour: 24, Quota: 5, HasConfirmation: true });
  // Not in the current hour, which may end before it is booked.
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  for (const hours of [0, 1, 3]) {
    const StartsAt = new Date(hour + hours * 3_600_000).toISOString();
    await world.make('/api/appointment/book', { LotId, Plate: `粤B8800${hours}`, StartsAt, DriverName: '王女士' });
  }
  await world.make('/api/billVisitPlate/create', {
    LotIds: [LotId],
    HostName: '陈静',
    ValidFrom: new Date().toISOString(),
    ValidUntil: new Date(Date.now() + 86_400_000).toISOString(),
    Approval: 'host',
  });
}

/** How the pages of a tour are opened. */
interface Tour {
  readonly language: 'zh' | 'en';
  /** The window size in which accessibility is checked. */
  readonly axedSize: Size;
  /** Also checks contrast in the dark theme. */
  readonly isDarkToo?: boolean;
}

/**
 * Tests one of several parts of all pages, in both languages: the parts run in parallel. Chinese pages are checked for accessibility at
 * the size of a laptop and in the dark theme, English ones at that of a phone.
 */
export function testEveryPage(part: number, of: number): void {
  vi.setConfig({ testTimeout: 1_200_000 });
  let world: World;
  let browser: Browser;
  let cameras: readonly GateCamera[];
  let pages: readonly MenuEntry[];
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      startWorld(inject('databaseUrl'), { doubtsCommands: true }),
      sharedBrowser(),
    ]);
    cameras = await furnish(world);
    const menu = await menuPages(world);
    expect(menu.length).toBeGreaterThan(20);
    const all = [...menu, ...(await workbenchTabs(world)), ...(await editSteps(world))];
    pages = all.filter((_, index) => index % of === part - 1);
  });
  afterAll(() => world?.server.stop());
  test.each<Tour>([
    { language: 'zh', axedSize: 'laptop', isDarkToo: true },
    { language: 'en', axedSize: 'phone' },
  ])(`pages of the menu fit completely in $language, in every size: part ${part} of ${of}`, async (tour) => {
    expect(await tourPages(world, browser, cameras, pages, tour)).toEqual({});
  });
}

/** Opens pages of the menu in every size and returns the problems of each by address. */
async function tourPages(
  world: World,
  browser: Browser,
  cameras: readonly GateCamera[],
  pages: readonly MenuEntry[],
  { language, axedSize, isDarkToo = false }: Tour,
): Promise<Readonly<Record<string, readonly string[]>>> {
  await world.newAccount(`guest-${language}`);
  const guest = { tenantCode: world.tenantCode, account: `guest-${language}` };
  const { page, faults } = await visitSignedIn(browser, world.server.url + PAGES.home, guest, { language });
  const wrong: Record<string, string[]> = {};
  for (const entry of pages) {
    const path = entry.Url!;
    const title = language === 'zh' ? entry.Name : entry.NameEn!;
    const found: string[] = [];
    await Promise.all([page.setViewportSize(SIZES.laptop), ...cameras.map((one) => one.beat())]);
    await follow(page, path);
    // Cached pages are not part of the shown one, and axe would check all of them.
    await closeOtherTags(page);
    for (const size of Object.keys(SIZES) as Size[]) {
      await page.setViewportSize(SIZES[size]);
      await untilDrawn(page, `${title} · `).catch(() => found.push(`${size}: "${title}" was not drawn in time`));
      const seen = [...(await faultsOf(page)), ...(size === axedSize ? await barriersOf(page) : [])];
      found.push(...seen.map((one) => `${size}: ${one}`));
      await savePicture(page, pictureName(path, `${size}-${language}`));
      if (size !== axedSize || !isDarkToo) continue;
      await openUserMenu(page);
      await page.getByRole('button', { name: '深色' }).click();
      await page.keyboard.press('Escape');
      await untilDrawn(page, `${title} · `);
      found.push(...(await barriersOf(page, ['color-contrast'])).map((one) => `dark: ${one}`));
      await savePicture(page, pictureName(path, 'dark'));
      await openUserMenu(page);
      await page.getByRole('button', { name: '浅色' }).click();
      await page.keyboard.press('Escape');
    }
    found.push(...faults.splice(0));
    if (found.length > 0) wrong[path] = found;
  }
  return wrong;
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

/** Returns the visible problems of a page, as sentences. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
    const words = document.body.innerText.match(/\bundefined\b|\bNaN\b|\[object|Invalid Date|\{\w+\}|\bnull\b/g);
    if (words) found.push(`the text holds ${[...new Set(words)].join(', ')}`);
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
    const failures = document.body.innerText.match(/(加载失败|Could not load)\n.*/g);
    if (failures) found.push(...failures);
    const cells = [...document.querySelectorAll<HTMLElement>('.shell-page [role=gridcell]')];
    const codes = cells.map((cell) => cell.textContent.trim()).filter((one) => /^[a-z-]+\.[a-z-]+$/.test(one));
    if (codes.length > 0) found.push(`a cell shows the bare name ${[...new Set(codes)].join(', ')}`);
    for (const cell of document.querySelectorAll('.by-grid .by-cell-in:has(> .by-state, > .by-acts)'))
      if (cell.scrollWidth > cell.clientWidth + 1) found.push(`a cell cuts "${cell.textContent}"`);
    for (const box of [document.documentElement, document.querySelector('.shell-main')])
      if (box && box.scrollWidth > box.clientWidth) found.push(`${box.scrollWidth - box.clientWidth} px too wide`);
    return found;
  });
}

/** Returns the serious and critical findings of axe on the shown page, by default with all its rules. */
export async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  // Injected into the window once: the tour never leaves the shell.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { violations } = await (window as never as { axe: typeof axe }).axe.run(
      // Cached pages behind the shown one are not checked.
      {
        include: ['.top', '.side-menu', '.shell-page:not([style*="display: none"])', '.screen'].filter((one) =>
          document.querySelector(one),
        ),
      },
      { resultTypes: ['violations'], preload: false, ...(values && { runOnly: { type: 'rule', values } }) },
    );
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .flatMap((one) =>
        one.nodes
          .slice(0, 4)
          .map((node) => `${one.id}: ${node.html.slice(0, 160)}: ${node.any[0]?.message ?? one.help}`),
      );
  }, rules);
}
