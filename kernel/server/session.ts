import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '../contract/access.ts';
import type { Language } from '../contract/label.ts';
import { PROOF_HEADER } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Clock } from './clock.ts';
import type { Database, TenantTx } from './database.ts';
import type { Who } from './who.ts';

/** What finding an account takes. */
export interface AccountServices {
  readonly database: Database;
  readonly clock: Clock;
}

/** Returns the caller a token belongs to; throws the refusals 401 and 403 of the spec. Provided by the module that manages accounts. */
export type Authenticator = (
  services: AccountServices,
  token: string,
  caller: { readonly address: string | null; readonly requestId: string | null; readonly language: Language },
) => Promise<Who>;

/** Consumes a one-time proof that the caller entered the password; returns whether it belonged to this session and was in time. */
export type ProofConsumer = (tx: TenantTx, proof: string) => Promise<boolean>;

/**
 * Refuses, within an act's transaction, unless the caller has just entered the password; a later refusal rolls back and so keeps the proof.
 */
export async function requireProof(consume: ProofConsumer, tx: TenantTx, headers: IncomingHttpHeaders): Promise<void> {
  const proof = headers[PROOF_HEADER.toLowerCase()];
  if (typeof proof !== 'string' || !(await consume(tx, proof))) throw new Refusal(kernelRefusal['password-needed']);
}

/** Returns the caller's language: the cookie of the page, else the browser's preference, else Chinese. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const cookie = /(?:^|;\s*)language=(zh|en)/.exec(headers.cookie ?? '')?.[1];
  if (cookie) return cookie as Language;
  return /^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh';
}

/** Returns the token of an Authorization header, with or without its scheme. */
export function tokenOf(headers: IncomingHttpHeaders): string | null {
  const given = headers.authorization?.trim();
  if (!given) return null;
  return given.replace(/^\S+\s+/, '');
}

/** Returns the address a call came from; trusted proxies are resolved by the framework. */
export function addressOf(request: { readonly ip: string }): string {
  return request.ip.replace(/^::ffff:/, '');
}

/** Whether an account has the required access. */
export function isAllowed(access: Access, who: Who): boolean {
  if (access === 'public') return true;
  if (access === 'own-session' || access === 'signed-in') return who.kind !== 'driver';
  if (access === 'platform') return who.isPlatform;
  if (access === 'driver') return who.kind === 'driver';
  if (typeof access !== 'object' || who.withheld.has(access.name)) return false;
  return who.isAdmin || (!access.isAdminOnly && who.permissions.has(access.name));
}

/** Names of kinds of access that are no permissions. */
const NAMELESS = {
  platform: { zh: '平台管理', en: 'platform' },
  driver: { zh: '车主端', en: 'the drivers’ app' },
};

/** Refuses a caller without the required access; `label` names the act in the caller's language. */
export function checkAccess(access: Access, who: Who): void {
  if (access === 'public') return;
  // A customer's token opens what is made for customers, whatever accounts may do.
  if (who.kind === 'driver') {
    if (access !== 'driver') throw new Refusal(kernelRefusal['signed-out']);
    return;
  }
  if (access === 'own-session' && who.kind !== 'key') return;
  if (who.hasToChangePassword) throw new Refusal(kernelRefusal['password-change-needed']);
  // Programs with a key may use permissions on single acts only, not what belongs to a person, such as messages and passwords.
  if (who.kind === 'key' && typeof access !== 'object') throw new Refusal(kernelRefusal['not-for-keys']);
  if (isAllowed(access, who)) return;
  const label = typeof access === 'object' ? access.label : NAMELESS[access === 'driver' ? access : 'platform'];
  const isWithheld = typeof access === 'object' && who.withheld.has(access.name);
  throw new Refusal(kernelRefusal[isWithheld ? 'not-offered' : 'no-permission'], { permission: label[who.language] });
}

/** Refuses a read-only session. */
export function checkWriter(who: Who): void {
  if (who.isReadOnly) throw new Refusal(kernelRefusal['read-only']);
}
