import type { Label } from '@boyun/kernel/contract';

/** An entry of the server's menu list (spec §2). */
export interface MenuEntry {
  readonly url?: string;
  readonly name?: string;
  readonly nameEn?: string;
  readonly icon?: string;
  readonly level?: number;
  /** Component key of a page; a container that only passes through has none. */
  readonly component?: string;
  readonly node?: readonly MenuEntry[] | null;
}

/** An entry of the sidebar, up to three levels. */
export interface MenuNode {
  readonly title: Label;
  readonly icon: string;
  readonly path: string | null;
  readonly children: readonly MenuNode[];
}

/** A route that follows from a menu entry: an address, and the component key of what stands there. */
export interface MenuRoute {
  readonly path: string;
  readonly component: string;
  readonly title: Label;
}

function titleOf(entry: MenuEntry): Label {
  return { zh: entry.name ?? '', en: entry.nameEn || entry.name || '' };
}

/** The sidebar of a menu list. Entries with an unknown component key are shown to administrators alone, containers only with something below. */
export function menuTree(
  entries: readonly MenuEntry[],
  isKnown: (component: string) => boolean,
  isAdmin: boolean,
): readonly MenuNode[] {
  return entries.flatMap((entry): readonly MenuNode[] => {
    const own = { title: titleOf(entry), icon: entry.icon ?? '' };
    if (!entry.node?.length) {
      if (!entry.url || !(isAdmin || isKnown(entry.component ?? ''))) return [];
      return [{ ...own, path: entry.url, children: [] }];
    }
    const children = menuTree(entry.node, isKnown, isAdmin);
    return children.length === 0 ? [] : [{ ...own, path: null, children }];
  });
}

/** The routes of a menu list: one for each entry without others below. */
export function menuRoutes(entries: readonly MenuEntry[]): readonly MenuRoute[] {
  return entries.flatMap((entry) => {
    if (entry.node?.length) return menuRoutes(entry.node);
    return entry.url ? [{ path: entry.url, component: entry.component ?? '', title: titleOf(entry) }] : [];
  });
}

/** The menu list as the session kept it; null where there is none yet, and an error where it is none any more. */
export function readMenu(text: string | null): readonly MenuEntry[] | null {
  if (text === null) return null;
  const kept: unknown = JSON.parse(text);
  if (!Array.isArray(kept)) throw new Error('what the session kept is no menu list');
  return kept as MenuEntry[];
}

/** The way through the menu to an address: its ancestors and itself. */
export function trailTo(nodes: readonly MenuNode[], path: string): readonly MenuNode[] {
  for (const node of nodes) {
    if (node.path === path) return [node];
    const below = trailTo(node.children, path);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
