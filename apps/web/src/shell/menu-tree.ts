import type { Label } from '@boyun/kernel/contract';

/** An entry of the server's menu list (spec §2). */
export interface MenuEntry {
  readonly url?: string;
  readonly name?: string;
  readonly nameEn?: string;
  readonly icon?: string;
  readonly level?: string;
  /** Component key of a page; a pass-through container has none. */
  readonly component?: string;
  readonly opening?: 'tab' | 'window';
  /** Address outside the product. */
  readonly target?: string | null;
  /** Address of the document that frames it. */
  readonly frameUrl?: string | null;
  readonly node?: readonly MenuEntry[] | null;
}

/** An entry of the sidebar, up to three levels deep. */
export interface MenuNode {
  readonly title: Label;
  readonly icon: string;
  readonly path: string | null;
  /** Opens in a window of the browser. */
  readonly opensWindow?: boolean;
  readonly children: readonly MenuNode[];
}

/** A route derived from a menu entry: an address and the component key of its page. */
export interface MenuRoute {
  readonly path: string;
  readonly component: string;
  readonly title: Label;
  readonly frame?: MenuFrame;
}

/** A site outside the product that is shown inside it. */
export interface MenuFrame {
  readonly target: string;
  /** Address of the document that frames it. */
  readonly address: string;
}

function titleOf(entry: MenuEntry): Label {
  return { zh: entry.name ?? '', en: entry.nameEn || entry.name || '' };
}

/**
 * Builds the sidebar from a menu list. Entries with an unknown component key are shown to administrators only, containers only if they have
 * children.
 */
export function menuTree(
  entries: readonly MenuEntry[],
  isKnown: (component: string) => boolean,
  isAdmin: boolean,
): readonly MenuNode[] {
  return entries.flatMap((entry): readonly MenuNode[] => {
    const own = { title: titleOf(entry), icon: entry.icon ?? '' };
    if (!entry.node?.length) {
      if (!entry.url || !(isAdmin || entry.target || isKnown(entry.component ?? ''))) return [];
      const opensWindow = entry.opening === 'window';
      return [{ ...own, path: entry.url, children: [], ...(opensWindow && { opensWindow }) }];
    }
    const children = menuTree(entry.node, isKnown, isAdmin);
    return children.length === 0 ? [] : [{ ...own, path: null, children }];
  });
}

/** Returns the routes of a menu list: one for each leaf entry within the product. */
export function menuRoutes(entries: readonly MenuEntry[]): readonly MenuRoute[] {
  return entries.flatMap((entry) => {
    if (entry.node?.length) return menuRoutes(entry.node);
    if (!entry.url?.startsWith('/')) return [];
    const { target, frameUrl: address } = entry;
    const frame = target && address ? { frame: { target, address } } : {};
    return [{ path: withoutQuery(entry.url), component: entry.component ?? '', title: titleOf(entry), ...frame }];
  });
}

/** Parses the menu list stored in the session; null where there is none yet; throws if it is malformed. */
export function readMenu(text: string | null): readonly MenuEntry[] | null {
  if (text === null) return null;
  const kept: unknown = JSON.parse(text);
  if (!Array.isArray(kept)) throw new Error('what the session kept is no menu list');
  return kept as MenuEntry[];
}

/** Returns an address without the filters in its query. */
export function withoutQuery(address: string): string {
  return address.split('?')[0]!;
}

/** Returns the path through the menu to an address: its ancestors and itself. */
export function trailTo(nodes: readonly MenuNode[], path: string): readonly MenuNode[] {
  for (const node of nodes) {
    if (node.path !== null && withoutQuery(node.path) === path) return [node];
    const below = trailTo(node.children, path);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
