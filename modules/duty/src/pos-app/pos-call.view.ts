import { CallFailure, post } from '@boyun/kernel/web';

/** The tenant of the app's address. */
const tenantHere = (): string => /^\/pos\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';

const keyOf = (name: string) => `pos-${name}-${tenantHere()}`;
const read = (name: string) => localStorage.getItem(keyOf(name));
const write = (name: string, value: string | null) =>
  value === null ? localStorage.removeItem(keyOf(name)) : localStorage.setItem(keyOf(name), value);

/** The secret of this phone as a terminal; null where it is not paired. */
export const terminalHere = (): string | null => read('terminal');
/** The account that is signed in; null where nobody is. */
export const accountHere = (): string | null => (read('token') ? read('account') : null);

/** Takes the secret of the pairing code out of the address, so that it does not stay there. */
export function takePairing(): void {
  const found = /^#pair=([\w.-]{10,100})$/.exec(location.hash)?.[1];
  if (!found) return;
  write('terminal', found);
  history.replaceState(null, '', location.pathname);
}

/** Signs a collector in with the account of the back office. */
export async function signIn(Account: string, Password: string): Promise<void> {
  const headers = { Authorization: 'Bearer none' };
  const { data } = await post(
    '/api/tenantUser/login',
    { Account, Password, TenantId: tenantHere() },
    { isQuiet: true, headers },
  );
  write('token', (data as { AccessToken: string }).AccessToken);
  write('account', Account);
}

/** Forgets who is signed in; what waits in the phone stays. */
export function leave(): void {
  write('token', null);
  dispatchEvent(new Event('pos-left'));
}

/** Whether a call failed because there is no way to the server now. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof CallFailure && (error.status === 0 || error.status >= 500);

/** Posts a call of the terminal; a session that is over goes back to the sign-in. */
export async function posPost<T>(
  path: string,
  body: Readonly<Record<string, unknown>> = {},
  timeoutMs = 20_000,
): Promise<T> {
  const token = read('token');
  try {
    const sent = path.startsWith('/api/pos/') ? { Terminal: terminalHere(), ...body } : body;
    const headers = { Authorization: `Bearer ${token}` };
    return (await post(path, sent, { isQuiet: true, headers, timeoutMs })).data as T;
  } catch (error) {
    const isOver = error instanceof CallFailure && (error.status === 401 || error.status === 403);
    if (isOver && read('token') === token) leave();
    throw error;
  }
}
