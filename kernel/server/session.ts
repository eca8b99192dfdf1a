import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '../contract/access.ts';
import type { Language } from '../contract/label.ts';
import { PROOF_HEADER } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './module.ts';
import type { Who } from './who.ts';

/** Finds who a token belongs to; throws the refusals 401 and 403 of the spec. Provided by the module that keeps accounts. */
export type Authenticator = (
  kernel: Pick<Kernel, 'database' | 'clock'>,
  token: string,
  caller: { readonly address: string | null; readonly requestId: string | null; readonly language: Language },
) => Promise<Who>;

/** Takes the proof that the caller's password was given, once; whether it was one of this session and in time. */
export type ProofTaker = (tx: TenantTx, proof: string) => Promise<boolean>;

/** Refuses within the transaction of an act unless the caller's password was just given; what is refused later keeps the proof. */
export async function requireProof(take: ProofTaker, tx: TenantTx, headers: IncomingHttpHeaders): Promise<void> {
  const proof = headers[PROOF_HEADER.toLowerCase()];
  if (typeof proof !== 'string' || !(await take(tx, proof))) throw new Refusal(kernelRefusal['password-needed']);
}

/** The language a caller wants: the cookie of the page, else what the browser says, else Chinese. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const cookie = /(?:^|;\s*)language=(zh|en)/.exec(headers.cookie ?? '')?.[1];
  if (cookie) return cookie as Language;
  return /^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh';
}

/** The token of an Authorization header, with or without its type before it. */
export function tokenOf(headers: IncomingHttpHeaders): string | null {
  const given = headers.authorization?.trim();
  if (!given) return null;
  return given.replace(/^\S+\s+/, '');
}

/** The address a call came from, as the proxies of the configuration tell it. */
export function addressOf(request: { readonly ip: string }): string {
  return request.ip.replace(/^::ffff:/, '');
}

/** Whether an account has the right that guards something. */
export function mayDo(access: Access, who: Who): boolean {
  if (access === 'public' || access === 'own-session' || access === 'signed-in') return true;
  if (access === 'platform') return who.isPlatform;
  if (typeof access !== 'object' || who.withheld.has(access.name)) return false;
  return who.isAdmin || (!access.isAdminOnly && who.permissions.has(access.name));
}

/** Refuses when the caller may not; `label` names the right in the caller's language. */
export function checkAccess(access: Access, who: Who): void {
  if (access === 'public' || (access === 'own-session' && who.kind !== 'key')) return;
  if (who.hasToChangePassword) throw new Refusal(kernelRefusal['password-change-needed']);
  // What belongs to a person, messages and passwords, is no program's; a program has rights to single acts alone.
  if (who.kind === 'key' && typeof access !== 'object') throw new Refusal(kernelRefusal['not-for-keys']);
  if (mayDo(access, who)) return;
  const label = typeof access === 'object' ? access.label : { zh: '平台管理', en: 'platform' };
  const isWithheld = typeof access === 'object' && who.withheld.has(access.name);
  throw new Refusal(kernelRefusal[isWithheld ? 'not-offered' : 'no-permission'], { permission: label[who.language] });
}

/** Refuses whoever only looks. */
export function checkWriter(who: Who): void {
  if (who.isReadOnly) throw new Refusal(kernelRefusal['read-only']);
}
