import { queryOf } from '@boyun/kernel/web';

/** What an address shows: the login page, a page for everybody, the shell, or the login page instead of what was wanted. */
export type Entry = 'login' | 'open' | 'shell' | 'sign-in-first';

/** Pages that customers open without an account (spec §2). */
const OPEN_PATHS = ['/ShareRegister', '/poster_share'];
/** Addresses that are no goal of their own after signing in. */
const PASSING_PATHS = ['/', '/401', '/404', '/authredirect'];

/** Addresses that open another page: the map's opens the console, the name of a route its page (spec §2). */
const LEADS_TO: Readonly<Record<string, string>> = {
  '/_cloud_map/map': '/dashboardCd',
  '/Device_Notice': '/_cloud_device/Device_Notice',
};

/** What an address shows. Without a session only `/`, `/ShareRegister` and `/poster_share` are reachable; `/404` is the login. */
export function entryOf(path: string, isSignedIn: boolean): Entry {
  if (OPEN_PATHS.includes(path)) return 'open';
  if (path === '/404') return 'login';
  if (isSignedIn) return 'shell';
  return path === '/' ? 'login' : 'sign-in-first';
}

/** Whether somebody who had to sign in first is taken to this address afterwards. */
export function isGoal(path: string): boolean {
  return !PASSING_PATHS.includes(path);
}

/** The token in the query of an address: kept as jump token before the route changes (spec §2). */
export function jumpTokenOf(search: string): string | null {
  return queryOf(search).token || null;
}

/** Where the shell goes from an address that is no page of the user's; null where it stays. */
export function redirectOf(
  path: string,
  homePath: string,
  page: { isThere: boolean; isAllowed: boolean },
  hasWayBack: boolean,
): string | null {
  if (path === '/' || path === '/authredirect') return homePath;
  const other = LEADS_TO[path];
  if (other) return other;
  if (path === '/401') return null;
  if (!page.isThere) return '/404';
  if (page.isAllowed || path === homePath) return null;
  return hasWayBack ? '/401' : '/401?noGoBack=1';
}
