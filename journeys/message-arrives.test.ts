import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sharedBrowser, signIn, textInSight, visit } from './browser.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

test('a message appears in the open message centre', async () => {
  await world.newAccount('attendant', ['order.list']);
  const { page, faults } = await visit(browser, `${world.server.url}/_cloud_system/messageCenter`);
  const listed = page.waitForResponse((one) => one.url().endsWith('/api/serviceMsgCenter/list'));
  await Promise.all([signIn(page, world.tenantCode, 'attendant'), listed]);
  for (const title of ['交接班提醒', '暴雨预警']) {
    const seen = page.waitForResponse((one) => one.url().endsWith('/api/serviceMsgCenter/see'));
    await world.make('/api/serviceMsgCenter/send', {
      Audience: 'account',
      To: 'attendant',
      Title: title,
      Body: '请注意',
    });
    await textInSight(page, title).waitFor();
    expect((await seen).status()).toBe(200);
  }
  expect(faults).toEqual([]);
});
