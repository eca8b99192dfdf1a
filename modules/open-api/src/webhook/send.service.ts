import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestSafe } from 'node:https';
import { isIP } from 'node:net';
import { type AddressGuard, guardedLookup, hostOf, PrivateAddress } from '@boyun/kernel/server';
import type { DeliveryFailure } from './webhook.contract.ts';

/** Time limit in milliseconds for a response. */
const TIMEOUT_MS = 10_000;
/** Maximum number of response bytes kept. */
const ANSWER_BYTES = 2000;

/** The result of one attempt; successful when `failure` is null. */
export interface Sent {
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  readonly detail: string | null;
  readonly answer: string | null;
  readonly tookMs: number;
}

/** A request to be sent and its destination. */
export interface Parcel {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  /** Time of sending, which is covered by the signature. */
  readonly at: Date;
}

/** Sends a parcel. */
export type Send = (parcel: Parcel) => Promise<Sent>;

/** Returns the signature of a body sent at a second: `v1=` and the HMAC-SHA256, in hex, of `<seconds>.<body>`. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Returns a sender over HTTP: one attempt, no redirects, within ten seconds, only to addresses the guard permits. */
export function sender(guard: AddressGuard): Send {
  return async (parcel) => {
    const started = performance.now();
    const result = (part: Partial<Sent>): Sent => ({
      status: null,
      failure: null,
      detail: null,
      answer: null,
      ...part,
      tookMs: Math.round(performance.now() - started),
    });
    try {
      const { status, answer, location } = await post(guard, parcel);
      if (status >= 200 && status < 300) return result({ status, answer });
      const isRedirect = status >= 300 && status < 400;
      return result({
        status,
        answer,
        failure: isRedirect ? 'redirected' : 'answered',
        detail: isRedirect ? (location ?? null) : null,
      });
    } catch (error) {
      return result(explain(error as NodeJS.ErrnoException));
    }
  };
}

function post(guard: AddressGuard, parcel: Parcel) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string; location?: string }>();
  const url = new URL(parcel.url);
  const host = hostOf(url);
  if (isIP(host) && !guard.isAllowed(host)) return Promise.reject(new PrivateAddress(host));
  if (url.protocol === 'http:' && isIP(host) && !guard.isPermitted(host))
    return Promise.reject(new PrivateAddress(host));
  const seconds = Math.floor(parcel.at.getTime() / 1000);
  const request = (url.protocol === 'https:' ? requestSafe : requestPlain)(url, {
    method: 'POST',
    agent: false,
    lookup: guardedLookup(guard),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(parcel.body),
      'user-agent': 'Boyun-Webhook/1',
      'x-boyun-event': parcel.kind,
      'x-boyun-delivery': parcel.id,
      'x-boyun-timestamp': String(seconds),
      'x-boyun-signature': signatureOf(parcel.secret, seconds, parcel.body),
    },
  });
  request.on('error', reject);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () =>
      resolve({
        status: response.statusCode ?? 0,
        // A text column cannot store a zero byte.
        answer: Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, ANSWER_BYTES),
        location: response.headers.location?.slice(0, 500),
      });
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < ANSWER_BYTES) return;
      finish();
      request.destroy();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
  request.end(parcel.body);
  return promise;
}

function explain(error: NodeJS.ErrnoException): Pick<Sent, 'failure' | 'detail'> {
  const detail = error.message.slice(0, 500);
  if (error instanceof PrivateAddress) return { failure: 'private-address', detail };
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return { failure: 'timeout', detail: null };
  const code = error.code ?? '';
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|^ERR_SSL/.test(code);
  return { failure: isCertificate ? 'certificate' : 'unreachable', detail: detail || code };
}
