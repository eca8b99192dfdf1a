import { now } from './now.ts';
import { createStore, useStore } from './store.ts';

/** The signed-in user, as returned by the server. */
export interface SessionUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly userName: string;
  readonly account: string;
  readonly realName: string;
  readonly avatarUrl: string | null;
  /** Branding of the tenant. */
  readonly logoUrl: string | null;
  readonly brandName: string | null;
  readonly themeColor: string | null;
  readonly hasTagBar: boolean;
  /** IANA zone of the tenant; times are shown in it unless a lot has its own. */
  readonly timeZone: string;
  /** First part of the landing page's address: `/{dashboardPath}/index`. */
  readonly dashboardPath: string;
  readonly isAdmin: boolean;
  /** Payments of the tenant are simulated. */
  readonly isTrial: boolean;
  readonly hasToChangePassword: boolean;
  /** Read-only session: impersonation of a role, or platform support. */
  readonly isReadOnly: boolean;
  readonly viewRole: string | null;
  readonly supportUntil: Date | null;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** Permissions that the tenant's product does not include; no account has them. */
  readonly withheld: readonly string[];
}

/** Session storage keys (spec §3). */
export const sessionKeys = {
  token: 'ACCESS-Token',
  tokenType: 'tokenType',
  tenantId: 'TenantId',
  userId: 'userId',
  permissions: 'permissions',
  routes: 'asyncRouters',
  addedRoutes: 'addRouters',
  jumpToken: 'jumpToken',
  visitedViews: 'visitedViews',
  shortcuts: 'shortcuts',
  dashboardPath: 'dashboardPath',
  account: 'Account',
  realName: 'RealName',
  subTenantId: 'SubTenantId',
  wantedPath: 'wantedPath',
  supportReturn: 'supportReturn',
  alarms: 'alarms',
} as const;

/** A key of session storage. */
export type SessionKey = keyof typeof sessionKeys;

const storage = typeof sessionStorage === 'undefined' ? null : sessionStorage;

/** Returns a text stored for this browser tab, or null. */
export function readSession(key: SessionKey): string | null {
  return storage?.getItem(sessionKeys[key]) ?? null;
}

/** Stores a text for this browser tab; null removes it. */
export function writeSession(key: SessionKey, value: string | null): void {
  if (value === null) storage?.removeItem(sessionKeys[key]);
  else storage?.setItem(sessionKeys[key], value);
}

/** Returns the value of the `Authorization` header, or null when signed out. */
export function authorization(): string | null {
  const token = readSession('token');
  if (!token) return null;
  const type = readSession('tokenType');
  return type ? `${type} ${token}` : token;
}

const user = createStore<SessionUser | null>(null);

/** Stores the signed-in user, for permission checks and for the keys that other pages read. */
export function setUser(next: SessionUser): void {
  writeSession('tenantId', next.tenantId);
  writeSession('userId', next.userId);
  writeSession('permissions', JSON.stringify(next.permissions));
  writeSession('dashboardPath', next.dashboardPath);
  writeSession('account', next.account);
  writeSession('realName', next.realName);
  user.set(next);
}

/** Returns the signed-in user; null before the server responded. */
export function currentUser(): SessionUser | null {
  return user.get();
}

/** Returns the signed-in user, and re-renders when it changes; throws outside the signed-in shell. */
export function useUser(): SessionUser {
  const now = useStore(user);
  if (!now) throw new Error('This part is only shown to a signed-in user.');
  return now;
}

/** Returns the zone of times that belong to no lot. */
export function tenantZone(): string {
  return user.get()?.timeZone ?? 'Asia/Shanghai';
}

/**
 * Clears everything stored for this session (sign-out, 403). The user stays available to the page still rendered, which must not break
 * before it navigates to the sign-in page.
 */
export function clearSession(): void {
  storage?.clear();
}

/** Time in milliseconds for which the password of the sign-in is remembered. */
const SIGN_IN_MS = 5 * 60_000;
let signedInWith: { readonly password: string; readonly until: number } | null = null;

/** Remembers the password of the sign-in, in the memory of the page only, for a change required at once; null forgets it. */
export function noteSignIn(password: string | null): void {
  signedInWith = password === null ? null : { password, until: now().getTime() + SIGN_IN_MS };
}

/** The password of a sign-in a short time ago; empty if there is none. It proves nothing for other acts. */
export function passwordOfSignIn(): string {
  return signedInWith && now().getTime() < signedInWith.until ? signedInWith.password : '';
}
