import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BUILT = process.env.JOURNEY_PAGES ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url));

/** The files behind a document: that of the staff's pages, or that of the drivers', which are built apart. */
function built(page: string) {
  const html = readFileSync(`${BUILT}/${page}`, 'utf8');
  const read = (name: string) => readFileSync(`${BUILT}/assets/${name}`, 'utf8');
  const [, entry = ''] = /src="\/assets\/([^"]+)"/.exec(html) ?? [];
  /** Returns the files that must be loaded before a file runs, including itself. */
  const needed = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, other] of read(name).matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) needed(other!, found);
    return found;
  };
  /** The styles that the entry loads with a file that it imports late. */
  const stylesOf = (name: string): string[] => {
    const source = read(entry);
    const files = [...source.matchAll(/"assets\/([^"]+)"/g)].map(([, one]) => one!);
    const at = source.indexOf(`./${name}`);
    const [, list = ''] = /__vite__mapDeps\(\[([\d,]*)\]\)/.exec(source.slice(at)) ?? [];
    return list.split(',').flatMap((one) => files[Number(one)] ?? []);
  };
  const linked = [...html.matchAll(/href="\/assets\/([^"]+)"/g)].map(([, name]) => name!);
  const find = (start: string) =>
    readdirSync(`${BUILT}/assets`).find((name) => name.startsWith(`${start}-`) && name.endsWith('.js'));
  const bytes = (names: Iterable<string>, suffix: 'br' | 'gz') =>
    [...names].reduce((sum, name) => sum + statSync(`${BUILT}/assets/${name}.${suffix}`).size, 0);
  return { entry, needed, stylesOf, linked, find, bytes };
}

// Pages before the sign-in load neither the shell with its lists nor the component library. They share the files that `FIRST` and `PHONE` in
// vite.config.ts define. The login page is part of the entry file.
test.each(['index', 'share-page', 'poster-page'])('what is open before the sign-in is small: %s', (page) => {
  const { entry, needed, find, bytes } = built('index.html');
  const start = find(page);
  expect(start, 'a file of its own').toBeDefined();
  const loaded = [...needed(start!, needed(entry))];
  expect(loaded.filter((name) => /^(library|list|shell)-/.test(name))).toEqual([]);
  expect(bytes(loaded, 'br')).toBeLessThan(90_000);
});

// At the barrier a page has to be there with a poor connection: scripts and styles together, as the oldest browsers get them.
test.each([
  'pay-page.view',
  'place-page.view',
  'booking.view',
  'scan-page.view',
  'invitation.view',
  'driver-feedback.view',
])('what drivers open is there with at most 40 kB: %s', (page) => {
  expect(weightOf(page)).toBeLessThan(40_000);
});

// The app is opened again and again, and shows more before its first question.
test('the drivers’ app is there with at most 90 kB', () => {
  expect(weightOf('app-page.view')).toBeLessThan(90_000);
});

test('the collectors’ app is there with at most 90 kB', () => {
  expect(weightOf('pos-page.view')).toBeLessThan(90_000);
});

/** What a page of drivers loads before it is shown, in bytes as they travel. */
function weightOf(page: string): number {
  const { entry, needed, stylesOf, linked, find, bytes } = built('phone.html');
  const start = find(page);
  expect(start, 'a file of its own').toBeDefined();
  const loaded = new Set([...needed(start!, needed(entry)), ...stylesOf(start!), ...linked]);
  expect([...loaded].some((name) => name.endsWith('.css'))).toBe(true);
  return bytes(loaded, 'gz');
}
