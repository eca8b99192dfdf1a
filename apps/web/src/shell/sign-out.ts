import { clearSession, post } from '@boyun/kernel/web';

/**
 * Ends the session and goes to the login page, or where the caller goes next, regardless of the server's response. The session is cleared
 * as soon as the call is sent, so that no visible part makes another call with the ended token.
 */
export async function signOut(isLeaving = true): Promise<void> {
  const response = post('/api/tenantUser/logOff', {}, { isQuiet: true }).catch(() => undefined);
  clearSession();
  await response;
  if (isLeaving) location.assign('/');
}
