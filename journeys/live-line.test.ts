import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, signIn, type Visit, visit } from './browser.ts';
import { follow, PAGES, pathOf } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

// What the product spec says about live channels, with messages simulated by the test; each test is named after its line.
const ALARMS = /\/api\/device\/ws$/;
const WARNINGS = /\/api\/serviceMsgCenter\/wsService/;

let world: World;
let browser: Browser;
let accounts = 0;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

/** A window with a simulated live channel: what the page sent, and its connections in order. */
async function enterWithChannel(
  channel: RegExp,
  options: Parameters<typeof visit>[2] = {},
): Promise<Visit & { sent: string[]; sockets: WebSocketRoute[] }> {
  accounts += 1;
  const account = `line-${accounts}`;
  await world.newAccount(account);
  const opened = await visit(browser, world.server.url, options);
  const sent: string[] = [];
  const sockets: WebSocketRoute[] = [];
  await opened.page.routeWebSocket(channel, (socket) => {
    sockets.push(socket);
    socket.onMessage((text) => void sent.push(String(text)));
  });
  await signIn(opened.page, world.tenantCode, account);
  await expect.poll(() => sockets.length).toBe(1);
  return { ...opened, sent, sockets };
}

describe('§2, §4 alarm widget', () => {
  const popup = (page: Page, title: string) => page.locator('.alarm').filter({ hasText: title });
  const say = (socket: WebSocketRoute, msgType: number, description: string) =>
    socket.send(JSON.stringify({ msgType, description }));

  test('msgType 1 shows the vehicle popup and adds 1, any other the device popup; success is ignored; View and Cancel', async () => {
    const { page, sockets, faults } = await enterWithChannel(ALARMS);
    const [socket] = sockets as [WebSocketRoute];
    const vehicle = popup(page, '收到新的过车报警');
    const device = popup(page, '收到新的设备报警');
    socket.send('success');
    say(socket, 1, '黑名单车辆 粤B44444');
    await vehicle.getByText('1 条').waitFor();
    await vehicle.getByText('黑名单车辆 粤B44444').waitFor();
    expect(await device.count()).toBe(0);
    say(socket, 1, '黑名单车辆 粤B55555');
    say(socket, 2, '相机离线');
    say(socket, 7, '道闸故障');
    await vehicle.getByText('2 条').waitFor();
    await device.getByText('2 条').waitFor();
    await savePicture(page, 'line-alarms');

    await vehicle.getByRole('button', { name: '取消' }).click();
    await vehicle.waitFor({ state: 'hidden' });
    say(socket, 1, '黑名单车辆 粤B66666');
    await vehicle.getByText('3 条').waitFor();
    await device.getByRole('button', { name: '查看' }).click();
    await device.waitFor({ state: 'hidden' });
    await expect.poll(() => pathOf(page)).toBe('/_cloud_device/Device_Notice');
    say(socket, 2, '相机离线');
    await device.getByText('1 条').waitFor();
    await vehicle.getByRole('button', { name: '查看' }).click();
    await expect.poll(() => pathOf(page)).toBe('/_cloud_operation/Alarm_Dispose');
    say(socket, 1, '又一辆');
    await vehicle.getByText('1 条').waitFor();
    expect(faults).toEqual([]);
  });

  test('on close both popups hide, counts reset, immediate reconnect', async () => {
    const { page, sockets } = await enterWithChannel(ALARMS);
    say(sockets[0]!, 1, '黑名单车辆');
    say(sockets[0]!, 2, '相机离线');
    await popup(page, '收到新的设备报警').waitFor();
    await sockets[0]!.close();
    await expect.poll(() => page.locator('.alarm').count()).toBe(0);
    await expect.poll(() => sockets.length).toBe(2);
    say(sockets[1]!, 1, '黑名单车辆');
    await popup(page, '收到新的过车报警').getByText('1 条').waitFor();
  });

  test('counts survive a reload and agree across tabs; the sound is switched in the notice panel', async () => {
    const { page, sockets } = await enterWithChannel(ALARMS);
    const vehicle = popup(page, '收到新的过车报警');
    say(sockets[0]!, 1, '黑名单车辆 粤B44444');
    say(sockets[0]!, 1, '黑名单车辆 粤B55555');
    await vehicle.getByText('2 条').waitFor();
    await page.reload();
    await expect.poll(() => sockets.length).toBeGreaterThan(1);
    await vehicle.getByText('2 条').waitFor();
    await vehicle.getByText('黑名单车辆 粤B55555').waitFor();

    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open('/_cloud_basic/parkLot'));
    const second = await opened;
    await popup(second, '收到新的过车报警').getByText('2 条').waitFor();
    await popup(second, '收到新的过车报警').getByRole('button', { name: '取消' }).click();
    await vehicle.waitFor({ state: 'hidden' });
    say(sockets.at(-1)!, 1, '黑名单车辆 粤B66666');
    await vehicle.getByText('3 条').waitFor();
    await vehicle.getByRole('button', { name: '查看' }).click();
    await second.getByRole('banner').getByRole('button', { name: '收件箱', exact: true }).waitFor();

    const tones = () => page.evaluate(() => (window as never as { tones: number }).tones);
    await page.evaluate(() => {
      Object.assign(window, { tones: 0 });
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function (this: AudioContext) {
        (window as never as { tones: number }).tones += 1;
        return make.call(this);
      };
    });
    say(sockets.at(-1)!, 1, '黑名单车辆 粤B77777');
    await vehicle.getByText('1 条').waitFor();
    expect(await tones()).toBe(0);
    await page.getByRole('button', { name: /^收件箱/ }).click();
    const notices = page.getByRole('tab', { name: '通知' });
    const isOnTop = await notices.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop, 'the popup does not cover the inbox').toBe(true);
    await notices.click();
    await page.getByRole('button', { name: '报警声音：关' }).click();
    await page.getByRole('button', { name: '报警声音：开' }).waitFor();
    const before = await tones();
    expect(before).toBeGreaterThan(0);
    await savePicture(page, 'line-alarm-sound');
    say(sockets.at(-1)!, 1, '黑名单车辆 粤B88888');
    await expect.poll(tones).toBeGreaterThan(before);
  });

  test('on error popups hide, the notice titled Error closes others; §9 success is sent every 30 s', async () => {
    await world.newAccount('line-error');
    const { page } = await visit(browser, world.server.url, { language: 'en' });
    await page.addInitScript(() => {
      // A simulated socket, because a server cannot cause a socket error.
      const made: WebSocket[] = [];
      const Real = WebSocket;
      const Watched = class extends Real {
        constructor(address: string | URL, protocols?: string | string[]) {
          super(address, protocols);
          if (String(address).endsWith('/api/device/ws')) made.push(this);
        }
      };
      Object.assign(window, { WebSocket: Watched, madeSockets: made });
    });
    await page.reload();
    await signIn(page, world.tenantCode, 'line-error');
    await page.getByRole('button', { name: /^Menu of / }).click();
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await page.waitForFunction(() => (window as never as { madeSockets: WebSocket[] }).madeSockets[0]?.onerror);
    // The error is raised as soon as the other notice is shown, because that one closes after a while.
    const failed = page.evaluate(
      () =>
        new Promise<void>((done) => {
          const look = new MutationObserver(() => {
            if (!document.querySelector('.by-notices')?.textContent?.includes('you browser can not work')) return;
            look.disconnect();
            (window as never as { madeSockets: WebSocket[] }).madeSockets[0]!.onerror?.(new Event('error'));
            done();
          });
          look.observe(document, { childList: true, subtree: true });
        }),
    );
    await page.getByRole('button', { name: 'Full screen' }).click();
    await failed;
    const other = page.locator('.by-notices').getByText('you browser can not work');
    const notice = page.locator('.by-notices-side').getByRole('alert');
    await notice.getByText('Error', { exact: true }).waitFor();
    await notice.getByText('server error, unable to receive real-time alarm info').waitFor();
    expect(await other.count()).toBe(0);
  });

  test('no WebSocket support: a persistent warning that real-time alarm info cannot be received, use Chrome', async () => {
    await world.newAccount('line-old');
    const { page } = await visit(browser, world.server.url);
    await page.addInitScript(() => {
      Object.assign(window, { WebSocket: undefined });
    });
    await page.clock.install();
    await page.reload();
    await signIn(page, world.tenantCode, 'line-old');
    const warning = page.getByText('当前浏览器无法接收实时报警信息，请使用 Chrome 浏览器');
    await warning.waitFor();
    await page.clock.fastForward('10:00');
    expect(await warning.isVisible()).toBe(true);
  });
});

describe('§4 dots', () => {
  const message = (page: Page) => page.getByRole('link', { name: '消息中心（有未读消息）' });

  test("message dot: shown at message_type '24', cleared by any other or when the message page is opened; §4 getWarning on open", async () => {
    const { page, sockets, sent } = await enterWithChannel(WARNINGS);
    const [socket] = sockets as [WebSocketRoute];
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    expect(JSON.parse(sent[0]!)).toMatchObject({
      MsgType: 'getWarning',
      TenantId: String(world.admin.tenantId),
      Type: 1,
    });
    const hear = (type: string) => socket.send(JSON.stringify({ message_type: type }));
    expect(await message(page).count()).toBe(0);
    hear('24');
    await message(page).waitFor();
    await savePicture(page, 'line-message-dot');
    hear('0');
    await message(page).waitFor({ state: 'detached' });
    hear('24');
    await message(page).click();
    await expect.poll(() => pathOf(page)).toBe('/_cloud_system/messageCenter');
    await message(page).waitFor({ state: 'detached' });
  });

  test('review dot: driven by NeedReview from the version check, stored globally', async () => {
    const { page } = await visit(browser, world.server.url);
    const asked: (string | null)[] = [];
    await page.route('**/api/announcement/checkVersion', async (route) => {
      asked.push(route.request().postData());
      const data = { NeedReview: true, HasAnnouncement: true, OpenReviews: 0 };
      await route.fulfill({ json: { state: 'success', message: '', data, ...data } });
    });
    await world.newAccount('line-dot');
    await signIn(page, world.tenantCode, 'line-dot');
    const link = page.getByRole('link', { name: /^版本更新历史（/ });
    await link.waitFor();
    expect(decodeURIComponent(asked[0]!)).toMatch(/^tenantId=\d+&product=1&project=2$/);
    await follow(page, PAGES.lot);
    await link.click();
    await expect.poll(() => pathOf(page)).toBe('/_cloud_system/historyCenter');
    await link.waitFor({ state: 'detached' });
  });
});
