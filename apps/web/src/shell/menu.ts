import type { Output } from '@boyun/kernel/contract';
import {
  CallFailure,
  call,
  createStore,
  currentUser,
  readSession,
  setUser,
  useStore,
  writeSession,
} from '@boyun/kernel/web';
import { getMenuList, getTenantUserInfo } from '@boyun/people/contract';
import { startListViews, startWords } from '@boyun/system/web';
import { addRoutes, pageOfKey } from '../page-registry.tsx';
import { setTenantAccent } from './accent.ts';
import { type MenuEntry, type MenuNode, menuRoutes, menuTree, readMenu } from './menu-tree.ts';

const menu = createStore<readonly MenuNode[]>([]);

/** The menu of the signed-in user. */
export function useMenu(): readonly MenuNode[] {
  return useStore(menu);
}

/**
 * Asks who is signed in and what the menu is; everything the shell needs before it can show anything. The menu of an
 * account that must change its password first stays empty; while the server cannot be asked, the one kept goes on.
 */
export async function enterSession(): Promise<void> {
  const kept = readMenu(readSession('routes'));
  const asked = call(getMenuList, {}, { isQuiet: true });
  // Told of below, if it is not for the password.
  asked.catch(() => undefined);
  const user = await call(getTenantUserInfo, {}, { isQuiet: true });
  let entries: readonly MenuEntry[] = [];
  if (!user.hasToChangePassword) {
    try {
      entries = (await asked).menu;
    } catch (error) {
      if (!kept || !(error instanceof CallFailure) || error.code !== 'transport') throw error;
      entries = kept;
    }
  }
  keepUser(user);
  startWords();
  if (!user.hasToChangePassword) void startListViews();
  writeSession('subTenantId', user.subTenantId ?? null);
  showMenu(entries);
}

function keepUser(user: Output<typeof getTenantUserInfo>): void {
  const { avatarUrl = null, logoUrl = null, brandName = null, themeColor = null } = user;
  setUser({ ...user, avatarUrl, logoUrl, brandName, themeColor });
  setTenantAccent(themeColor);
}

/** Reads anew who is signed in: the tenant has changed how it wants to be shown. */
export async function refreshUser(): Promise<void> {
  keepUser(await call(getTenantUserInfo, {}, { isQuiet: true }));
}

/** Reads the menu anew: somebody has arranged it. */
export async function refreshMenu(): Promise<void> {
  const { menu: entries } = await call(getMenuList, {}, { isQuiet: true });
  showMenu(entries);
}

function showMenu(entries: readonly MenuEntry[]): void {
  const user = currentUser();
  const isAdmin = user?.isAdmin || user?.roles.includes('admin') === true;
  const routes = menuRoutes(entries);
  addRoutes(routes);
  writeSession('routes', JSON.stringify(entries));
  writeSession('addedRoutes', JSON.stringify(routes.map(({ path, component }) => ({ path, name: component }))));
  menu.set(menuTree(entries, (key) => pageOfKey(key) !== null, isAdmin));
}
