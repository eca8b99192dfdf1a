import type { Browser, Page } from 'playwright-core';
import { signIn, type Visit, visit } from './browser.ts';
import type { World } from './world.ts';

/** Pages the journeys of the shell go to. */
export const PAGES = {
  home: '/dashboardCd/index',
  order: '/_cloud_operation/order',
  lot: '/_cloud_basic/parkLot',
  gate: '/_cloud_basic/gate',
  log: '/_cloud_system/loginLog',
} as const;

let accountCount = 0;

/** Path of the address shown. */
export const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Words of the tags, in their order. */
export const tags = (page: Page) => page.locator('.tags-strip .tag > button:first-child').allTextContents();
/** The tag of a page by its title. */
export const tag = (page: Page, title: string) => page.locator('.tags-strip .tag').filter({ hasText: title });
/** The page on screen, of all that are kept. */
export const shown = (page: Page) => page.locator('.shell-page:visible');

/** A window with a session of an account of its own, at a page. */
export async function enterShell(
  world: World,
  browser: Browser,
  path: string,
  options: { permissions?: readonly string[]; width?: number; height?: number } = {},
): Promise<Visit> {
  accountCount += 1;
  const account = `shell-${accountCount}`;
  await world.newAccount(account, options.permissions ?? 'admin');
  const opened = await visit(browser, world.server.url + path, options);
  await signIn(opened.page, world.tenantCode, account);
  return opened;
}

/** Goes to an address within the open shell, as a link does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Opens pages one after the other, each with its tag. */
export async function openTags(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await follow(page, path);
    await page.locator('.tags-strip .tag.is-current').waitFor();
    await shown(page).waitFor();
  }
}
