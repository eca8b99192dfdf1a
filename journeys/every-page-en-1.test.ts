import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { menuPages, tourPages } from './page-tour.ts';
import { startWorld, type World } from './world.ts';

vi.setConfig({ testTimeout: 1_200_000 });

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl'), { doubtsCommands: true }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.server.stop();
});

test('pages of the menu fit completely in English, in every size: part 1 of 2', async () => {
  expect((await menuPages(world)).length).toBeGreaterThan(20);
  expect(await tourPages(world, browser, { language: 'en', axedSize: 'phone', part: [1, 2] })).toEqual({});
});
