import { createStore, useStore } from './store.ts';

/** Who is signed in here, as the server told it. */
export interface SessionUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly userName: string;
  readonly account: string;
  readonly realName: string;
  readonly avatarUrl: string | null;
  /** How the tenant wants the product to look. */
  readonly logoUrl: string | null;
  readonly brandName: string | null;
  readonly themeColor: string | null;
  readonly hasTagBar: boolean;
  /** IANA zone of the tenant; times are shown in it unless a lot has its own. */
  readonly timeZone: string;
  /** First part of the address of the landing page: `/{dashboardPath}/index`. */
  readonly dashboardPath: string;
  readonly isAdmin: boolean;
  /** Payments of the tenant are simulated. */
  readonly isTrial: boolean;
  readonly hasToChangePassword: boolean;
  /** Looks without changing anything: through a role, or as the platform's support. */
  readonly isReadOnly: boolean;
  readonly viewRole: string | null;
  readonly supportUntil: Date | null;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** Rights the tenant's product does not include; nobody of it has them. */
  readonly withheld: readonly string[];
}

/** Names of what is kept in session storage (spec §3). */
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
  dashboardPath: 'dashboardPath',
  account: 'Account',
  realName: 'RealName',
  subTenantId: 'SubTenantId',
  wantedPath: 'wantedPath',
  supportReturn: 'supportReturn',
  alarms: 'alarms',
} as const;

/** One of the names of session storage. */
export type SessionKey = keyof typeof sessionKeys;

const storage = typeof sessionStorage === 'undefined' ? null : sessionStorage;

/** A text kept for this browser tab, or null. */
export function readSession(key: SessionKey): string | null {
  return storage?.getItem(sessionKeys[key]) ?? null;
}

/** Keeps a text for this browser tab; null removes it. */
export function writeSession(key: SessionKey, value: string | null): void {
  if (value === null) storage?.removeItem(sessionKeys[key]);
  else storage?.setItem(sessionKeys[key], value);
}

/** The value of the `Authorization` header, or null when signed out. */
export function authorization(): string | null {
  const token = readSession('token');
  if (!token) return null;
  const type = readSession('tokenType');
  return type ? `${type} ${token}` : token;
}

const user = createStore<SessionUser | null>(null);

/** Notes who is signed in, for permission checks and for the keys other pages read. */
export function setUser(next: SessionUser): void {
  writeSession('tenantId', next.tenantId);
  writeSession('userId', next.userId);
  writeSession('permissions', JSON.stringify(next.permissions));
  writeSession('dashboardPath', next.dashboardPath);
  writeSession('account', next.account);
  writeSession('realName', next.realName);
  user.set(next);
}

/** Who is signed in; null before the server answered. */
export function currentUser(): SessionUser | null {
  return user.get();
}

/** Who is signed in, re-rendering when it changes; throws outside the signed-in shell. */
export function useUser(): SessionUser {
  const now = useStore(user);
  if (!now) throw new Error('This part is only shown to a signed-in user.');
  return now;
}

/** The zone times are shown in where a lot has no say. */
export function tenantZone(): string {
  return user.get()?.timeZone ?? 'Asia/Shanghai';
}

/**
 * Forgets everything kept of this session (sign-out, 403). Who it was stays known to the page still drawn: it goes to the
 * sign-in page in a moment, which is a new page, and must not break on its way there.
 */
export function clearSession(): void {
  storage?.clear();
}
