import { CallFailure, post, refusalText, useLanguage } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

/** The tenant of the app's address. */
export const tenantHere = (): string => /^\/app\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';

const keyOf = (tenant: string) => `driver-token-${tenant}`;

/** The token of this phone for a tenant's app; null where it is signed out. */
export const tokenOf = (tenant = tenantHere()): string | null => localStorage.getItem(keyOf(tenant));

/** Keeps or forgets the token of this phone. */
export function keepToken(token: string | null, tenant = tenantHere()): void {
  if (token) localStorage.setItem(keyOf(tenant), token);
  else localStorage.removeItem(keyOf(tenant));
}

/** Posts a call of the signed-in customer; a session that is over goes back to the sign-in. */
export async function driverPost<T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> {
  const token = tokenOf();
  try {
    const { data } = await post(path, body, { isQuiet: true, headers: { Authorization: `Bearer ${token}` } });
    return data as T;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401 && tokenOf() === token) {
      keepToken(null);
      dispatchEvent(new Event('driver-left'));
    }
    throw error;
  }
}

/** The answer to a call of the customer, asked again in another language; with the refusal, and a way to ask again. */
export function useDriver<T>(
  path: string,
  body: Readonly<Record<string, unknown>> = {},
): [found: T | null, problem: string | null, refetch: () => Promise<void>] {
  const language = useLanguage();
  const [found, setFound] = useState<T | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const key = JSON.stringify(body);
  const refetch = async () => {
    try {
      setFound(await driverPost<T>(path, body));
      setProblem(null);
    } catch (error) {
      setProblem(refusalText(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's sentences follow the language
  useEffect(() => {
    void refetch();
  }, [path, key, language]);
  return [found, problem, refetch];
}
