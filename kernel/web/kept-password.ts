import { now } from './now.ts';
import { post } from './transport.ts';

/** Time in milliseconds until the password is asked for again; it is kept only in the memory of the page. */
const KEPT_MS = 5 * 60_000;
let kept: { readonly password: string; readonly until: number } | null = null;

/** The password entered a short time ago; empty if it must be asked for. */
export function keptPassword(): string {
  if (kept && now().getTime() >= kept.until) kept = null;
  return kept?.password ?? '';
}

/** Keeps a right password for the next acts; null forgets it. */
export function keepPassword(password: string | null): void {
  kept = password === null ? null : { password, until: now().getTime() + KEPT_MS };
}

/** Has the server check the password; returns the proof for one call. Rejects with a CallFailure, which has been shown. */
export async function proofOf(password: string): Promise<string> {
  const answer = await post('/api/tenantUser/checkUserPassword', { Password: password });
  return (answer.data as { Proof: string }).Proof;
}
