import { clearSession, post } from '@boyun/kernel/web';

/**
 * Ends the session and goes to the login page, or where the caller goes next, whatever the server says to it; what the tab kept
 * is gone with the session. It is forgotten as soon as the call is on its way: nothing still shown asks once more with a token
 * that has just ended.
 */
export async function signOut(isLeaving = true): Promise<void> {
  const told = post('/api/tenantUser/logOff', {}, { isQuiet: true }).catch(() => undefined);
  clearSession();
  await told;
  if (isLeaving) location.assign('/');
}
