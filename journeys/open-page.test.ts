import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BUILT = process.env.JOURNEY_PAGES ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const FOLDER = `${BUILT}/assets`;
/** The entry file of every page. */
const [, entry] = /src="\/assets\/([^"]+)"/.exec(readFileSync(`${BUILT}/index.html`, 'utf8'))!;
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));

/** Returns the files that must be loaded before a file runs, including itself. */
function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const source = readFileSync(`${FOLDER}/${name}`, 'utf8');
  for (const [, other] of source.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) needed(other!, found);
  return found;
}

// The shell with all lists is one file, and the component library another; a phone at the barrier must not load them.
// `FIRST` and `PHONE` in vite.config.ts define what these pages share instead. The login page is part of the entry file.
test.each([
  'index',
  'share-page',
  'poster-page',
  'pay-page.view',
  'place-page.view',
  'claim-page.view',
  'invitation.view',
  'driver-feedback.view',
])('what is open before the sign-in is small: %s', (page) => {
  const start = files.find((name) => name.startsWith(`${page}-`));
  expect(start, 'a file of its own').toBeDefined();
  const loaded = [...needed(start!, needed(entry!))];
  expect(loaded.filter((name) => /^(library|list|shell)-/.test(name))).toEqual([]);
  const bytes = loaded.reduce((sum, name) => sum + statSync(`${FOLDER}/${name}.br`).size, 0);
  expect(bytes).toBeLessThan(90_000);
});
