import { describe, expect, test } from 'vitest';
import { arrange, canStand, type Entry, withoutFolder } from './menu-move.view.ts';

const entry = (key: string, parentId: string | null): Entry => ({
  key,
  id: key,
  parentId,
  parentKey: parentId,
  name: key,
  nameEn: key,
  icon: '',
  isHidden: false,
  url: '',
  component: '',
  opening: 'tab',
  isLink: false,
  level: 1,
});

const entries = [
  entry('area:a', null),
  entry('group:a/g', 'area:a'),
  entry('page:p', 'group:a/g'),
  entry('page:q', 'area:a'),
  entry('own:f', null),
];
const keysOf = (of: readonly Entry[]) => of.map((one) => `${one.parentId ?? ''}>${one.key}`);

describe('where a menu entry may be placed', () => {
  test.each([
    ['page:q', 'own:f', true],
    ['page:q', null, true],
    ['page:q', 'page:p', false],
    ['group:a/g', 'own:f', true],
    ['area:a', 'own:f', false],
    ['own:f', 'area:a', true],
    ['own:f', 'group:a/g', false],
  ])('%s below %s: %s', (key, parentId, isAllowed) => {
    expect(canStand(entries, entries.find((one) => one.key === key)!, parentId)).toBe(isAllowed);
  });
});

test('a moved entry takes its children along, parents first', () => {
  expect(keysOf(arrange(entries, 'group:a/g', { parentId: 'own:f', beforeId: null }))).toEqual([
    '>area:a',
    'area:a>page:q',
    '>own:f',
    'own:f>group:a/g',
    'group:a/g>page:p',
  ]);
  expect(keysOf(arrange(entries, 'page:q', { parentId: 'area:a', beforeId: 'group:a/g' }))).toEqual([
    '>area:a',
    'area:a>page:q',
    'area:a>group:a/g',
    'group:a/g>page:p',
    '>own:f',
  ]);
});

test('the entries of a removed folder take its position', () => {
  expect(keysOf(withoutFolder(entries, entries[1]!))).toEqual(['>area:a', 'area:a>page:p', 'area:a>page:q', '>own:f']);
});
