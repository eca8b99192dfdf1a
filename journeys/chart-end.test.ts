import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { closeOtherTags, enterShell, follow, PAGES } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const lot = await world.newLot('科技园停车场');
  await lot.entry.handIn('粤B12345', 600);
  await world.server.product.consumers.drain();
});
afterAll(() => world?.server.stop());

test('a page may be closed while its charts are still being drawn', async () => {
  const { page, faults } = await enterShell(world, browser, PAGES.home);
  const machine = await page.context().newCDPSession(page);
  for (const rate of [10, 16]) {
    await follow(page, '/_cloud_operation/statistics');
    await page.locator('.shell-page:visible canvas').first().waitFor();
    // A slow machine, which draws a chart in several frames.
    await machine.send('Emulation.setCPUThrottlingRate', { rate });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.setViewportSize({ width: 1366, height: 768 });
    await follow(page, '/_cloud_system/loginLog');
    await closeOtherTags(page);
    await page.waitForFunction(() => !document.querySelector('.shell-page canvas'));
    await page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    });
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  expect(faults).toEqual([]);
});
