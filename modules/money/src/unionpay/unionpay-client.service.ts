import { type Desk, type Merchant, ProviderRefused, ProviderUnreachable } from '../provider/provider.service.ts';
import { type Fields, signatureFault, signFields } from './unionpay-signing.service.ts';

const GATEWAY = 'https://gateway.95516.com';
const TIMEOUT_MS = 8000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Paths of the gateway. */
export const path = {
  front: '/gateway/api/frontTransReq.do',
  back: '/gateway/api/backTransReq.do',
  query: '/gateway/api/queryTrans.do',
} as const;

/** The address of a path of the gateway. */
export const addressOf = ({ kernel }: Desk, one: string) =>
  new URL(one, kernel.configuration.unionpayUrl ?? GATEWAY).href;

/** The address that files are loaded from: a host of its own beside the gateway's. */
export function fileAddressOf(desk: Desk): string {
  const url = new URL('/', addressOf(desk, '/'));
  url.hostname = url.hostname.replace(/^gateway\./, 'filedownload.');
  return url.href;
}

/** An instant as UnionPay writes it, in Beijing's time. */
export const beijing = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replaceAll(/\D/g, '');

/**
 * How a merchant reaches UnionPay (accessType): by itself (0), through an acquirer (1), or as a merchant of a platform (2). The acquirer or
 * the platform signs.
 */
function accessOf({ acquirerNo, subMerchantNo }: Merchant): Fields {
  if (acquirerNo) return { accessType: '1', acqInsCode: acquirerNo };
  return { accessType: subMerchantNo ? '2' : '0' };
}

/** Whom the money is for, as payments and refunds say where somebody else signs for the merchant. */
export function payeeOf({ merchant }: Desk): Fields {
  const { acquirerNo, categoryNo, subMerchantNo, payeeName, payeeShortName } = merchant ?? {};
  const [name, short] = [payeeName ?? '', payeeShortName ?? ''];
  if (acquirerNo) return { merCatCode: categoryNo ?? '', merName: name, merAbbr: short };
  return subMerchantNo ? { subMerId: subMerchantNo, subMerName: name, subMerAbbr: short } : {};
}

/** Fields of a request signed for a merchant. */
export function signedRequest({ merchant }: Desk, fields: Fields): Fields {
  const { certificate, privateKey, authorities } = merchant?.keys ?? {};
  if (!merchant?.merchantNo || !certificate || !privateKey || !authorities)
    throw new ProviderRefused('NO_KEYS', 'the channel lacks its merchant or keys');
  const common = { version: '5.1.0', encoding: 'UTF-8', signMethod: '01', merId: merchant.merchantNo };
  return signFields({ ...common, ...accessOf(merchant), ...fields }, { certificate, privateKey });
}

/** Reads a response: fields joined by `&`, not encoded; a value in braces may hold further ones. */
export function readAnswer(text: string): Fields {
  const parts = text.match(/(?:[^&{]|\{[^}]*\}?)+/g) ?? [];
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

/** A call of the gateway; the response's signature is verified, and that it is for this merchant. */
export async function callUnionpay(
  desk: Desk,
  address: string,
  fields: Fields,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_ANSWER_BYTES } = {},
): Promise<Fields> {
  const request = signedRequest(desk, fields);
  const text = await send(address, new URLSearchParams(request), timeoutMs, maxBytes);
  const answer = readAnswer(text);
  const fault = signatureFault(answer, desk.merchant!.keys.authorities!, desk.kernel.clock.now());
  if (fault)
    throw new ProviderUnreachable(`${fault}: ${answer.respCode ?? ''} ${answer.respMsg ?? text}`.slice(0, 300));
  if (answer.merId !== request.merId) throw new ProviderUnreachable('the answer is for another merchant');
  return answer;
}

async function send(address: string, body: URLSearchParams, timeoutMs: number, maxBytes: number): Promise<string> {
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    response = await fetch(address, { method: 'POST', body, redirect: 'error', signal });
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw new ProviderUnreachable(`no answer: ${(error as Error).message}`);
  }
  if (!response.ok) throw new ProviderUnreachable(`HTTP ${response.status}`);
  if (bytes.byteLength > maxBytes) throw new ProviderUnreachable('the answer is too long');
  return new TextDecoder().decode(bytes);
}

/** Codes with which nothing is known yet of the outcome: it is asked about later. */
const UNCERTAIN = ['03', '04', '05', '06', '02', '37', '99'];
/** The request was taken before. */
const REPEATED = '12';

/** Refuses where UnionPay does not take a request; one that it took, or that it took before, or of which it is not sure, is followed. */
export function requireTaken({ respCode = '', respMsg = '' }: Fields): void {
  if (respCode === '00' || respCode === REPEATED || UNCERTAIN.includes(respCode)) return;
  throw new ProviderRefused(respCode, respMsg.slice(0, 300));
}
