import { driverToken, keepDriverToken, postAsDriver, useAnswer } from '@boyun/kernel/web';

/** The tenant of the app's address. */
export const tenantHere = (): string => /^\/app\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';

/** The token of this phone; null where it is signed out. */
export const tokenOf = (): string | null => driverToken(tenantHere());

/** Keeps or forgets the token of this phone. */
export const keepToken = (token: string | null): void => keepDriverToken(tenantHere(), token);

/** Posts a call of the signed-in customer; a session that is over goes back to the sign-in. */
export const driverPost = <T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> =>
  postAsDriver<T>(tenantHere(), path, body);

/** The answer to a call of the customer, asked again in another language; with the refusal, and a way to ask again. */
export function useDriver<T>(path: string, body: Readonly<Record<string, unknown>> = {}) {
  return useAnswer(() => driverPost<T>(path, body), path + JSON.stringify(body));
}
