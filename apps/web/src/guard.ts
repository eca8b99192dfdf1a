import { queryOf } from '@boyun/kernel/web';

/** What an address shows: the login page, a public page, the shell, or the login page first. */
export type Entry = 'login' | 'open' | 'shell' | 'sign-in-first';

/** Pages that customers open without an account (spec §2), and screens that their operator shared by a link. */
const OPEN_PATHS = ['/ShareRegister', '/poster_share', '/shared_screen'];
/** Addresses that are not a destination after signing in. */
const PASSING_PATHS = ['/', '/401', '/404', '/authredirect'];

/** Addresses that redirect: the map's to the console, the name of a route to its page (spec §2). */
const LEADS_TO: Readonly<Record<string, string>> = {
  '/_cloud_map/map': '/dashboardCd',
  '/Device_Notice': '/_cloud_device/Device_Notice',
};

/**
 * Returns what an address shows. Without a session only `/`, `/ShareRegister`, `/poster_share` and `/shared_screen` are reachable; `/404` is the login page.
 */
export function entryOf(path: string, isSignedIn: boolean): Entry {
  if (OPEN_PATHS.includes(path)) return 'open';
  if (path === '/404') return 'login';
  if (isSignedIn) return 'shell';
  return path === '/' ? 'login' : 'sign-in-first';
}

/** An address without its host, as `location` has it. */
interface Address {
  readonly pathname: string;
  readonly search: string;
}

/** Returns the address that is opened after signing in, or null for the landing page. */
export function goalOf(address: Address): string | null {
  if (address.pathname === '/authredirect') return targetOf(address.search);
  return PASSING_PATHS.includes(address.pathname) ? null : address.pathname + address.search;
}

/** Returns the page of this product that `/authredirect` goes on to, from `redirect` in its query; null for none or one elsewhere. */
function targetOf(search: string): string | null {
  const { redirect } = queryOf(search);
  if (!redirect?.startsWith('/')) return null;
  const here = 'http://here.invalid';
  const { origin, pathname, search: query } = new URL(redirect, here);
  return origin === here && !PASSING_PATHS.includes(pathname) ? pathname + query : null;
}

/** Returns the token in the query of an address, which is stored as jump token before the route changes (spec §2). */
export function jumpTokenOf(search: string): string | null {
  return queryOf(search).token || null;
}

/** Returns the redirect of an address that is not one of the user's pages; null where there is none. */
export function redirectOf(
  { pathname: path, search }: Address,
  homePath: string,
  page: { isThere: boolean; isAllowed: boolean },
  hasWayBack: boolean,
): string | null {
  if (path === '/') return homePath;
  if (path === '/authredirect') return targetOf(search) ?? homePath;
  const other = LEADS_TO[path];
  if (other) return other;
  if (path === '/401') return null;
  if (!page.isThere) return '/404';
  if (page.isAllowed || path === homePath) return null;
  return hasWayBack ? '/401' : '/401?noGoBack=1';
}
