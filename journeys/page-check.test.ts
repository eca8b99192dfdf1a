import { now } from '@boyun/test-server/time';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser, visit } from './browser.ts';
import { barriersOf } from './page-check.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

const FAINT = '<p id="faint" style="color: #999">faint</p>';

test.each([
  ['grey on white', FAINT],
  ['on a half transparent ground', '<div style="background: #0008"><p id="faint" style="color: #555">faint</p></div>'],
  ['in a half transparent part', '<div style="opacity: 0.5"><p id="faint" style="color: #555">faint</p></div>'],
  ['in a field', '<input id="faint" aria-label="field" value="faint" style="color: #aaa; background: #fff">'],
] as const)('faint text is found at every depth: %s', async (_, html) => {
  const { page } = await visit(browser, 'about:blank');
  await page.setContent(`<html lang="en"><body><main class="screen"><p>plain</p>${html}</main></body></html>`);
  for (const depth of ['full', 'quick', 'contrast'] as const)
    expect([depth, await barriersOf(page, { depth, isWithoutShell: true })]).toEqual([
      depth,
      [expect.stringContaining('color-contrast: <')],
    ]);
});

test.each([
  ['plain', '<p style="color: #555">plain</p>'],
  ['large', '<p style="color: #888; font-size: 24px">large</p>'],
  ['disabled', '<button disabled style="color: #ccc">disabled</button>'],
  ['on a dark ground', '<div style="background: #222"><p style="color: #ccc">plain</p></div>'],
] as const)('other text is not: %s', async (_, html) => {
  const { page } = await visit(browser, 'about:blank');
  await page.setContent(`<html lang="en"><body><main class="screen">${html}</main></body></html>`);
  for (const depth of ['full', 'quick', 'contrast'] as const)
    expect([depth, await barriersOf(page, { depth, isWithoutShell: true })]).toEqual([depth, []]);
});

test('a window has the clock of the tests', async () => {
  const { page } = await visit(browser, 'about:blank');
  // A Date reads whole milliseconds, and a window may read the machine's clock a little coarser than the test does.
  const GRAIN_MS = 5;
  const before = now().getTime();
  const moments = await page.evaluate<number[]>('[Date.now(), new Date().getTime()]');
  const after = now().getTime();
  for (const moment of moments) {
    expect(moment).toBeGreaterThanOrEqual(before - GRAIN_MS);
    expect(moment).toBeLessThanOrEqual(after + GRAIN_MS);
  }
});
