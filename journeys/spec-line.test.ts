import { createAccount } from '@boyun/people/server';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keepPicture, openBrowser, PASSWORD, signIn, untilTold, type Visit, visit } from './browser.ts';
import { enterShell, follow, PAGES, pathOf, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

// Lines of the product spec that other journeys do not walk past; each test is named after its line.
const ALARMS = /\/api\/device\/ws$/;
const WARNINGS = /\/api\/serviceMsgCenter\/wsService/;

let world: World;
let browser: Browser;
let accounts = 0;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.server.stop();
});

/** A window whose live channel is played by the test: what the page sent, and its connections in order. */
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
    await keepPicture(page, 'line-alarms');

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
    await second.getByRole('banner').getByRole('link', { name: '过车报警处理（0 条新）' }).waitFor();

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
    await page.getByRole('button', { name: '通知面板' }).click();
    await page.getByRole('button', { name: '报警声音：关' }).click();
    await page.getByRole('button', { name: '报警声音：开' }).waitFor();
    const before = await tones();
    expect(before).toBeGreaterThan(0);
    await keepPicture(page, 'line-alarm-sound');
    say(sockets.at(-1)!, 1, '黑名单车辆 粤B88888');
    await expect.poll(tones).toBeGreaterThan(before);
  });

  test('on error popups hide, the notice titled Error closes others; §9 success is sent every 30 s', async () => {
    await world.newAccount('line-error');
    const { page } = await visit(browser, world.server.url, { language: 'en' });
    await page.addInitScript(() => {
      // A socket that does what the test says: an error is nothing a server can send.
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
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await page.getByRole('button', { name: 'Full screen' }).click();
    const other = page.locator('.by-notices').getByText('you browser can not work');
    await other.waitFor();
    await page.waitForFunction(() => (window as never as { madeSockets: WebSocket[] }).madeSockets[0]?.onerror);
    await page.evaluate(() =>
      (window as never as { madeSockets: WebSocket[] }).madeSockets[0]!.onerror?.(new Event('error')),
    );
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
    await keepPicture(page, 'line-message-dot');
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

describe('§2 shell', () => {
  test('the sidebar opens one sub-menu at a time; a pointer or a finger on a mobile opens it over the page', async () => {
    const { page } = await enterShell(world, browser, PAGES.lot);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    const open = () => menu.locator('button[aria-expanded=true]').allTextContents();
    await expect.poll(open).toEqual(['基础数据']);
    await menu.getByRole('button', { name: '运营管理' }).click();
    await expect.poll(open).toEqual(['运营管理']);
    await menu.getByRole('button', { name: '运营管理' }).click();
    await expect.poll(open).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: '展开菜单' }).click();
    await menu.getByRole('button', { name: '运营管理' }).click();
    await menu.getByRole('link', { name: '停车订单' }).click();
    await expect.poll(() => pathOf(page)).toBe(PAGES.order);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test('/_cloud_map/map opens the console', async () => {
    const { page } = await enterShell(world, browser, '/_cloud_map/map');
    await expect.poll(() => pathOf(page)).toBe('/dashboardCd');
    await page.getByRole('heading', { name: '控制台' }).waitFor();
  });

  test('§8 unhandled UI errors are logged to an error-reporting service', async () => {
    const { page } = await enterShell(world, browser, PAGES.lot);
    const told = page.waitForRequest((request) => request.url().endsWith('/api/crashReport/report'));
    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('a broken line');
        }),
    );
    expect(new URLSearchParams((await told).postData()!).get('Message')).toContain('a broken line');
  });
});

describe('§8 a list that cannot be asked anew', () => {
  test('keeps what it shows and says so: 失败 with the server message', async () => {
    const { page } = await enterShell(world, browser, PAGES.lot);
    await shown(page).getByRole('button', { name: '查询' }).waitFor();
    await page.route('**/api/parkLot/list', (route) =>
      route.fulfill({ json: { state: 'fail', data: null, message: '车场暂不可查' } }),
    );
    await shown(page).getByRole('button', { name: '查询' }).click();
    await page
      .locator('.by-notices-side')
      .getByRole('alert')
      .filter({ hasText: '失败' })
      .getByText('车场暂不可查')
      .waitFor();
  });
});

describe('§5 what dialogs refuse', () => {
  test('export: each warning titled 警告, then the file; page-size options of the list', async () => {
    for (let count = 1; count <= 21; count += 1) await world.make('/api/area/create', { Name: `片区${count}` });
    const { page, faults } = await enterShell(world, browser, '/_cloud_basic/area');
    await shown(page).getByRole('grid').waitFor();
    await page.getByRole('combobox', { name: '每页条数' }).click();
    await expect
      .poll(() => page.locator('.ant-select-item-option').allTextContents())
      .toEqual(['20 条/页', '50 条/页', '100 条/页', '150 条/页', '200 条/页']);
    await page.keyboard.press('Escape');
    await shown(page).getByRole('button', { name: '导出' }).click();
    const dialog = page.getByRole('dialog', { name: '导出功能' });
    await dialog.getByRole('radio', { name: '指定页码' }).check();
    const tryPages = async (first: string, last: string, words: string) => {
      await dialog.getByLabel('起始页').fill(first);
      await dialog.getByLabel('结束页').fill(last);
      await dialog.getByRole('button', { name: '确定' }).click();
      await untilTold(page, `警告${words}`);
      await page.getByText(words).waitFor({ state: 'detached' });
    };
    await tryPages('2', '1', '起始页面需小于结束页面');
    await tryPages('1', '9', '导出页数已经超过总数');
    await tryPages('0', '1', '导出页数不得为 0');
    await tryPages('-1', '1', '起始页面需大于 0');
    await keepPicture(page, 'line-export');
    await dialog.getByLabel('起始页').fill('2');
    await dialog.getByLabel('结束页').fill('2');
    const file = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '确定' }).click();
    expect((await file).suggestedFilename()).toBe('片区 第2页.xlsx');
    await untilTold(page, '导出成功');
    await dialog.waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test('dates: start later than end, 开始时间不能大于结束时间!', async () => {
    const { page } = await enterShell(world, browser, PAGES.log);
    await shown(page).getByRole('button', { name: '展开' }).click();
    await shown(page).getByRole('button', { name: '时间', exact: true }).click();
    const ends = shown(page).locator('.ant-picker-range input');
    await ends.nth(0).fill('2026-03-02 00:00:00');
    await page.locator('.ant-picker-cell').first().waitFor();
    await expect
      .poll(() => page.locator('.ant-picker-dropdown').textContent(), { message: 'the words of the library' })
      .toContain('2026年3月一二三四五六日');
    await ends.nth(0).press('Enter');
    await ends.nth(1).fill('2026-03-01 00:00:00');
    await ends.nth(1).press('Enter');
    await untilTold(page, '开始时间不能大于结束时间!');
  });

  test('password: every rule has its words as the failure text, and a failure clears the three fields', async () => {
    await createAccount(world.server.product.kernel, world.admin.tenantId, {
      account: 'line-words',
      password: PASSWORD,
      name: '钱规则',
      isAdmin: true,
    });
    const { page } = await visit(browser, world.server.url);
    await signIn(page, world.tenantCode, 'line-words');
    await page.getByRole('button', { name: '钱规则的菜单' }).click();
    await page.getByRole('button', { name: '修改密码' }).click();
    const dialog = page.getByRole('dialog', { name: '修改密码' });
    await dialog.getByText(/8-20/).waitFor();
    for (const [fresh, repeat, words] of [
      ['Kx7!mwQz92', 'Kx7!mwQz93', '两次输入的密码不一致'],
      ['Kx7!m', 'Kx7!m', '密码长度错误'],
      ['kx7mwqz92', 'kx7mwqz92', '特殊符号中的三种'],
      ['Kx!1234wQ', 'Kx!1234wQ', '数字'],
      ['Kx!7dCbAw', 'Kx!7dCbAw', '字母'],
      ['Kx!7$$$$w', 'Kx!7$$$$w', '相同'],
      ['Kx!7aDmInw', 'Kx!7aDmInw', 'admin'],
    ] as const) {
      await dialog.getByLabel('原密码').fill(PASSWORD);
      await dialog.getByLabel('新密码', { exact: true }).fill(fresh);
      await dialog.getByLabel('确认新密码').fill(repeat);
      await dialog.getByRole('button', { name: '确定' }).click();
      await dialog.locator('.by-issue').filter({ hasText: words }).waitFor();
      await page
        .locator('.by-notices-side')
        .getByRole('alert')
        .filter({ hasText: '失败' })
        .filter({ hasText: words })
        .first()
        .waitFor();
    }
    await dialog.getByLabel('原密码').fill('Wrong#2026');
    await dialog.getByLabel('新密码', { exact: true }).fill('Kx7!mwQz92');
    await dialog.getByLabel('确认新密码').fill('Kx7!mwQz92');
    await dialog.getByRole('button', { name: '确定' }).click();
    await page.locator('.by-notices-side').getByText('密码错误').waitFor();
    await expect
      .poll(() => dialog.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual(['', '', '']);
    await keepPicture(page, 'line-password');
  });
});
