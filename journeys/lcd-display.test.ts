import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, untilAnnounced, visit, visitSignedIn } from './browser.ts';
import { drawPicture, film } from './moving-picture.ts';
import { followTo } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const lot = await world.newLot('科技园停车场');
  await world.newAccount('manager');
  const lanes = await world.admin.call('/api/lane/list', { LotId: lot.id, Direction: 'exit' });
  const LaneId = lanes.data.Rows.find((one: { Direction: string }) => one.Direction === 'exit').Id;
  await world.make('/api/lcd/create', { Name: '西门出口屏', LotId: lot.id, LaneId });
  const programme = async (Name: string, body: object) =>
    (await world.make('/api/lcdProgramme/create', { Name, Seconds: 3, ...body })).Id;
  const words = { Kind: 'text', Look: 'dawn', Headline: '季卡续费 立减20元', Words: '本月底前在“泊云停车”续费' };
  const ProgrammeIds = [
    await programme('季卡续费优惠', words),
    await programme('扫码缴停车费', { Kind: 'pay-code' }),
    await programme('引导短片', { Kind: 'video', File: await uploadFilm(), Headline: '请减速慢行' }),
  ];
  await world.make('/api/lcdPlaylist/create', { Name: '出口日常', ProgrammeIds, ValidFrom: '2026-01-01' });
});
afterAll(() => world?.server.stop());

/** Uploads a film of a moving square; returns its key. */
async function uploadFilm(): Promise<string> {
  const studio = await browser.newPage();
  await drawPicture(studio);
  const body = new FormData();
  body.append('File', new File([new Uint8Array(await film(studio))], 'guide.mp4'));
  await studio.close();
  const headers = { authorization: `Bearer ${world.admin.token}` };
  const answer = await fetch(`${world.server.url}/api/lcdProgramme/upload`, { method: 'POST', body, headers });
  return ((await answer.json()) as { items: { key: string }[] }).items[0]!.key;
}

test('a browser is paired as a display, shows what is published, goes on without a line, and reports what it showed', async () => {
  const { url } = world.server;
  const manager = { tenantCode: world.tenantCode, account: 'manager' };
  const staff = await visitSignedIn(browser, `${url}/_cloud_device/lcd`, manager, { width: 1366, height: 768 });
  await staff.page.getByRole('row').filter({ hasText: '西门出口屏' }).getByRole('button', { name: '配对' }).click();
  const code = (await staff.page.locator('.lcd-pair-code').textContent())!;
  await staff.page.locator('.lcd-pair .by-qr').waitFor();
  await savePicture(staff.page, 'lcd-1-pairing-code');
  await staff.page.keyboard.press('Escape');

  const player = (await visit(browser, `${url}/lcd/tv`, { width: 1920, height: 1080 })).page;
  await savePicture(player, 'lcd-2-pairing');
  for (const digit of code) await player.getByRole('button', { name: digit, exact: true }).click();
  await player.getByRole('button', { name: '配对', exact: true }).click();
  await player.getByText('暂无节目').waitFor();
  await savePicture(player, 'lcd-3-idle');

  await followTo(staff.page, '/_cloud_device/lcdPlaylist');
  await staff.page.getByRole('row').filter({ hasText: '出口日常' }).getByRole('button', { name: '发布' }).click();
  await untilAnnounced(staff.page, '已发布');
  await savePicture(staff.page, 'lcd-4-playlists');

  // As after a line that came back: the display asks at once, not with its next period.
  const untilTold = (wanted: Locator) =>
    expect
      .poll(async () => {
        await player.evaluate(() => void dispatchEvent(new Event('online')));
        return wanted.isVisible();
      })
      .toBe(true);
  const words = player.getByRole('heading', { name: '季卡续费 立减20元' }).last();
  const payCode = player.locator('.lcd-turn:not(.is-past) .lcd-pay .by-qr');
  await untilTold(words);
  await savePicture(player, 'lcd-5-text');
  await payCode.waitFor();
  await savePicture(player, 'lcd-6-pay-code');
  const clip = player.locator('.lcd-turn:not(.is-past) video');
  const played = () => clip.evaluate((one) => (one as HTMLVideoElement).currentTime);
  await clip.waitFor();
  await expect.poll(played).toBeGreaterThan(0.5);
  await savePicture(player, 'lcd-6-video');
  // A window that fills the screen has the screen's size.
  await player.evaluate(() => document.fullscreenElement && document.exitFullscreen());
  await player.setViewportSize({ width: 1080, height: 1920 });
  await player.locator('.lcd-turn:not(.is-past) .lcd-words').waitFor();
  await savePicture(player, 'lcd-7-text-upright');
  await payCode.waitFor();
  await savePicture(player, 'lcd-8-pay-code-upright');

  // The worker has the files of the page.
  const files = () => player.evaluate(async () => (await (await caches.open('boyun-lcd-1')).keys()).length);
  await expect.poll(files).toBeGreaterThan(2);
  await player.context().setOffline(true);
  await player.reload();
  await words.waitFor();
  await payCode.waitFor();
  await player.getByRole('status').filter({ hasText: '离线播放' }).waitFor();
  await clip.waitFor();
  await expect.poll(played).toBeGreaterThan(0.5);
  await savePicture(player, 'lcd-9-offline');
  await player.context().setOffline(false);
  await player.getByRole('status').waitFor({ state: 'detached' });

  const shown = async () =>
    ((await world.admin.call('/api/lcdPlay/sum', {})).data.Rows as { PlayCount: number }[]).map((one) => one.PlayCount);
  // Before the line was lost each was shown at least once, and again without one.
  await expect
    .poll(async () => {
      await player.evaluate(() => void dispatchEvent(new Event('online')));
      return (await shown()).filter((count) => count > 2).length;
    })
    .toBe(3);
  await followTo(staff.page, '/reportData/lcdPlay');
  await staff.page.getByRole('row').filter({ hasText: '季卡续费优惠' }).waitFor();
  await savePicture(staff.page, 'lcd-10-proof');
  await followTo(staff.page, '/_cloud_device/lcdProgramme');
  await staff.page.getByRole('row').filter({ hasText: '季卡续费优惠' }).click();
  await staff.page.locator('.lcd-previews .lcd-words').first().waitFor();
  await savePicture(staff.page, 'lcd-11-programme');
  await staff.page.close();
  const english = await visitSignedIn(browser, `${url}/_cloud_device/lcd`, manager, { language: 'en' });
  await english.page.getByRole('row').filter({ hasText: '西门出口屏' }).filter({ hasText: 'Online' }).waitFor();
  await savePicture(english.page, 'lcd-12-displays-en');

  // Taken off, it goes; unpaired, the display asks for a code.
  const playlists = await world.admin.call('/api/lcdPlaylist/list', {});
  await world.make('/api/lcdPlaylist/withdraw', { LcdPlaylistId: playlists.data.Rows[0].Id });
  await untilTold(player.getByText('暂无节目'));
  const displays = await world.admin.call('/api/lcd/list', {});
  await world.make('/api/lcd/unpair', { LcdId: displays.data.Rows[0].Id });
  await untilTold(player.getByRole('alert').filter({ hasText: '配对已解除' }));
  expect([...staff.faults, ...english.faults]).toEqual([]);
});
