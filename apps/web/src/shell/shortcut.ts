import { createStore, currentUser, useStore } from '@boyun/kernel/web';
import { useMemo } from 'react';
import type { MenuNode } from './menu-tree.ts';
import { readShortcuts, type Shortcuts, withToggled, withUsed } from './shortcut-list.ts';

const keyOf = () => `shortcuts:${currentUser()?.userId ?? ''}`;
/** Those of the account they were read for. */
const shortcuts = createStore<{ readonly key: string; readonly own: Shortcuts } | null>(null);

function current(): Shortcuts {
  const known = shortcuts.get();
  return known?.key === keyOf() ? known.own : readShortcuts(localStorage.getItem(keyOf()));
}

function store(own: Shortcuts): void {
  localStorage.setItem(keyOf(), JSON.stringify(own));
  shortcuts.set({ key: keyOf(), own });
}

/** Notes that a page was used. */
export function noteUse(path: string): void {
  if (current().recent[0] !== path) store(withUsed(current(), path));
}

/** Adds a page to the favourites of this person in this browser, or removes it. */
export function toggleFavourite(path: string): void {
  store(withToggled(current(), path));
}

/** Whether a page is a favourite. */
export function useIsFavourite(path: string): boolean {
  useStore(shortcuts);
  return current().favourites.includes(path);
}

function leaves(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((one) => (one.path === null ? leaves(one.children) : [one]));
}

/** The group of shortcuts at the top of the menu: favourites, then the pages used last; null where there are none. */
export function useShortcutGroup(menu: readonly MenuNode[]): MenuNode | null {
  const held = useStore(shortcuts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` reads what `held` announces
  return useMemo(() => {
    const { favourites, recent } = current();
    const byPath = new Map(leaves(menu).map((one) => [one.path, one]));
    const starred = favourites.flatMap((path) => byPath.get(path) ?? []).map((one) => ({ ...one, icon: 'star' }));
    const used = recent.filter((path) => !favourites.includes(path)).flatMap((path) => byPath.get(path) ?? []);
    const children = [...starred, ...used];
    return children.length === 0
      ? null
      : { title: { zh: '常用', en: 'Shortcuts' }, icon: 'star', path: null, children };
  }, [menu, held]);
}
