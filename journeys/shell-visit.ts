import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD, untilAnnounced, type Visit, visitSignedIn } from './browser.ts';
import type { World } from './world.ts';

/** Pages used by the journeys of the shell. */
export const PAGES = {
  home: '/dashboardCd/index',
  order: '/_cloud_operation/order',
  lot: '/_cloud_basic/parkLot',
  gate: '/_cloud_basic/gate',
  log: '/_cloud_system/loginLog',
} as const;

let accountCount = 0;

/** Path of the current address. */
export const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Titles of the tags, in order. */
export const tags = (page: Page) => page.locator('.tags-strip .tag > button:first-child').allTextContents();
/** The tag of a page by its title. */
export const tag = (page: Page, title: string) => page.locator('.tags-strip .tag').filter({ hasText: title });
/** The visible page among all cached ones. */
export const shown = (page: Page) => page.locator('.shell-page:visible');

/** A window with a session of a new account, at a page. */
export async function enterShell(
  world: World,
  browser: Browser,
  path: string,
  options: { permissions?: readonly string[]; width?: number; height?: number } = {},
): Promise<Visit> {
  accountCount += 1;
  const account = `shell-${accountCount}`;
  await world.newAccount(account, options.permissions ?? 'admin');
  return visitSignedIn(browser, world.server.url + path, { tenantCode: world.tenantCode, account }, options);
}

/** Navigates within the open shell, like a link. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Navigates within the open shell, and waits until the page is the one that is shown. */
export async function followTo(page: Page, path: string): Promise<void> {
  await follow(page, path);
  await page.locator(`.shell-page[data-path="${path.split('?')[0]}"]:not(.is-kept)`).waitFor();
}

/** Reads the visible list again. */
export const refresh = (page: Page) => shown(page).getByRole('button', { name: '刷新', exact: true }).click();

/** Opens the user menu of the top bar, in Chinese or English. */
export function openUserMenu(page: Page): Promise<void> {
  return page.getByRole('banner').locator('.top-user').click();
}

/** Closes all pages but the shown one. */
export function closeOtherTags(page: Page): Promise<void> {
  return page
    .locator('.tags-strip .tag:not(.is-current) .tag-close')
    .evaluateAll((crosses: HTMLElement[]) => crosses.forEach((one) => void one.click()));
}

/** Opens pages one after the other, each with its tag. */
export async function openTags(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await follow(page, path);
    await page.locator('.tags-strip .tag.is-current').waitFor();
    await shown(page).waitFor();
  }
}

/** Enters the password where required, and confirms the question that follows. */
export async function agree(page: Page): Promise<void> {
  const password = page.getByRole('dialog', { name: '请输入当前账号密码' });
  await password.getByLabel('密码').fill(PASSWORD);
  await password.getByRole('button', { name: '确定' }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
}

/** Enters the password in the dialog of an operation, and submits it with the button of this name. */
export async function prove(dialog: Locator, submit: string): Promise<void> {
  const button = dialog.getByRole('button', { name: submit, exact: true });
  // While the dialog is being drawn, its field may be drawn once more and lose what was entered.
  const entered = async () => {
    await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
    return button.isEnabled();
  };
  await expect.poll(entered, { timeout: 60_000, interval: 500 }).toBe(true);
  await button.click();
}

/** A row of the visible list by a text in it. */
export const rowOf = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text });

/** Opens the reviews as another account, finds a request by a text in it, and approves it. */
export async function approveRequest(page: Page, text: string, picture: () => Promise<void>): Promise<void> {
  await rowOf(page, text).first().click();
  const request = shown(page).getByRole('region', { name: '详情' }).filter({ hasText: '审批进度' });
  await request.getByText(text).first().waitFor();
  await request.getByRole('button', { name: '通过' }).waitFor();
  await picture();
  await request.getByRole('button', { name: '通过' }).click();
  await prove(page.getByRole('dialog', { name: '通过 1 项申请' }), '确定');
  await untilAnnounced(page, '已通过1项申请');
}
