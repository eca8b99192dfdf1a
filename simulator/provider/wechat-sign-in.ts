/** WeChat's own API: says once who came back from the sign-in with a code. */
export class WechatSignIn {
  readonly #app: string;
  readonly #secret: string;
  readonly #usedCodes = new Set<string>();

  constructor(app: string, secret: string) {
    this.#app = app;
    this.#secret = secret;
  }

  /** The answer to a code; a code serves once. */
  identify(parameters: URLSearchParams): object {
    const code = parameters.get('code') ?? '';
    const isKnown = parameters.get('appid') === this.#app && parameters.get('secret') === this.#secret;
    const isFresh = code.startsWith('code-') && !this.#usedCodes.has(code);
    this.#usedCodes.add(code);
    if (!isKnown) return { errcode: 40125, errmsg: 'invalid appsecret' };
    return isFresh
      ? { access_token: 'T', expires_in: 7200, openid: `o${code}`, scope: 'snsapi_base' }
      : { errcode: 40163, errmsg: 'code been used' };
  }
}
