import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { systemWho } from '@boyun/kernel/server';
import { type Desk, InvoicePlatformRefused, InvoicePlatformSilent } from '../provider/provider.service.ts';
import { findToken, forgetToken, keepToken } from './token.queries.ts';

const API = 'https://sdk.nuonuo.com';
const TOKENS = 'https://open.nuonuo.com';
const SERVICES = '/open/v1/services';
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 512 * 1024;
/** Tokens without an end are asked for again after a year. */
const YEAR_SECONDS = 365 * 24 * 3600;
/** A token is renewed so long before it ends. */
const MARGIN_MS = 10 * 60_000;

/** Success, as services of invoices and of titles answer. */
const TAKEN = ['E0000', 'S0000'];
/** Codes of the gateway that say that the token is over. */
const TOKEN_OVER = ['070301', '070302', '070303', '070304', '070305'];

/** The answer of a service. */
export interface NuonuoAnswer {
  readonly code: string;
  readonly describe: string;
  readonly result: unknown;
  readonly list?: unknown;
}

/**
 * Returns the signature of a request (X-Nuonuo-Sign): HMAC-SHA1 in base64 over the address's parts, the public parameters and the exact body
 * (Nuonuo open platform, 开放平台加密参考).
 */
export function signNuonuo(
  secret: string,
  of: { appKey: string; senid: string; nonce: string; timestamp: string; content: string },
): string {
  const { appKey, senid, nonce, timestamp, content } = of;
  const [p, l, a] = SERVICES.split('/').filter(Boolean);
  const text = `a=${a}&l=${l}&p=${p}&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${content}`;
  return createHmac('sha1', secret).update(text).digest('base64');
}

/** The credentials of a call; an issuer without them is not set up. */
function credentialsOf({ issuer, secret }: Desk): { appKey: string; secret: string } {
  if (!issuer.appKey || !secret) throw new InvoicePlatformRefused('NO_KEYS', '开票设置缺少 appKey 或 appSecret');
  return { appKey: issuer.appKey, secret };
}

/** Calls a service of Nuonuo for an issuer, with a fresh token where the kept one is over. Throws where it refuses or does not answer. */
export async function callNuonuo(desk: Desk, method: string, content: object): Promise<NuonuoAnswer> {
  const first = await callOnce(desk, method, content);
  if (!TOKEN_OVER.includes(first.code)) return requireTaken(first);
  await inTenant(desk, (tx) => forgetToken(tx, credentialsOf(desk).appKey));
  const second = await callOnce(desk, method, content);
  // The credentials are wrong, not the invoice: it waits until they are put right.
  if (TOKEN_OVER.includes(second.code)) throw new InvoicePlatformSilent(`${second.code} ${second.describe}`);
  return requireTaken(second);
}

function requireTaken(answer: NuonuoAnswer): NuonuoAnswer {
  if (!TAKEN.includes(answer.code)) throw new InvoicePlatformRefused(answer.code, answer.describe.slice(0, 300));
  return answer;
}

async function callOnce(desk: Desk, method: string, content: object): Promise<NuonuoAnswer> {
  const { appKey, secret } = credentialsOf(desk);
  const token = await tokenOf(desk);
  const body = JSON.stringify(content);
  const senid = randomBytes(16).toString('hex');
  const nonce = String(randomInt(10_000_000, 100_000_000));
  const timestamp = String(Math.floor(desk.kernel.clock.now().getTime() / 1000));
  const url = new URL(SERVICES, desk.kernel.configuration.nuonuoUrl ?? API);
  url.search = String(new URLSearchParams({ senid, nonce, timestamp, appkey: appKey }));
  const text = await send(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json;charset=UTF-8',
      'X-Nuonuo-Sign': signNuonuo(secret, { appKey, senid, nonce, timestamp, content: body }),
      accessToken: token,
      userTax: desk.issuer.taxNumber,
      method,
    },
    body,
  });
  const answer = parse(text) as Partial<NuonuoAnswer> | null;
  if (typeof answer?.code !== 'string') throw new InvoicePlatformSilent(`no code in the answer: ${text.slice(0, 200)}`);
  const { code, describe, result, list } = answer;
  return { code, describe: String(describe ?? ''), result, list };
}

const inTenant = <T>({ kernel, tenantId }: Desk, work: Parameters<typeof kernel.database.inTenant<T>>[1]): Promise<T> =>
  kernel.database.inTenant(systemWho(tenantId, 'invoice'), work);

/** Returns a valid access token: the kept one, or a new one. A token may be asked for fifty times in thirty days. */
async function tokenOf(desk: Desk): Promise<string> {
  const { kernel } = desk;
  const { appKey, secret } = credentialsOf(desk);
  const now = kernel.clock.now().getTime();
  const kept = await inTenant(desk, (tx) => findToken(tx, appKey));
  if (kept && kept.endsAt.getTime() > now) return kernel.secrets.decrypt(kept.sealed);
  const url = new URL('/accessToken', kernel.configuration.nuonuoUrl ?? TOKENS);
  const body = new URLSearchParams({ client_id: appKey, client_secret: secret, grant_type: 'client_credentials' });
  const text = await send(url, { method: 'POST', body });
  const answer = parse(text) as { access_token?: unknown; expires_in?: unknown; error_description?: unknown } | null;
  if (typeof answer?.access_token !== 'string')
    throw new InvoicePlatformSilent(`no token: ${String(answer?.error_description ?? text).slice(0, 200)}`);
  const seconds = Number(answer.expires_in) > 0 ? Number(answer.expires_in) : YEAR_SECONDS;
  const endsAt = new Date(now + Math.max(60_000, seconds * 1000 - MARGIN_MS));
  const sealed = kernel.secrets.encrypt(answer.access_token);
  await inTenant(desk, (tx) => keepToken(tx, appKey, { sealed, endsAt }));
  return answer.access_token;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvoicePlatformSilent(`the answer is no JSON: ${text.slice(0, 200)}`);
  }
}

async function send(url: URL, init: RequestInit): Promise<string> {
  const bytes = await load(url, init, MAX_ANSWER_BYTES);
  return new TextDecoder().decode(bytes);
}

/** Loads what an address answers, up to a size. */
export async function load(url: URL, init: RequestInit, maxBytes: number): Promise<Uint8Array> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw new Error('the answer is too long');
    return bytes;
  } catch (error) {
    throw new InvoicePlatformSilent(`no answer: ${(error as Error).message}`);
  }
}
