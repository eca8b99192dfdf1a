import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, visit } from './browser.ts';
import { enterShell } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([
    startWorld(inject('databaseUrl'), { mapTiles: 'https://{s}.tiles.example.com/{z}/{x}/{y}.png' }),
    sharedBrowser(),
  ]);
});
afterAll(() => world?.server.stop());

test.each(['/', '/pay/1-abcdefgh', '/_cloud_operation/order', '/favicon.svg'])(
  '%s may only load from its own server',
  async (path) => {
    const { headers } = await fetch(world.server.url + path);
    const policy = new Map(
      headers
        .get('content-security-policy')!
        .split('; ')
        .map((one) => [one.split(' ')[0]!, one.split(' ').slice(1)]),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    // The map fetches its tiles.
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://*.tiles.example.com']);
    expect(policy.get('frame-src')).toEqual(["'self'"]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://*.tiles.example.com']);
    for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(policy.get(name)).toEqual(["'none'"]);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  },
);

test('an injected script does not run and reaches no other server', async () => {
  // Not with `visit`, which fails the test on a violation.
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(world.server.url);
    await page.getByRole('button', { name: /^(登录|Sign in)$/ }).waitFor();
    const refused = await page.evaluate(async (own) => {
      const names: string[] = [];
      addEventListener('securitypolicyviolation', (event) => names.push(event.effectiveDirective));
      const add = (tag: string, values: object) =>
        document.body.append(Object.assign(document.createElement(tag), values));
      const hole = document.createElement('div');
      document.body.append(hole);
      hole.innerHTML = '<img src="data:," onerror="window.ran = 1"><a href="javascript:window.ran = 2">link</a>';
      hole.querySelector('a')!.click();
      add('script', { textContent: 'window.ran = 3' });
      add('script', { src: 'https://elsewhere.example.com/a.js' });
      add('style', { textContent: 'body { display: none }' });
      add('iframe', { src: 'https://elsewhere.example.com/' });
      add('img', { src: 'https://elsewhere.example.com/token' });
      add('object', { data: own });
      await fetch('https://elsewhere.example.com/').catch(() => null);
      const form = Object.assign(document.createElement('form'), { action: own, method: 'post' });
      document.body.append(form);
      form.submit();
      while (new Set(names).size < 8) await new Promise((resolve) => setTimeout(resolve, 50));
      return { names: [...new Set(names)].sort(), ran: (window as unknown as { ran?: number }).ran };
    }, world.server.url);
    expect(refused).toEqual({
      names: [
        'connect-src',
        'form-action',
        'frame-src',
        'img-src',
        'object-src',
        'script-src-attr',
        'script-src-elem',
        'style-src-elem',
      ],
      ran: undefined,
    });
  } finally {
    await context.close();
  }
});

test('the API reference is shown with its own style only', async () => {
  const { page } = await visit(browser, `${world.server.url}/api/docs`);
  await expect
    .poll(() =>
      page
        .locator('summary')
        .first()
        .evaluate((one) => getComputedStyle(one).cursor),
    )
    .toBe('pointer');
});

test('a chart shows the values at the pointer', async () => {
  const lot = await world.newLot('科技园停车场');
  await lot.entry.handIn('粤B12345', 90);
  await world.server.product.consumers.drain();
  const { page, faults } = await enterShell(world, browser, '/_cloud_operation/statistics');
  const chart = page.locator('.by-chart').first();
  await chart.locator('canvas').waitFor();
  await expect
    .poll(async () => {
      await chart.hover({ position: { x: 120, y: 120 } });
      await chart.hover({ position: { x: 160, y: 130 } });
      return page.locator('.by-chart-tip b').count();
    })
    .toBeGreaterThan(0);
  expect(await page.locator('.by-chart-tip b').first().textContent()).toMatch(/\d|—/);
  await savePicture(page, 'chart-tooltip');
  expect(faults).toEqual([]);
});
