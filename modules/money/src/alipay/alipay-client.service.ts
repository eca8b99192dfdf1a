import { createPrivateKey, createPublicKey } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import { type Desk, ProviderRefused, ProviderUnreachable } from '../provider/provider.service.ts';

const API = 'https://openapi.alipay.com';
const TIMEOUT_MS = 8000;

/** The address of Alipay's API. */
const endpointOf = ({ kernel }: Desk) => (kernel.configuration.alipayUrl ?? API).replace(/\/$/, '');

/** A client that signs with the merchant's key. */
export function alipayOf(desk: Desk): AlipaySdk {
  const { appNo, keys } = desk.merchant ?? { appNo: '', keys: {} };
  if (!appNo || !keys.privateKey || !keys.publicKey)
    throw new ProviderRefused('NO_KEYS', 'the channel lacks its app or keys');
  const endpoint = endpointOf(desk);
  return new AlipaySdk({
    appId: appNo,
    privateKey: createPrivateKey(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyType: 'PKCS8',
    alipayPublicKey: createPublicKey(keys.publicKey).export({ type: 'spki', format: 'pem' }).toString(),
    endpoint,
    gateway: `${endpoint}/gateway.do`,
    timeout: TIMEOUT_MS,
    camelcase: false,
  });
}

interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly responseHttpStatus?: number;
}

/** Codes of Alipay's for which nothing is known of the outcome. */
const UNCERTAIN = /SYSTEM_ERROR|UNKNOWN|TIMEOUT|isp\./i;

/** A call of Alipay's API v3; the signature of the response is verified. */
export async function callAlipay<T>(
  desk: Desk,
  method: 'GET' | 'POST',
  path: string,
  content: Readonly<Record<string, string | number>>,
): Promise<T> {
  const client = alipayOf(desk);
  try {
    const { data } = await client.curl(
      method,
      path,
      method === 'GET' ? { query: { ...content } } : { body: { ...content } },
    );
    return data as T;
  } catch (error) {
    const { code = '', message = '', responseHttpStatus: status } = error as Failure;
    const isFinal = status !== undefined && status >= 400 && status < 500 && code !== '' && !UNCERTAIN.test(code);
    if (isFinal) throw new ProviderRefused(code, message.slice(0, 300));
    throw new ProviderUnreachable(`${code} ${message}`.trim().slice(0, 300));
  }
}

/** An instant in Beijing, as Alipay writes it. */
export const beijing = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** A call of Alipay's older protocol, for what its API v3 does not have; the signature of the response is verified. */
export async function callAlipayGateway<T>(
  desk: Desk,
  method: string,
  bizContent: Readonly<Record<string, string>>,
  more: { readonly notifyUrl?: string } = {},
): Promise<T> {
  const client = alipayOf(desk);
  // The client would write the time of this machine's zone.
  const timestamp = beijing(desk.kernel.clock.now());
  const answer = await client
    .exec(method, { ...more, timestamp, bizContent }, { validateSign: true })
    .catch((error) => {
      throw new ProviderUnreachable(String((error as Failure).message ?? '').slice(0, 300));
    });
  const { code, msg, sub_code: subCode = '', sub_msg: words = '' } = answer as unknown as Record<string, string>;
  if (code === '10000') return answer as T;
  const said = `${subCode || code} ${words || msg}`.slice(0, 300);
  // 20000: the service is not available; 10003: it is being done.
  if (code === '20000' || code === '10003' || UNCERTAIN.test(subCode)) throw new ProviderUnreachable(said);
  throw new ProviderRefused(subCode || code || '', said);
}

/** Returns a response, or null where Alipay does not know the trade. */
export async function unlessNoTrade<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderRefused && error.code.endsWith('TRADE_NOT_EXIST')) return null;
    throw error;
  }
}
