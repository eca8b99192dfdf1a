import { expect, test } from 'vitest';
import { RECENT_PAGES, readShortcuts, withToggled, withUsed } from './shortcut-list.ts';

const none = { favourites: [], recent: [] };

test('the pages used last are kept, the latest first, each once', () => {
  const used = ['/a', '/b', '/a', '/c'].reduce(withUsed, none);
  expect(used.recent).toEqual(['/c', '/a', '/b']);
  const many = Array.from({ length: 20 }, (_, index) => `/${index}`).reduce(withUsed, none);
  expect(many.recent).toHaveLength(RECENT_PAGES);
  expect(many.recent[0]).toBe('/19');
});

test('a page is a favourite until it is chosen again', () => {
  const chosen = withToggled(withToggled(none, '/a'), '/b');
  expect(chosen.favourites).toEqual(['/a', '/b']);
  expect(withToggled(chosen, '/a').favourites).toEqual(['/b']);
});

test('anything else that a browser stored is no shortcut', () => {
  expect([null, '', '[]', '7', 'null', '{"favourites":3,"recent":["/a",4]}'].map(readShortcuts)).toEqual([
    ...Array.from({ length: 5 }, () => none),
    { favourites: [], recent: ['/a'] },
  ]);
});
