import { describe, expect, it } from 'vitest';
import { type Closing, moved, pinned, staying, successor, type Tag } from './tag-order.ts';

/** Tags by a letter each: a capital letter is pinned. */
const tags = (word: string): Tag[] =>
  [...word].map((letter) => ({ path: letter.toLowerCase(), isPinned: letter !== letter.toLowerCase() }));
const word = (of: readonly Tag[]) => of.map(({ path, isPinned }) => (isPinned ? path.toUpperCase() : path)).join('');

describe('§2 tag bar of visited pages', () => {
  it.each<[string, string, Closing, string]>([
    ['abcd', 'b', 'this', 'acd'],
    ['Abcd', 'a', 'this', 'bcd'],
    ['abcd', 'b', 'others', 'b'],
    ['Abcd', 'c', 'others', 'Ac'],
    ['abcd', 'c', 'left', 'cd'],
    ['Abcd', 'c', 'left', 'Acd'],
    ['abcd', 'b', 'right', 'ab'],
    ['ABcd', 'a', 'right', 'AB'],
    ['abcd', 'b', 'all', ''],
    ['Abcd', 'b', 'all', 'A'],
  ])('of %s, seen from %s, closing %s leaves %s', (before, path, which, after) => {
    expect(word(staying(tags(before), path, which))).toBe(after);
  });

  it.each([
    ['abc', 'b', 'c'],
    ['abc', 'c', 'b'],
    ['a', 'a', undefined],
  ])('after closing in %s the tag %s, %s is shown', (before, path, next) => {
    expect(successor(tags(before), path)?.path).toBe(next);
  });

  it.each([
    ['abc', 'c', 'Cab'],
    ['Abc', 'c', 'ACb'],
    ['ABc', 'a', 'Bac'],
  ])('of %s, turning the pin of %s gives %s', (before, path, after) => {
    expect(word(pinned(tags(before), path))).toBe(after);
  });

  it.each([
    ['abcd', 'a', 'c', 'bcad'],
    ['abcd', 'd', 'b', 'adbc'],
    ['Abcd', 'd', 'a', 'Abcd'],
    ['ABcd', 'b', 'a', 'BAcd'],
    ['abcd', 'a', 'x', 'abcd'],
  ])('of %s, dragging %s onto %s gives %s', (before, path, to, after) => {
    expect(word(moved(tags(before), path, to))).toBe(after);
  });
});
