import type { Label } from '@boyun/kernel/contract';
import { call, createStore, setUser, useStore, writeSession } from '@boyun/kernel/web';
import { getMenuList, getTenantUserInfo } from '@boyun/people/contract';

/** An entry of the sidebar, up to three levels. */
export interface MenuNode {
  readonly title: Label;
  readonly icon: string;
  readonly path: string | null;
  readonly children: readonly MenuNode[];
}

interface WireMenu {
  readonly url?: string;
  readonly name?: string;
  readonly nameEn?: string;
  readonly icon?: string;
  readonly component?: string;
  readonly node?: readonly WireMenu[];
}

const menu = createStore<readonly MenuNode[]>([]);

function toNode(entry: WireMenu): MenuNode {
  const children = (entry.node ?? []).map(toNode);
  return {
    title: { zh: entry.name ?? '', en: entry.nameEn || entry.name || '' },
    icon: entry.icon ?? '',
    path: children.length === 0 && entry.url ? entry.url : null,
    children,
  };
}

/** The menu of the signed-in user. */
export function useMenu(): readonly MenuNode[] {
  return useStore(menu);
}

/**
 * Asks who is signed in and what the menu is; everything the shell needs before it can show anything. The menu of an
 * account that must change its password first stays empty.
 */
export async function enterSession(): Promise<void> {
  const asked = call(getMenuList, {}, { isQuiet: true });
  // Told of below, if it is not for the password.
  asked.catch(() => undefined);
  const user = await call(getTenantUserInfo, {}, { isQuiet: true });
  const list = user.hasToChangePassword ? { menu: [] } : await asked;
  setUser({ ...user, avatarUrl: user.avatarUrl ?? null });
  writeSession('subTenantId', user.subTenantId ?? null);
  writeSession('routes', JSON.stringify(list.menu));
  menu.set((list.menu as readonly WireMenu[]).map(toNode));
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
