import { type Field, type Fields, sampleOf, verbPath, wireName, writableFields } from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { savePicture, sharedBrowser, signIn, visit } from './browser.ts';
import { closeOtherTags, followTo, shown } from './shell-visit.ts';
import { menuPages } from './tour-data.ts';
import { startWorld, type World } from './world.ts';

vi.setConfig({ testTimeout: 1_200_000 });

/** Texts that would run a script, or link to one, where they were interpreted as markup; the number identifies them. */
const PAYLOADS = [
  (n: number) => `<img src=x${n} onerror=pwn()>`,
  (n: number) => `"'><svg onload=pwn(${n})>`,
  (n: number) => `</script><script>pwn(${n})</script>`,
  (n: number) => `javascript:pwn(${n})`,
];
/** Calls whose success would end the test's session or block its sign-in. */
const SPARED = ['log-off', 'change-password', 'login', 'set-up'];

let world: World;
let browser: Browser;
let count = 0;
const owned = new Map<string, string>();
/** Names of the fields that accepted hostile text, with their owner. */
const taken: string[] = [];

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
});
afterAll(() => world?.server.stop());

/** Returns a hostile text that fits a field, or null where its bounds or pattern allow none. */
function hostileFor(field: Field): unknown {
  if (field.kind === 'list' && field.item && !field.isReadOnly) {
    const item = hostileFor(field.item);
    return item === null ? null : [item];
  }
  if (field.kind !== 'text') return null;
  count += 1;
  const fitting = [0, 1, 2, 3].map((step) => PAYLOADS[(count + step) % PAYLOADS.length]!(count));
  return fitting.find((text) => field.schema.safeParse(text).success) ?? null;
}

function hostileOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(writableFields(fields))
      .map(([key, field]) => [wireName(key, field), hostileFor(field)] as const)
      .filter(([, value]) => value !== null),
  );
}

/** Calls with hostile text in every field that may accept it: first in all, then without those the response refuses. */
async function callHostile(name: string, path: string, fields: Fields, plain: object) {
  let hostile = hostileOf(fields);
  for (let round = 0; round < 4 && Object.keys(hostile).length > 0; round += 1) {
    const answer = await world.admin.call(path, { ...plain, ...hostile });
    if (answer.state === 'success') {
      taken.push(...Object.keys(hostile).map((key) => `${name} ${key}`));
      return answer;
    }
    const refused = new Set((answer.issues ?? []).map((one) => one.path.split(/[.[]/)[0]!));
    const keys = Object.keys(hostile).filter((key) => !refused.has(key));
    // A refusal without fields: half of them are kept.
    const rest = refused.size > 0 ? keys : keys.slice(0, Math.floor(keys.length / 2));
    hostile = Object.fromEntries(rest.map((key) => [key, hostile[key]]));
  }
  return world.admin.call(path, plain);
}

/** The resources a row must refer to. */
function neededBy(fields: Fields): string[] {
  return Object.values(writableFields(fields)).flatMap((one) =>
    one.kind === 'reference' && !one.isOptional && one.to ? [one.to] : [],
  );
}

/** Stores hostile text through every call of the contract that stores a text. */
async function storeEverywhere(): Promise<void> {
  owned.set('file', `${world.admin.tenantId}/upload/2026-03-15/sample.jpg`);
  const contracts = modules.map((one) => one.contract);
  let left = contracts.flatMap((one) => one.resources).filter((one) => one.verbs.includes('create'));
  while (left.length > 0) {
    // Each after the rows it must refer to.
    const ready = left.filter((one) => neededBy(one.fields as Fields).every((name) => owned.has(name)));
    if (ready.length === 0) break;
    left = left.filter((one) => !ready.includes(one));
    for (const one of ready) {
      const fields = one.fields as Fields;
      const answer = await callHostile(one.name, verbPath(one, 'create'), fields, sampleOf(fields, owned));
      if (answer.data?.Id) owned.set(one.name, answer.data.Id);
    }
  }
  for (const operation of modules.flatMap((one) => one.contract.operations)) {
    if (operation.isRead || operation.takesFile || SPARED.includes(operation.name)) continue;
    if (!['signed-in', 'own-session'].includes(String(operation.access)) && typeof operation.access === 'string')
      continue;
    if (Object.keys(hostileOf(operation.input)).length === 0) continue;
    await callHostile(operation.name, operation.path, operation.input, sampleOf(operation.input, owned));
  }
}

/** Renames a menu entry. */
async function renameMenu(): Promise<void> {
  const { data } = await world.admin.call('/api/menu/get');
  const Entries = (data.Entries as Record<string, string>[]).map(
    ({ Key, ParentKey, Name, NameEn, Icon, IsHidden }) => ({
      Key,
      ParentKey,
      Name,
      NameEn,
      Icon,
      IsHidden,
    }),
  );
  Entries.find((one) => one.Key!.startsWith('page:'))!.Name = PAYLOADS[0]!(0);
  await world.make('/api/menu/save', { Entries });
}

/** Returns the markup of stored texts that became elements of the page. */
function elementsMade(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'img[src^="x"], [onerror], [onload], svg[onload], script:not([src]):not([data-own]), a[href^="javascript:" i]',
      ),
    ]
      .map((one) => one.outerHTML)
      .filter((html) => html.includes('pwn')),
  );
}

/** Waits until the page and what lies above it have their data. */
async function untilRead(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector(':is(.shell-page:not(.is-kept), [role=dialog]) :is(.by-skeleton, [aria-busy=true])'),
  );
}

test('text that looks like markup is shown as text, on every page', async () => {
  const lot = await world.newLot('科技园停车场');
  await lot.entry.handIn('粤B12345', 90);
  await lot.entry.see(PAYLOADS[0]!(2)).catch(() => null);
  await storeEverywhere();
  await renameMenu();
  await world.newAccount('reader');
  await world.server.product.consumers.drain();
  // Fewer would mean that the texts were refused and the pages below show nothing hostile.
  expect(taken.length, taken.join(', ')).toBeGreaterThan(60);

  const { page } = await visit(browser, world.server.url);
  const ran: unknown[] = [];
  await page.exposeFunction('pwn', (n: unknown) => void ran.push(n ?? 'run'));
  await signIn(page, world.tenantCode, 'reader');
  // The notice that was published to everyone lies above the pages.
  const notice = page.getByRole('button', { name: '我已阅读并确认' });
  await notice.click();
  await notice.waitFor({ state: 'detached' });
  const seen: string[] = [];
  const opened: string[] = [];
  const wrong: Record<string, unknown> = {};
  for (const { Url } of await menuPages(world)) {
    await followTo(page, Url!);
    // A page behind the shown one may wait for its data until it is shown again.
    await closeOtherTags(page);
    await shown(page).first().waitFor();
    await untilRead(page);
    // Also the details of the first row, if any.
    const row = shown(page).locator('.by-line.is-openable').first();
    if (await row.isVisible()) {
      const { href } = new URL(page.url());
      await row.click();
      // Rows of some pages open another page.
      await page
        .waitForFunction((before) => location.href !== before || document.querySelector('[role=dialog]'), href)
        .catch((error: unknown) => {
          throw new Error(`a row of ${Url} opens nothing`, { cause: error });
        });
      await untilRead(page);
      opened.push(Url!);
    }
    if ((await page.locator('body').textContent())?.includes('pwn(')) seen.push(Url!);
    const made = await elementsMade(page);
    if (made.length > 0 || ran.length > 0) wrong[Url!] = [made, ran.splice(0)];
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  await savePicture(page, 'hostile-text');
  expect(wrong).toEqual({});
  expect(seen.length, `pages that show hostile text: ${seen.join(', ')}`).toBeGreaterThan(15);
  expect(opened.length, `pages whose rows were opened: ${opened.join(', ')}`).toBeGreaterThan(30);
});

test('an upload that is a document with scripts is refused', async () => {
  const body = new FormData();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="pwn()"><script>pwn()</script></svg>';
  body.append('File', new Blob([svg], { type: 'image/svg+xml' }), 'a.svg');
  const answer = await fetch(`${world.server.url}/api/upload/uploadToOther`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.admin.token}` },
    body,
  });
  expect(((await answer.json()) as { state: string }).state).toBe('fail');
});
