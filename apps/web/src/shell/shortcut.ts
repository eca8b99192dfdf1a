import {
  authorization,
  createStore,
  currentUser,
  type ListViewSource,
  readSession,
  useStore,
  writeSession,
} from '@boyun/kernel/web';
import { useMemo } from 'react';
import type { MenuNode } from './menu-tree.ts';
import { type ShortcutKeeper, shortcutKeeper } from './shortcut-keeper.ts';
import { type Shortcuts, withToggled, withUsed } from './shortcut-list.ts';

/** Key of the shortcuts among the texts that the server keeps for a person. */
const SHORTCUTS = 'shell:shortcuts';
/** Time in milliseconds without a further change until the server gets them. */
const SETTLED_MS = 2000;
const IN_TAB = 'shortcuts';

/** Those of the account they were read for. */
let held: { readonly userId: string; readonly keeper: ShortcutKeeper } | null = null;
const changeCount = createStore(0);

function keeper(): ShortcutKeeper {
  const userId = currentUser()?.userId ?? '';
  if (held?.userId !== userId) {
    const old = `${IN_TAB}:${userId}`;
    const own = shortcutKeeper({
      read: () => readSession(IN_TAB),
      write: (text) => {
        writeSession(IN_TAB, text);
        changeCount.set(changeCount.get() + 1);
      },
      takeOld: () => {
        const kept = localStorage.getItem(old);
        localStorage.removeItem(old);
        return kept;
      },
    });
    held = { userId, keeper: own };
  }
  return held!.keeper;
}

const current = (): Shortcuts => keeper().get();

/** Takes over the shortcuts among the user's texts of the server, and sends changes there. */
export function restoreShortcuts(source: ListViewSource, texts: ReadonlyMap<string, string>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const owner = currentUser()?.userId;
  const send = (text: string) => {
    // After a sign-out there is no session to send them with.
    if (currentUser()?.userId !== owner || !authorization()) return;
    // Without a response the next change sends them.
    source.saveText(SHORTCUTS, text).catch(() => undefined);
  };
  keeper().restore(texts.get(SHORTCUTS) ?? null, (text) => {
    // Someone who only looks over the account's shoulder changes nothing of it.
    if (currentUser()?.isReadOnly) return;
    clearTimeout(timer);
    timer = setTimeout(send, SETTLED_MS, text);
  });
}

/** Notes that a page was used. */
export function noteUse(path: string): void {
  if (current().recent[0] !== path) keeper().change((own) => withUsed(own, path));
}

/** Adds a page to the favourites of this person, or removes it. */
export function toggleFavourite(path: string): void {
  keeper().change((own) => withToggled(own, path));
}

/** Whether a page is a favourite. */
export function useIsFavourite(path: string): boolean {
  useStore(changeCount);
  return current().favourites.includes(path);
}

function leaves(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((one) => (one.path === null ? leaves(one.children) : [one]));
}

/** The group of shortcuts at the top of the menu: favourites, then the pages used last; null where there are none. */
export function useShortcutGroup(menu: readonly MenuNode[]): MenuNode | null {
  const changes = useStore(changeCount);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` reads what `changes` counts
  return useMemo(() => {
    const { favourites, recent } = current();
    const byPath = new Map(leaves(menu).map((one) => [one.path, one]));
    const starred = favourites.flatMap((path) => byPath.get(path) ?? []).map((one) => ({ ...one, icon: 'star' }));
    const used = recent.filter((path) => !favourites.includes(path)).flatMap((path) => byPath.get(path) ?? []);
    const children = [...starred, ...used];
    return children.length === 0
      ? null
      : { title: { zh: '常用', en: 'Shortcuts' }, icon: 'star', path: null, children };
  }, [menu, changes]);
}
