import { PROOF_HEADER, verbNeedsPassword, verbPath } from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import type { Product } from '@boyun/server/product';

/** The response of a call: the spec's envelope with the HTTP status. */
export interface Answer {
  readonly status: number;
  readonly state: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly data: any;
  readonly message: string;
  readonly code?: string;
  readonly issues?: readonly { path: string; message: string }[];
}

/** Calls a path without signing in. */
export type Call = (path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

/** Calls a path with the token of a session. */
export type CallAs = (token: string, path: string, body?: object, options?: CallAsOptions) => Promise<Answer>;

interface CallAsOptions {
  readonly password?: string;
  readonly headers?: Record<string, string> | undefined;
}

/** The password of all accounts of tests. */
export const PASSWORD = 'Boyun#2026';

/** Calls that ask for the password, by their contracts. */
const WITH_PASSWORD = new Set(
  modules.flatMap(({ contract: { resources, operations } }) => [
    ...resources.flatMap((one) =>
      one.verbs.filter((verb) => verbNeedsPassword(one, verb)).map((verb) => verbPath(one, verb)),
    ),
    ...operations.filter((one) => one.needsPassword).map((one) => one.path),
  ]),
);

/**
 * Returns the calls of a product without a session and with one, made from an address. They go through all of its server but the socket.
 */
export function callers({ app }: Product, remoteAddress: string): [Call, CallAs] {
  const call: Call = async (path, body = {}, headers = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: path,
      remoteAddress,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
    return { status: response.statusCode, ...response.json<Omit<Answer, 'status'>>() };
  };
  const callAs: CallAs = async (token, path, body, { password = PASSWORD, headers = {} } = {}) => {
    const own = { authorization: `Bearer ${token}`, ...headers };
    if (PROOF_HEADER in own || !WITH_PASSWORD.has(path)) return await call(path, body, own);
    let answer: Answer;
    // A concurrent call of the session replaces the proof, so that another one may be needed.
    let left = 20;
    do {
      const { data } = await call('/api/tenantUser/checkUserPassword', { Password: password }, own);
      answer = await call(path, body, { ...own, [PROOF_HEADER]: data?.Proof ?? '' });
      left = data ? left - 1 : 0;
    } while (answer.code === 'kernel.password-needed' && left > 0);
    return answer;
  };
  return [call, callAs];
}
