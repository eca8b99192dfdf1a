import { clearSession, post } from '@boyun/kernel/web';

/** Ends the session and goes to the login page, whatever the server says to it; what the tab kept is gone with the session. */
export async function signOut(): Promise<void> {
  await post('/api/tenantUser/logOff', {}, { isQuiet: true }).catch(() => undefined);
  clearSession();
  location.assign('/');
}
