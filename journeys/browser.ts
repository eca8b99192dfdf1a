import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { shiftDate, shiftMs } from '@boyun/launch/suite-clock';
import { atWorkerEnd } from '@boyun/test-server/worker-end';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** Password of every account in the journeys. */
export const PASSWORD = 'Boyun#2026';

/** An isolated browser window, with the errors that occurred in it. */
export interface Visit {
  readonly page: Page;
  /** Uncaught errors and console errors, in order. */
  readonly faults: string[];
}

interface WindowOptions {
  readonly language?: 'zh' | 'en';
  readonly width?: number;
  readonly height?: number;
  readonly userAgent?: string;
}

/** A session as the login page leaves it in session storage, by key. */
type StoredSession = Readonly<Record<string, string>>;

let windowCount = 0;
/** Announcements per window that no test has consumed yet. */
const announced = new WeakMap<Page, string[]>();
const ANNOUNCED = 'announced: ';

/** Starts the system's Chromium (CHROMIUM, else /usr/bin/chromium) with a separate profile; its windows have the clock of the tests. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Every window would load the pages of Chromium's own address bar, which costs more than a window.
      // Two windows find each other by address: nobody answers their multicast names here.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,WebRtcHideLocalIpsWithMdns',
      '--host-resolver-rules=MAP boyun.test 127.0.0.1',
    ],
  });
  browser.on('context', (context) => void context.addInitScript(shiftDate, shiftMs()));
  return browser;
}

let shared: Promise<Browser> | null = null;

/** Returns the browser that all journeys of this worker share; it is closed with the worker. */
export function sharedBrowser(): Promise<Browser> {
  if (!shared) {
    shared = openBrowser();
    atWorkerEnd(async () => (await shared!).close());
  }
  return shared;
}

/** Signs in over the API. */
async function newSession(address: string, tenantCode: string, account: string): Promise<StoredSession> {
  const response = await fetch(new URL('/api/tenantUser/login', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Account: account, Password: PASSWORD, TenantId: tenantCode }),
  });
  const { data, message } = (await response.json()) as { data: Record<string, string> | null; message: string };
  if (!data) throw new Error(`sign-in failed: ${message}`);
  return {
    'ACCESS-Token': data.AccessToken!,
    tokenType: data.TokenType!,
    TenantId: data.TenantId!,
    userId: data.UserId!,
    dashboardPath: data.DashboardPath!,
  };
}

/** Opens an address of the shell in a separate window of an account that has signed in, and waits for the shell. */
export async function visitSignedIn(
  browser: Browser,
  address: string,
  { tenantCode, account }: { tenantCode: string; account: string },
  options: WindowOptions = {},
): Promise<Visit> {
  const opened = await visit(browser, address, options, await newSession(address, tenantCode, account));
  await opened.page.locator('.shell-main').waitFor();
  return opened;
}

/** Opens an address in a separate window, which closes with the test; a failed test leaves a screenshot. */
export async function visit(
  browser: Browser,
  address: string,
  options: WindowOptions = {},
  session: StoredSession | null = null,
): Promise<Visit> {
  const { language = 'zh', width = 1366, height = 768 } = options;
  windowCount += 1;
  const place = windowCount;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...(options.userAgent ? { userAgent: options.userAgent } : {}),
  });
  context.setDefaultTimeout(60_000);
  // Announcements disappear after two or three seconds, possibly before the test looks, so they are recorded as they appear.
  await context.addInitScript((mark) => {
    new MutationObserver((changes) => {
      for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (one instanceof Element && one.matches('.by-notice')) console.debug(mark + one.textContent);
    }).observe(document, { childList: true, subtree: true });
  }, ANNOUNCED);
  // In every test a violation of the Content-Security-Policy is a failure.
  const refused: string[] = [];
  await context.exposeFunction('reportViolation', (violation: string) => void refused.push(violation));
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample, lineNumber } = event;
      const place = `${location.pathname}, ${sourceFile}:${lineNumber}`;
      const report = (window as unknown as { reportViolation(violation: string): void }).reportViolation;
      report(`${effectiveDirective} refuses ${blockedURI} ${sample} (${place})`);
    }),
  );
  if (session)
    // Only for the first page of the window: an account that signs out must stay signed out.
    await context.addInitScript((values) => {
      if (!location.protocol.startsWith('http') || localStorage.getItem('signed-in')) return;
      localStorage.setItem('signed-in', 'true');
      for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
    }, session);
  const page = await context.newPage();
  announced.set(page, []);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await savePicture(page, `failed-${place}-${task.name.slice(0, 40)}`);
    await context.close();
    expect(refused, 'violations of the Content-Security-Policy').toEqual([]);
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && text.includes('Content Security Policy')) refused.push(text);
    if (text.startsWith(ANNOUNCED)) announced.get(page)!.push(text.slice(ANNOUNCED.length));
    if (message.type() !== 'error') return;
    const { pathname } = new URL(message.location().url || address);
    faults.push(`${pathname}: ${text}`);
  });
  await page.goto(address);
  return { page, faults };
}

/** Signs in through the login page and waits for the shell. */
export async function signIn(page: Page, tenantCode: string, account: string): Promise<void> {
  await page.getByRole('textbox', { name: /租户编码|Tenant code/ }).fill(tenantCode);
  await page.getByRole('textbox', { name: /^(账号|Account)/ }).fill(account);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: /^(登录|Sign in)$/ }).click();
  await page.locator('.shell-main').waitFor();
}

/** Waits until a page has announced a text, also if it is no longer shown; each announcement is consumed once. */
export async function untilAnnounced(page: Page, words: string | RegExp): Promise<void> {
  const texts = announced.get(page)!;
  await expect.poll(() => texts.join('\n'), { message: 'what the page announced' }).toMatch(words);
  texts.splice(
    texts.findIndex((one) => (typeof words === 'string' ? one.includes(words) : words.test(one))),
    1,
  );
}

/** Closes the notices that have not gone by themselves: one that says the same is not shown again while it is there. */
export async function closeNotices(page: Page): Promise<void> {
  const crosses = page.locator('.by-notice-close');
  await crosses.evaluateAll((all: HTMLElement[]) => all.forEach((one) => void one.click()));
  await expect.poll(() => crosses.count()).toBe(0);
}

/** The first visible occurrence of a text; cached pages contain the same texts invisibly. */
export function textInSight(page: Page, text: string): Locator {
  return page.getByText(text).filter({ visible: true }).first();
}

/** Enters the password where an operation requires it, and confirms the operation. */
export async function confirmPassword(page: Page, password = PASSWORD): Promise<void> {
  const asked = page.getByRole('dialog', { name: '请输入当前账号密码' });
  await asked.getByLabel('密码').fill(password);
  await asked.getByRole('button', { name: '确定' }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
}

/** Saves a screenshot when JOURNEY_PICTURES names a folder, for visual review. */
export async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.JOURNEY_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  // Hiding the caret would insert a style element, which the Content-Security-Policy refuses.
  await page.screenshot({ path: join(folder, `${name}.png`), caret: 'initial' });
}
