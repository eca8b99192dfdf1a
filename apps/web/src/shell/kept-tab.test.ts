import { describe, expect, it } from 'vitest';
import { isTagged, KEPT_PAGES, keptTabs } from './kept-tab.ts';

const tab = (path: string, visit: number, noCache = false) => ({ path, page: { key: path, noCache }, visit });
const kept = (tabs: ReturnType<typeof tab>[], shown: string, unsaved: string[] = []) =>
  keptTabs(tabs, shown, new Set(unsaved)).map((one) => one.path);

describe('§2 main area that caches pages', () => {
  it('keeps the pages visited, in the order of their tags', () =>
    expect(kept([tab('a', 3), tab('b', 1), tab('c', 2)], 'a')).toEqual(['a', 'b', 'c']));

  it('a noCache page is kept only while it is shown', () => {
    const tabs = [tab('a', 1), tab('b', 2, true)];
    expect(kept(tabs, 'b')).toEqual(['a', 'b']);
    expect(kept(tabs, 'a')).toEqual(['a']);
  });

  it('a restored tag has no page before it is shown', () =>
    expect(kept([tab('a', 0), tab('b', 1)], 'b')).toEqual(['b']));

  it('beyond twelve pages the least recently used one is dropped, unless it has unsaved input', () => {
    const tabs = Array.from({ length: KEPT_PAGES + 2 }, (_, index) => tab(`p${index}`, index + 1));
    expect(kept(tabs, `p${KEPT_PAGES + 1}`)).not.toEqual(expect.arrayContaining(['p0']));
    expect(kept(tabs, `p${KEPT_PAGES + 1}`)).toHaveLength(KEPT_PAGES);
    expect(kept(tabs, `p${KEPT_PAGES + 1}`, ['p0'])).toContain('p0');
  });
});

describe('§2 the parkEdit page is not tagged', () => {
  it.each([
    ['parkEdit', false],
    ['parkLot', true],
  ])('%s: %s', (key, is) => expect(isTagged({ path: '/x', page: { key }, visit: 1 })).toBe(is));
});
