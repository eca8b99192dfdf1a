import { describe, expect, test } from 'vitest';
import { checkOf, isMove, leavesOf, linesOf, moveByKey, shapeOf, type TreeMove } from './tree-shape.ts';

const shape = shapeOf([
  { id: 'a', parentId: null },
  { id: 'a1', parentId: 'a' },
  { id: 'a2', parentId: 'a' },
  { id: 'a21', parentId: 'a2' },
  { id: 'b', parentId: null },
  { id: 'lost', parentId: 'gone' },
]);

test('lines keep the order of the list, folded parents hide their children, orphans are at the root', () => {
  const lines = linesOf(shape, (id) => id === 'a');
  expect(lines.map((one) => [one.node.id, one.level, one.place, one.size, one.isFolder, one.isOpen])).toEqual([
    ['a', 1, 1, 3, true, true],
    ['a1', 2, 1, 2, false, false],
    ['a2', 2, 2, 2, true, false],
    ['b', 1, 2, 3, false, false],
    ['lost', 1, 3, 3, false, false],
  ]);
});

test('a search shows what matches with the way to it, unfolded', () => {
  const lines = linesOf(
    shape,
    () => false,
    (node) => node.id === 'a21',
  );
  expect(lines.map((one) => one.node.id)).toEqual(['a', 'a2', 'a21']);
});

describe('a move', () => {
  const cases: readonly (readonly [string, string, TreeMove, boolean])[] = [
    ['below itself', 'a', { parentId: 'a', beforeId: null }, false],
    ['below what is below itself', 'a', { parentId: 'a21', beforeId: null }, false],
    ['before itself', 'a1', { parentId: 'a', beforeId: 'a1' }, false],
    ['to where it stands', 'a1', { parentId: 'a', beforeId: 'a2' }, false],
    ['to the end where it stands at the end', 'a2', { parentId: 'a', beforeId: null }, false],
    ['to another place among its siblings', 'a1', { parentId: 'a', beforeId: null }, true],
    ['to another parent', 'a1', { parentId: 'b', beforeId: null }, true],
    ['to the top', 'a21', { parentId: null, beforeId: 'b' }, true],
  ];
  test.each(cases)('%s', (_what, id, to, isOne) => {
    expect(isMove(shape, id, to)).toBe(isOne);
  });
});

describe('a key', () => {
  const cases: readonly (readonly [string, string, TreeMove | null])[] = [
    ['a2', 'ArrowUp', { parentId: 'a', beforeId: 'a1' }],
    ['a1', 'ArrowUp', null],
    ['a1', 'ArrowDown', { parentId: 'a', beforeId: null }],
    ['a', 'ArrowDown', { parentId: null, beforeId: 'lost' }],
    ['a2', 'ArrowDown', null],
    ['a2', 'ArrowRight', { parentId: 'a1', beforeId: null }],
    ['a1', 'ArrowRight', null],
    ['a2', 'ArrowLeft', { parentId: null, beforeId: 'b' }],
    ['a21', 'ArrowLeft', { parentId: 'a', beforeId: null }],
    ['a', 'ArrowLeft', null],
    ['a', 'Enter', null],
  ];
  test.each(cases)('%s %s', (id, key, to) => {
    expect(moveByKey(shape, id, key)).toEqual(to);
  });
});

test('the check state of a parent follows from its leaves', () => {
  expect(leavesOf(shape, 'a')).toEqual(['a1', 'a21']);
  expect(checkOf(shape, 'a', new Set())).toBe(false);
  expect(checkOf(shape, 'a', new Set(['a21']))).toBe('mixed');
  expect(checkOf(shape, 'a', new Set(['a1', 'a21']))).toBe(true);
  expect(checkOf(shape, 'b', new Set(['b']))).toBe(true);
});
