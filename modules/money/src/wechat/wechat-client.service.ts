import { Wechatpay } from 'wechatpay-axios-plugin';
import { type Desk, type Merchant, ProviderRefused, ProviderUnreachable } from '../provider/provider.service.ts';

const API = 'https://api.mch.weixin.qq.com/';
const TIMEOUT_MS = 8000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Returns the merchant of a call; a channel without one is not set up. */
export function merchantOf({ merchant }: Desk): Merchant {
  if (!merchant) throw new ProviderRefused('NO_MERCHANT', 'the channel has no merchant');
  return merchant;
}

/** The merchant on whose behalf a service provider calls, as requests name it. */
export const subMchid = ({ subMerchantNo }: Merchant) => (subMerchantNo ? { sub_mchid: subMerchantNo } : {});

/** An instant as WeChat Pay writes it, in Beijing's time. */
export function beijing(at: Date): string {
  return `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

/** The address of notices, without which no payment is started. */
export function requireNoticeUrl({ noticeUrl }: Desk): string {
  if (!noticeUrl) throw new ProviderRefused('NO_PUBLIC_URL', 'PUBLIC_URL is not set');
  return noticeUrl;
}

interface CallOptions {
  readonly body?: object;
  readonly parameters?: object;
  readonly more?: { readonly responseType?: 'arraybuffer'; readonly maxContentLength?: number };
}

/** A call of WeChat Pay's API v3, signed with the merchant's key; the response's signature is verified. */
export async function callWechat<T>(
  desk: Desk,
  method: 'get' | 'post',
  path: string,
  { body, parameters = {}, more = {} }: CallOptions = {},
): Promise<T> {
  const { merchantNo, keys } = merchantOf(desk);
  const { certificateNo, privateKey, publicKey, publicKeyId } = keys;
  if (!certificateNo || !privateKey || !publicKey || !publicKeyId)
    throw new ProviderRefused('NO_KEYS', 'the channel lacks keys');
  const client = new Wechatpay({
    mchid: merchantNo,
    serial: certificateNo,
    privateKey,
    certs: { [publicKeyId]: publicKey },
    baseURL: desk.kernel.configuration.wechatPayUrl ?? API,
    timeout: TIMEOUT_MS,
    maxRedirects: 0,
    maxContentLength: MAX_ANSWER_BYTES,
    // The plugin matches a response to its key by this name.
    headers: { 'Wechatpay-Serial': publicKeyId },
  });
  try {
    const answer: { readonly data: T } =
      method === 'get'
        ? await client.chain(path).get({ params: parameters, ...more })
        : await client.chain(path).post<object, { data: T }>(body ?? {}, { params: parameters, ...more });
    return answer.data;
  } catch (error) {
    throw explained(error);
  }
}

interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly response?: { readonly status: number; readonly data: unknown };
}

/** An error of the client as what it means here. The client's own error carries the private key, so nothing of it is passed on. */
function explained(error: unknown): Error {
  const { code, message, response } = error as Failure;
  const said = (response?.data ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (code?.startsWith('EV3_')) return new ProviderUnreachable(`${code} ${message}`.slice(0, 300));
  const isFinal = response && response.status >= 400 && response.status < 500 && response.status !== 429;
  if (isFinal && typeof said.code === 'string')
    return new ProviderRefused(said.code, String(said.message ?? '').slice(0, 300));
  const what = typeof said.code === 'string' ? `${said.code} ${said.message}` : (message ?? 'no answer');
  return new ProviderUnreachable(`${response ? `HTTP ${response.status} ` : ''}${what}`.slice(0, 300));
}

/** Returns a response, or null where WeChat Pay does not know what was asked about. */
export async function unlessUnknown<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const isUnknown =
      error instanceof ProviderRefused &&
      ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS', 'NOT_FOUND'].includes(error.code);
    if (isUnknown) return null;
    throw error;
  }
}

const SNS = 'https://api.weixin.qq.com/';

/** Returns the openid of the person whom WeChat's sign-in (snsapi_base) gave this code; a code serves once. */
export async function openIdOf(desk: Desk, authCode: string): Promise<string> {
  const { appNo, keys } = merchantOf(desk);
  if (!keys.appSecret) throw new ProviderRefused('NO_KEYS', 'the channel lacks the secret of its app');
  const url = new URL('sns/oauth2/access_token', desk.kernel.configuration.wechatUrl ?? SNS);
  url.search = new URLSearchParams({
    appid: appNo,
    secret: keys.appSecret,
    code: authCode,
    grant_type: 'authorization_code',
  }).toString();
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.json() as Promise<{ openid?: string; errcode?: number; errmsg?: string }>)
    // The address carries the secret, so nothing of the error is passed on.
    .catch(() => {
      throw new ProviderUnreachable('WeChat did not answer who pays');
    });
  if (!answer.openid) throw new ProviderRefused(String(answer.errcode), answer.errmsg ?? 'no openid');
  return answer.openid;
}
