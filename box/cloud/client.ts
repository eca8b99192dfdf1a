import { signCall } from '@boyun/gateway/edge';
import type { CloudClock } from '../clock.ts';

/** How the box reaches the cloud. */
export interface CloudAccess {
  /** Origin, as `https://parking.example.com`. */
  readonly url: string;
  readonly serialNo: string;
  readonly secret: string;
  /** Code of the tenant, where serial numbers may repeat. */
  readonly tenant: string | null;
}

/** Sends a request; the simulation of a bad line puts itself in its place. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** A call that failed: the line is down, the cloud cannot answer now, or it refuses the call as it is. */
export class CloudFailure extends Error {
  readonly kind: 'away' | 'busy' | 'refused';
  readonly code: string;

  constructor(kind: CloudFailure['kind'], code: string) {
    super(`${kind} ${code}`);
    this.kind = kind;
    this.code = code;
  }
}

interface Envelope {
  readonly state?: string;
  readonly data?: unknown;
  readonly code?: string;
  readonly message?: string;
}

/** Makes the signed calls of a box. */
export class Cloud {
  readonly #access: CloudAccess;
  readonly #clock: CloudClock;
  readonly #send: Send;
  #lastStampMs = 0;

  constructor(access: CloudAccess, clock: CloudClock, send: Send = fetch) {
    this.#access = access;
    this.#clock = clock;
    this.#send = send;
  }

  /** Makes a call and returns its data. Throws CloudFailure. */
  async call<T>(name: string, body: object, timeoutMs: number): Promise<T> {
    const first = await this.#once(name, body, timeoutMs);
    if (first.code !== 'device.old-timestamp') return dataOf<T>(first);
    // The clock of this machine was off; the answer has told by how much.
    return dataOf<T>(await this.#once(name, body, timeoutMs));
  }

  async #once(name: string, body: object, timeoutMs: number): Promise<Envelope & { readonly status: number }> {
    const path = `/api/box/${name}`;
    const bytes = Buffer.from(JSON.stringify(body));
    const { url, serialNo, secret, tenant } = this.#access;
    const timestamp = this.#stamp();
    const headers = {
      'content-type': 'application/json',
      timestamp,
      serialnumber: serialNo,
      signature: signCall(secret, timestamp, 'POST', path, bytes),
      ...(tenant ? { tenant } : {}),
    };
    const sentMs = this.#clock.rawMs();
    try {
      const response = await this.#send(`${url}${path}`, {
        method: 'POST',
        body: bytes,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const text = await response.text();
      this.#learn(response, sentMs);
      if (response.status >= 500 || response.status === 429) throw new CloudFailure('busy', String(response.status));
      return { status: response.status, ...(JSON.parse(text) as Envelope) };
    } catch (error) {
      if (error instanceof CloudFailure) throw error;
      const cause = (error as { cause?: { code?: string } }).cause?.code;
      throw new CloudFailure('away', cause ?? (error as Error).name);
    }
  }

  /** Seconds by the clock of the cloud; no two calls have the same, so that no two have the same signature. */
  #stamp(): string {
    this.#lastStampMs = Math.max(this.#clock.nowMs(), this.#lastStampMs + 1);
    // The clock was set back: timestamps follow it again.
    if (this.#lastStampMs - this.#clock.nowMs() > 60_000) this.#lastStampMs = this.#clock.nowMs();
    return (this.#lastStampMs / 1000).toFixed(3);
  }

  #learn(response: Response, sentMs: number): void {
    const stated = response.headers.get('x-server-time');
    // The header of HTTP tells whole seconds: it serves only as long as nothing better is known, or the clocks are far apart.
    const serverMs = Date.parse(stated ?? response.headers.get('date') ?? '');
    if (Number.isNaN(serverMs)) return;
    if (stated === null && this.#clock.offsetMs !== null && Math.abs(serverMs - this.#clock.nowMs()) < 2000) return;
    this.#clock.learn(serverMs, sentMs, this.#clock.rawMs());
  }
}

function dataOf<T>({ status, state, data, code, message }: Envelope & { readonly status: number }): T {
  if (state === 'success') return data as T;
  throw new CloudFailure('refused', code ?? message ?? String(status));
}
