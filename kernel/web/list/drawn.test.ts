import { join } from 'node:path';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SentRow } from './drawn-scene.tsx';

/** Where the files of the scene are served. */
const SITE = 'http://scene.test/';

let browser: Browser;
let page: Page;
/** The files of the scene by name. */
let files: ReadonlyMap<string, string | Uint8Array>;
/** What the server answers. */
let rows: readonly SentRow[] = [];
let faults: string[] = [];
/** Proofs of the password that acts came with. */
let proofs: (string | undefined)[] = [];

beforeAll(async () => {
  [files, browser] = await Promise.all([
    bundled(join(import.meta.dirname, 'drawn-scene.tsx')),
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    }),
  ]);
});
afterAll(() => browser?.close());

/** Bundles an entry for the browser, as `scene.js` with its chunks and `style.css`. */
async function bundled(entry: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: { input: entry, output: { entryFileNames: 'scene.js', assetFileNames: 'style[extname]' } },
    },
  });
  if (!('output' in made)) throw new Error('one build was expected');
  return new Map(made.output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source]));
}

beforeEach(async () => {
  faults = [];
  proofs = [];
  page = await browser.newPage({ viewport: { width: 1200, height: 700 }, locale: 'zh-CN' });
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.route(`${SITE}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === 'api/locker/list')
      return route.fulfill({ json: { state: 'success', data: { Rows: rows, Total: rows.length } } });
    if (name === 'api/tenantUser/checkUserPassword')
      return route.fulfill({
        json: route.request().postData()!.includes('Right')
          ? { state: 'success', data: { Proof: `proof-${proofs.length + 1}` } }
          : { state: 'error', data: null, message: '密码错误', code: 'access.wrong-password' },
      });
    if (name === 'api/locker/empty') {
      proofs.push(route.request().headers()[PROOF_HEADER.toLowerCase()]);
      return route.fulfill({ json: { state: 'success', data: {} } });
    }
    const body = files.get(name);
    if (body !== undefined)
      return route.fulfill({
        body: Buffer.from(body),
        contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript',
      });
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="stylesheet" href="/style.css"><script type="module" src="/scene.js"></script><body>',
    });
  });
  return () => page.close();
});

const sent = (name: string, count: number): SentRow => ({
  Id: name,
  Version: '1',
  Name: name,
  Count: String(count),
  CreatedAt: '2026-01-01 00:00:00',
  UpdatedAt: '2026-01-01 00:00:00',
});
/** The texts of all rows, without the head. */
const shown = async () => (await page.getByRole('row').allInnerTexts()).slice(1).map((one) => one.replace(/\s+/g, ' '));

test('a cell never shows a value of before its row or the page around it changed', async () => {
  rows = [sent('A', 1), sent('B', 2)];
  await page.goto(SITE);
  await expect.poll(shown).toEqual(['A first 1 1 of 2 first', 'B first 2 2 of 2 first']);

  // Another value of one row and a further row: the unchanged row shows the new total too.
  rows = [sent('A', 7), sent('B', 2), sent('C', 3)];
  await page.getByRole('button', { name: '刷新' }).click();
  await expect.poll(shown).toEqual(['A first 7 7 of 3 first', 'B first 2 2 of 3 first', 'C first 3 3 of 3 first']);

  // No row changed, but the functions that draw them did.
  await page.getByRole('button', { name: 'change the word' }).click();
  await expect
    .poll(shown)
    .toEqual(['A second 7 7 of 3 second', 'B second 2 2 of 3 second', 'C second 3 3 of 3 second']);
  expect(faults).toEqual([]);
});

test('selected rows are those shown, and pinned columns do not overlap', async () => {
  rows = [sent('A', 1), sent('B', 2), sent('C', 3)];
  await page.goto(SITE);
  const all = page.getByRole('checkbox', { name: '选择本页全部' });
  await page.getByRole('checkbox', { name: '选择 B' }).check();
  await page.getByText('chosen: B', { exact: true }).waitFor();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate || box.checked)).toBe(true);
  await all.check();
  await page.getByText('chosen: A,B,C').waitFor();
  await page.getByText('已选 3 项').waitFor();
  // A row that is not there any more is not selected any more.
  rows = [sent('A', 1), sent('C', 3)];
  await page.getByRole('button', { name: '刷新' }).click();
  await page.getByText('chosen: A,C').waitFor();
  await page.getByRole('button', { name: '取消选择' }).click();
  await expect.poll(() => page.getByText('已选').count()).toBe(0);
  const boxes = await Promise.all((await page.getByRole('columnheader').all()).map((one) => one.boundingBox()));
  for (const [index, box] of boxes.slice(1).entries())
    expect(box!.x).toBeGreaterThanOrEqual(boxes[index]!.x + boxes[index]!.width - 1);
  expect(faults).toEqual([]);
});

test('an opened dialog focuses the first input to type in, and calls only a reason a reason', async () => {
  rows = [];
  await page.goto(SITE);
  await page.getByRole('button', { name: 'open the dialog' }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('原因');
  await dialog.getByText('至少2个字').waitFor();
  await expect.poll(() => reason.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await dialog.getByRole('button', { name: '确定' }).isDisabled()).toBe(true);
  await page.keyboard.type('测试');
  await dialog.getByLabel('芯片号').fill('04A');
  await dialog.getByRole('button', { name: '确定' }).click();
  await dialog.getByRole('alert').getByText('芯片号').waitFor();
  expect(faults).toEqual([]);
});

test('an act that requires the password asks for it in its own dialog, says what for, and not again soon after', async () => {
  rows = [];
  await page.goto(SITE);
  const act = page.getByRole('button', { name: 'empty the locker' });
  const dialog = page.getByRole('dialog');
  const password = dialog.getByLabel('密码', { exact: true });
  const ok = dialog.getByRole('button', { name: '确定' });
  await act.click();
  await dialog.getByLabel('原因').fill('搬迁');
  await dialog.getByText('是否因“搬迁”清空？').waitFor();
  expect(await ok.isDisabled(), 'without a password').toBe(true);
  await password.fill('Wrong#2026');
  await ok.click();
  await expect.poll(() => password.inputValue(), { message: 'a wrong one is typed again' }).toBe('');
  expect(proofs).toEqual([]);
  await password.fill('Right#2026');
  await ok.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(proofs).toEqual(['proof-1']);

  await act.click();
  await dialog.getByLabel('原因').fill('清洁');
  expect(await password.count()).toBe(0);
  await ok.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(proofs, 'a proof for each act').toEqual(['proof-1', 'proof-2']);
  expect(faults).toEqual([]);
});

test('Back closes a drawer and stays on the page; closing it otherwise leaves no entry of the history', async () => {
  rows = [sent('A', 1)];
  await page.goto(SITE);
  const drawer = page.getByRole('dialog');
  const sheet = () => page.evaluate(() => (history.state as { sheet?: string } | null)?.sheet ?? null);
  await page.getByRole('row').filter({ hasText: 'A first' }).click();
  await drawer.waitFor();
  expect(await sheet()).not.toBeNull();
  await page.evaluate(() => history.back());
  await drawer.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(SITE);

  await page.getByRole('row').filter({ hasText: 'A first' }).click();
  await drawer.getByRole('button', { name: '关闭' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(sheet).toBeNull();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(faults).toEqual([]);
});

test('a plate is typed, pasted or pressed in cells, and Escape closes its keyboard before the form', async () => {
  rows = [];
  await page.goto(SITE);
  await page.getByRole('button', { name: 'open the plates' }).click();
  const plate = page.getByLabel('plate', { exact: true });
  const keys = page.getByRole('group', { name: '车牌键盘' });
  const cells = page.locator('.by-plate-input').first();
  await plate.fill('b·1 2345');
  await cells.getByRole('button', { name: '选择省份' }).click();
  await keys.getByRole('button', { name: '粤', exact: true }).click();
  expect(await plate.inputValue()).toBe('粤B12345');
  expect((await cells.innerText()).replaceAll(/\s/g, ''), 'each character once').toBe('B12345粤');
  await cells.getByRole('button', { name: '选择省份' }).click();
  await keys.waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  expect(await page.getByRole('dialog').count()).toBe(1);

  // In the second cell after the province.
  const box = (await plate.boundingBox())!;
  await page.mouse.click(box.x + box.width * (1.5 / 7), box.y + box.height / 2);
  await page.keyboard.press('Delete');
  await page.keyboard.type('9');
  expect(await plate.inputValue()).toBe('粤B92345');
  await page.getByLabel('part').fill('粤92');
  await expect.poll(() => page.locator('output').innerText()).toBe('粤B92345,粤92');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

test('several plates have an input each', async () => {
  rows = [];
  await page.goto(SITE);
  await page.getByRole('button', { name: 'open the plates' }).click();
  const list = page.locator('.by-plate-list');
  const add = list.getByRole('button', { name: '添加车牌' });
  expect(await add.isDisabled()).toBe(true);
  await list.locator('input').first().fill('粤B11111');
  await add.click();
  await page.getByLabel('第2个车牌', { exact: true }).fill('粤B22222');
  await page.getByLabel('第2个车牌', { exact: true }).press('Enter');
  await page.getByLabel('第3个车牌', { exact: true }).fill('粤B33333');
  expect(await add.count(), 'no more than the maximum').toBe(0);
  await page.getByRole('button', { name: '移除第2个车牌' }).click();
  await expect.poll(() => page.locator('output').innerText()).toBe(',,粤B11111,粤B33333');
  expect(faults).toEqual([]);
});

test('a touch screen gets a keyboard for provinces and letters instead of its own', async () => {
  rows = [];
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
  });
  const touched = await phone.newPage();
  await touched.route(`${SITE}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = files.get(name);
    if (name.startsWith('api/')) return route.fulfill({ json: { state: 'success', data: { Rows: [], Total: 0 } } });
    return body === undefined
      ? route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"><script type="module" src="/scene.js"></script><body>',
        })
      : route.fulfill({
          body: Buffer.from(body),
          contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript',
        });
  });
  await touched.goto(SITE);
  await touched.getByRole('button', { name: 'open the plates' }).tap();
  const plate = touched.getByLabel('plate', { exact: true });
  await plate.tap();
  expect(await plate.getAttribute('inputmode')).toBe('none');
  const keys = touched.getByRole('group', { name: '车牌键盘' });
  for (const key of ['粤', 'B', '1', '2', '3', '4', '6'])
    await keys.getByRole('button', { name: key, exact: true }).tap();
  await keys.getByRole('button', { name: '退格' }).tap();
  await keys.getByRole('button', { name: '5', exact: true }).tap();
  expect(await plate.inputValue()).toBe('粤B12345');
  await keys.getByRole('button', { name: '完成' }).tap();
  await keys.waitFor({ state: 'hidden' });
  await phone.close();
});

test('a slip is printed instead of the page, with its figures and without what is missing', async () => {
  rows = [sent('A', 1)];
  await page.addInitScript(() => {
    window.print = () => document.body.toggleAttribute('data-printed', true);
  });
  await page.goto(SITE);
  await page.getByRole('button', { name: '打印收据' }).click();
  await page.locator('body[data-printed]').waitFor();
  const slip = page.locator('.by-slip');
  expect(await slip.isVisible(), 'on the screen').toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await slip.isVisible(), 'on paper').toBe(true);
  const words = (await slip.innerText()).replace(/\s+/g, ' ');
  expect(words).toMatch(/^收据 Boyun 单号 P-1 实收金额 ¥1,234\.50 签字 打印 .* Scene$/);
  expect(await page.getByRole('row').first().isVisible(), 'the page on paper').toBe(false);
  expect((await slip.boundingBox())!.width).toBeLessThan(280);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await slip.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('rows have a number once the user turns its column on', async () => {
  rows = [sent('A', 1), sent('B', 2)];
  await page.goto(SITE);
  await expect.poll(shown).toEqual(['A first 1 1 of 2 first', 'B first 2 2 of 2 first']);
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '序号' }).click();
  await expect.poll(shown).toEqual(['1 A first 1 1 of 2 first', '2 B first 2 2 of 2 first']);
  rows = [sent('C', 3), sent('A', 1)];
  await page.getByRole('button', { name: '刷新' }).click();
  await expect.poll(shown).toEqual(['1 C first 3 3 of 2 first', '2 A first 1 1 of 2 first']);
  expect(faults).toEqual([]);
});
