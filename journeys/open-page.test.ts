import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BUILT = process.env.JOURNEY_PAGES ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const FOLDER = `${BUILT}/assets`;
/** The file every page begins with. */
const [, entry] = /src="\/assets\/([^"]+)"/.exec(readFileSync(`${BUILT}/index.html`, 'utf8'))!;
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));

/** The files a page's file needs before it runs, itself among them. */
function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const source = readFileSync(`${FOLDER}/${name}`, 'utf8');
  for (const [, other] of source.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) needed(other!, found);
  return found;
}

// What the shell and all lists need is one file, and the component library another; a phone at the barrier is not to load them. `FIRST` and `PHONE` of vite.config.ts say what
// these pages share instead.
// The login page is part of the file every page begins with.
test.each(['index', 'share-page', 'poster-page', 'pay-page.view', 'invitation.view', 'driver-feedback.view'])(
  'what is open before the sign-in is small: %s',
  (page) => {
    const start = files.find((name) => name.startsWith(`${page}-`));
    expect(start, 'a file of its own').toBeDefined();
    const loaded = [...needed(start!, needed(entry!))];
    expect(loaded.filter((name) => /^(library|list|shell)-/.test(name))).toEqual([]);
    const bytes = loaded.reduce((sum, name) => sum + statSync(`${FOLDER}/${name}.br`).size, 0);
    expect(bytes).toBeLessThan(90_000);
  },
);
