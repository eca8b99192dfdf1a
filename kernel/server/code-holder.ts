import { randomBytes } from 'node:crypto';
import type { Language } from '../contract/label.ts';
import { Refusal, type RefusalRule } from '../contract/refusal.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import { systemWho } from './who.ts';

/** Returns a code for a page that needs no sign-in. It names the tenant, so that its row can be found; the rest is random. */
export function newCode(tx: TenantTx): string {
  return `${tx.tenantId}-${randomBytes(12).toString('base64url').replaceAll('-', 'x')}`;
}

/**
 * Runs work as the unauthenticated holder of a code, under a name for the history and in the language of the page. Refuses a malformed
 * code.
 */
export function asHolder<T>(
  kernel: Kernel,
  code: string,
  { name, unknown, language }: { name: string; unknown: RefusalRule; language: Language },
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  const tenantId = Number(/^(\d{1,9})-[A-Za-z0-9_]{8,40}$/.exec(code)?.[1]);
  if (!tenantId) throw new Refusal(unknown);
  return kernel.database.inTenant({ ...systemWho(tenantId, name), kind: 'visitor', language }, work);
}
