import { resource, text } from '@boyun/kernel/contract';
import { expect, test } from 'vitest';
import { readContracts } from './module-door.ts';
import { sources } from './source.ts';

test('the icon of a page is one that the menu draws', async () => {
  const { text: source } = sources().find(({ path }) => path === 'apps/web/src/shell/menu-icon.tsx')!;
  const [, table = ''] = /const ICONS[^{]*\{([\s\S]*?)\n\};/.exec(source) ?? [];
  const drawn = new Set([...table.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name]) => name));
  expect(drawn.size).toBeGreaterThan(50);
  const pages = (await readContracts()).flatMap((one) => one.pages);
  expect(pages.filter(({ icon }) => !drawn.has(icon)).map(({ key, icon }) => `${key} ${icon}`)).toEqual([]);
});

test('a declaration fills in its defaults', () => {
  const plain = resource('sentry-box', {
    title: { zh: '岗亭', en: 'Sentry boxes' },
    path: '/api/sentryBox',
    fields: { name: text({ zh: '名称', en: 'Name' }) },
    columns: ['name'],
    search: {},
    verbs: ['list'],
    subject: (row) => row.name,
  });
  expect(plain).toMatchObject({ table: 'sentry_box', nameField: 'name', lotField: null });
  expect(plain.can.get.name).toBe(plain.can.list.name);
  expect(plain.can.list.name).toBe('sentry-box.list');
});
