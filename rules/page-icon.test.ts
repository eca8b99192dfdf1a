import { expect, test } from 'vitest';
import { readContracts } from './module-door.ts';
import { sources } from './source.ts';

test('the icon of a page is one that the menu draws', async () => {
  const pages = (await readContracts()).flatMap((one) => one.pages);
  const { text: source } = sources().find(({ path }) => path === 'apps/web/src/shell/menu-icon.tsx')!;
  const [, table = ''] = /const ICONS[^{]*\{([\s\S]*?)\n\};/.exec(source) ?? [];
  const drawn = new Set([...table.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name]) => name));
  expect(drawn.size).toBeGreaterThan(50);
  expect(pages.filter(({ icon }) => !drawn.has(icon)).map(({ key, icon }) => `${key} ${icon}`)).toEqual([]);
});
