import { PROOF_HEADER } from '@boyun/kernel/contract';
import { DEMO_PASSWORD, DEMO_TENANT } from '@boyun/simulator/demo/place';

interface Reply {
  readonly state: string;
  readonly code?: string;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: callers read what the call answers
  readonly data: any;
}

/** An account of the demo at a desk, over HTTP; signs in again when the session is over. */
export class Desk {
  readonly #url: string;
  readonly #account: string;
  #token = '';
  /** Calls by path: taken, refused, or without an answer because the server died. */
  readonly counts = new Map<string, { done: number; refused: number; lost: number }>();
  /** The last refusal of each path. */
  readonly refusals = new Map<string, string>();

  constructor(url: string, account: string) {
    this.#url = url;
    this.#account = account;
  }

  /** Calls a path; returns the data, or null when it was refused or the server did not answer. */
  // biome-ignore lint/suspicious/noExplicitAny: callers read what the call answers
  async call(path: string, body: object = {}): Promise<any> {
    const count = this.counts.get(path) ?? { done: 0, refused: 0, lost: 0 };
    this.counts.set(path, count);
    try {
      let reply = await this.#post(path, body);
      if (reply.state === '401' || reply.state === '403') {
        await this.#signIn();
        reply = await this.#post(path, body);
      }
      if (reply.code === 'kernel.password-needed') {
        const { data } = await this.#post('/api/tenantUser/checkUserPassword', { Password: DEMO_PASSWORD });
        reply = await this.#post(path, body, data.Proof);
      }
      if (reply.state === 'success') {
        count.done += 1;
        return reply.data;
      }
      count.refused += 1;
      this.refusals.set(path, reply.message);
    } catch {
      count.lost += 1;
    }
    return null;
  }

  async #signIn(): Promise<void> {
    const body = { Account: this.#account, Password: DEMO_PASSWORD, TenantId: DEMO_TENANT };
    this.#token = '';
    const { data, message } = await this.#post('/api/tenantUser/login', body);
    if (!data?.AccessToken) throw new Error(message);
    this.#token = data.AccessToken;
  }

  async #post(path: string, body: object, proof?: string): Promise<Reply> {
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(proof ? { [PROOF_HEADER]: proof } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    return (await response.json()) as Reply;
  }
}
