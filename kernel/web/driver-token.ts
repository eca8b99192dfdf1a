import { CallFailure, post } from './transport.ts';

const keyOf = (tenant: string) => `driver-token-${tenant}`;

/** The token of this phone for a tenant's app; null where it is signed out. */
export const driverToken = (tenant: string): string | null => localStorage.getItem(keyOf(tenant));

/** Keeps or forgets the token of this phone for a tenant's app. */
export function keepDriverToken(tenant: string, token: string | null): void {
  if (token) localStorage.setItem(keyOf(tenant), token);
  else localStorage.removeItem(keyOf(tenant));
}

/** Posts a call of the customer who is signed in to a tenant's app; forgets a session that is over, with the event `driver-left`. */
export async function postAsDriver<T>(
  tenant: string,
  path: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  const token = driverToken(tenant);
  try {
    const { data } = await post(path, body, { isQuiet: true, headers: { Authorization: `Bearer ${token}` } });
    return data as T;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401 && driverToken(tenant) === token) {
      keepDriverToken(tenant, null);
      dispatchEvent(new Event('driver-left'));
    }
    throw error;
  }
}
