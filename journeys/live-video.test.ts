import { type MediaServer, startMediaServer } from '@boyun/test-server/media-server';
import { nowMs } from '@boyun/test-server/time';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser } from './browser.ts';
import { answerOffer, drawPicture, film } from './moving-picture.ts';
import { enterShell, follow, shown } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

let world: World;
let browser: Browser;
let lot: WorldLot;
let media: MediaServer;

beforeAll(async () => {
  media = await startMediaServer();
  const options = { mediaUrls: media.url };
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl'), options), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await world.newLot('东门广场');
  await world.make('/api/videoServer/create', { Name: '演示画面', Kind: 'sandbox', LotId: lot.id });
});
afterAll(async () => {
  await world?.server.stop();
  await media?.stop();
});

test('an attendant watches lanes live, and plays back a car from its passing record', async () => {
  await lot.entry.see('粤B3K907');
  await lot.entry.see('粤BD12345');
  const permissions = ['video.live', 'video.record', 'passing.list', 'lot.list', 'lane.list', 'camera.list'];
  const { page, faults } = await enterShell(world, browser, '/_cloud_video/live', { permissions });
  const wall = page.locator('.video-wall');
  // Nothing is picked at first: the first four are shown.
  await expect.poll(() => wall.locator('.video-tile:not(.is-empty)').count()).toBe(4);
  const entry = wall.getByRole('region', { name: '滨江停车场 · 东门入口1道相机' });
  await entry.getByText(/^模拟/).waitFor();
  // The picture moves: two moments differ.
  const drawn = () => entry.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await drawn();
  await expect.poll(drawn).not.toBe(before);
  // Of a lot without a source there are the cameras' own pictures, and it says so.
  await wall.getByText('一天内没有图片').first().waitFor();
  await savePicture(page, 'live-video-1-four');

  const picker = page.getByRole('complementary', { name: '选择相机' });
  await picker.getByRole('checkbox', { name: '东门广场' }).uncheck();
  await expect.poll(() => wall.locator('.video-tile:not(.is-empty)').count()).toBe(2);
  // Keys belong to the page again once the box is left.
  await entry.click();
  await page.keyboard.press('1');
  await expect.poll(() => wall.locator('.video-tile').count()).toBe(1);
  await page.keyboard.press('2');
  await entry.dblclick();
  await entry.getByRole('button', { name: '退出放大' }).waitFor();
  await savePicture(page, 'live-video-2-large');
  await page.keyboard.press('Escape');

  await follow(page, '/_cloud_operation/passRecord');
  // The list opens on today, which may have begun since.
  await shown(page).getByText('全部时间', { exact: true }).click();
  await page
    .getByRole('row')
    .filter({ hasText: '粤B·3K907' })
    .or(page.getByRole('row').filter({ hasText: '3K907' }))
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '录像' }).click();
  const player = page.locator('.video-player');
  await player.waitFor();
  await player.getByRole('button', { name: '暂停' }).waitFor();
  const cars = page.getByRole('region', { name: '过车' });
  await cars.getByRole('button').filter({ hasText: '3K907' }).waitFor();
  await page.keyboard.press(' ');
  await player.getByRole('button', { name: '播放', exact: true }).waitFor();
  const position = page.getByRole('slider', { name: '播放位置' });
  const at = Number(await position.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => Number(await position.getAttribute('aria-valuenow'))).toBe(Math.max(0, at - 10));
  await cars.getByRole('button').filter({ hasText: '3K907' }).click();
  await savePicture(page, 'live-video-3-record');
  expect(faults).toEqual([]);

  // Who watched what is on record.
  const { Rows } = (await world.make('/api/video/viewings', {})) as unknown as { Rows: { Kind: string }[] };
  expect(new Set(Rows.map(({ Kind }) => Kind))).toEqual(new Set(['live', 'record']));
});

test('a stream of a media server comes by WebRTC, else by HLS, and its recording is played back', async () => {
  const street = await world.newLot('西门车场');
  const made = await world.make('/api/videoServer/create', {
    Name: '媒体',
    Kind: 'mediamtx',
    LotId: street.id,
    WhepUrl: media.url,
    HlsUrl: media.url,
    PlaybackUrl: media.url,
  });
  const written = await world.make('/api/videoServer/writeConfiguration', { VideoServerId: made.Id });
  media.configure(written.File!, world.server.url);
  // The pages of this product are another origin than the one in the file.
  media.allow(world.server.url);
  // Another window of the browser is the camera.
  const camera = await browser.newPage();
  await drawPicture(camera);
  media.film = await film(camera);
  const offers: string[] = [];
  media.answerOffer = (offer) => {
    offers.push(offer);
    // The second camera's stream does not get through.
    if (offers.length > 1) throw new Error('no more streams');
    return answerOffer(camera, offer);
  };
  const { page, faults } = await enterShell(world, browser, '/_cloud_video/live');
  await bePatient(page);
  const tile = (lane: string) => page.getByRole('region', { name: `西门车场 · ${lane}相机` });
  const picker = page.getByRole('complementary', { name: '选择相机' });
  await picker.getByRole('button', { name: '清空' }).click();
  const picks = picker.getByRole('group').filter({ hasText: '西门车场' });
  await picks.getByRole('checkbox', { name: '东门入口1道相机' }).check();
  const entry = tile('东门入口1道');
  await entry.getByText(/^实时/).waitFor();
  await isPlaying(entry.locator('video'));
  expect(media.asked.at(-1)).toMatchObject({ action: 'read', protocol: 'webrtc', status: 200 });
  expect(media.sessions.size).toBe(1);

  await picks.getByRole('checkbox', { name: '西门出口1道相机' }).check();
  const exit = tile('西门出口1道');
  await exit.getByText('HLS', { exact: true }).waitFor();
  await isPlaying(exit.locator('video'));
  expect(media.asked.at(-1)).toMatchObject({ action: 'read', protocol: 'hls', status: 200 });
  await savePicture(page, 'live-video-4-stream');

  await entry.hover();
  await entry.getByRole('button', { name: '移除' }).click();
  await expect.poll(() => media.sessions.size).toBe(0);

  await street.entry.see('粤B66K66');
  media.spans.push({ start: new Date(nowMs() - 60_000), seconds: 300 });
  const { Rows } = (await world.make('/api/businessManage/findPassRecord', { Plate: '粤B66K66' })) as unknown as {
    Rows: { Id: string }[];
  };
  await follow(page, `/_cloud_video/record?passingId=${Rows[0]!.Id}`);
  await isPlaying(page.locator('.video-player video'));
  expect(media.asked.some(({ action, status }) => action === 'playback' && status === 200)).toBe(true);
  await savePicture(page, 'live-video-5-recording');
  await camera.close();
  // The refused stream is the only fault.
  expect(faults.filter((one) => !one.includes('500'))).toEqual([]);
});

/** Lets a page wait longer than 8 s for a picture by WebRTC: a slow machine draws, sends and shows it at the same time. */
function bePatient(page: Page): Promise<void> {
  return page.evaluate(() => {
    const wait = window.setTimeout;
    const setTimeout = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
      wait(work, ms === 8000 ? 240_000 : ms, ...given);
    Object.assign(window, { setTimeout });
  });
}

/** Waits until a video moves on. */
async function isPlaying(video: Locator): Promise<void> {
  const at = () =>
    video.evaluate((one) => {
      const { videoWidth, currentTime } = one as HTMLVideoElement;
      return videoWidth > 0 ? currentTime : 0;
    });
  await expect.poll(at).toBeGreaterThan(0);
  const before = await at();
  await expect.poll(at).not.toBe(before);
}
