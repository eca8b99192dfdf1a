import { getMenuList, getTenantUserInfo } from '@boyun/access/contract';
import type { Output } from '@boyun/kernel/contract';
import {
  CallFailure,
  call,
  createStore,
  currentUser,
  listViewSource,
  readSession,
  setUser,
  startListViews,
  takingNewest,
  useStore,
  writeSession,
} from '@boyun/kernel/web';
import { slots } from '../modules.ts';
import { addRoutes, pageOfKey } from '../page-registry.tsx';
import { setTenantAccent } from './accent.ts';
import { type MenuEntry, type MenuNode, menuRoutes, menuTree, readMenu } from './menu-tree.ts';
import { restoreShortcuts } from './shortcut.ts';

const menu = createStore<readonly MenuNode[]>([]);

/** Returns the menu of the signed-in user. */
export function useMenu(): readonly MenuNode[] {
  return useStore(menu);
}

/**
 * Fetches the signed-in user and the menu, which the shell needs before it can show anything. The menu stays empty for an account that must
 * change its password first; while the server is unreachable, the stored menu is used.
 */
export async function enterSession(): Promise<void> {
  const stored = readMenu(readSession('routes'));
  const menuCall = call(getMenuList, {}, { isQuiet: true });
  // Handled below, unless the password must be changed.
  menuCall.catch(() => undefined);
  const user = await call(getTenantUserInfo, {}, { isQuiet: true });
  let entries: readonly MenuEntry[] = [];
  if (!user.hasToChangePassword) {
    try {
      entries = (await menuCall).menu;
    } catch (error) {
      if (!stored || !(error instanceof CallFailure) || error.code !== 'transport') throw error;
      entries = stored;
    }
  }
  storeUser(user);
  const views = slots.find(listViewSource);
  if (views && !user.hasToChangePassword)
    void startListViews(views).then((texts) => texts && restoreShortcuts(views, texts));
  writeSession('subTenantId', user.subTenantId ?? null);
  showMenu(entries);
}

function storeUser(user: Output<typeof getTenantUserInfo>): void {
  const { avatarUrl = null, logoUrl = null, brandName = null, themeColor = null } = user;
  setUser({ ...user, avatarUrl, logoUrl, brandName, themeColor });
  setTenantAccent(themeColor);
}

/** Fetches the signed-in user again after the tenant changed its branding. */
export const refreshUser = takingNewest(() => call(getTenantUserInfo, {}, { isQuiet: true }), storeUser);

/** Fetches the menu again after it was rearranged. */
export const refreshMenu = takingNewest(
  () => call(getMenuList, {}, { isQuiet: true }),
  (answer) => showMenu(answer.menu),
);

function showMenu(entries: readonly MenuEntry[]): void {
  const user = currentUser();
  const isAdmin = user?.isAdmin || user?.roles.includes('admin') === true;
  const routes = menuRoutes(entries);
  addRoutes(routes);
  writeSession('routes', JSON.stringify(entries));
  writeSession('addedRoutes', JSON.stringify(routes.map(({ path, component }) => ({ path, name: component }))));
  menu.set(menuTree(entries, (key) => pageOfKey(key) !== null, isAdmin));
}
