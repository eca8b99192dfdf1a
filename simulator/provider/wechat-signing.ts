import { createVerify, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The merchant that the double knows. */
export const MERCHANT = '1900000109';
/** The serial number of its certificate. */
export const WECHAT_SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
/** The id of the double's own public key. */
export const WECHAT_KEY_ID = 'PUB_KEY_ID_0119000001092026030400000001';
/** How far clocks may differ. */
export const MAX_SKEW_SECONDS = 300;

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** A refusal as WeChat Pay answers it. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Keys and signatures of API v3: https://pay.weixin.qq.com/doc/v3/merchant/4012365342 */
export class WechatSigning {
  readonly merchantKeys = pair();
  readonly ownKeys = pair();
  readonly #strangerKeys = pair();
  readonly #nonces = new Set<string>();

  /** The headers of a response or notice with this body; `isForged`: signed by a stranger. */
  sign(body: string, isForged = false, timestamp = Math.floor(Date.now() / 1000)): Record<string, string> {
    const nonce = randomBytes(16).toString('hex');
    const key = (isForged ? this.#strangerKeys : this.ownKeys).privateKey;
    const signature = sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key).toString('base64');
    return {
      'content-type': 'application/json; charset=utf-8',
      'wechatpay-serial': WECHAT_KEY_ID,
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
    };
  }

  /** Refuses a request that is not signed by the merchant over all of it, recently and for the first time. */
  check({ method, url, headers }: IncomingMessage, body: string): void {
    const given = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(headers.authorization ?? '')?.[1];
    const parts = Object.fromEntries(
      (given ?? '').split(',').map((part) => /^(\w+)="(.*)"$/.exec(part)?.slice(1) ?? []),
    );
    const { mchid, serial_no, timestamp, nonce_str, signature } = parts as Record<string, string>;
    if (mchid !== MERCHANT) throw new Refused(401, 'SIGN_ERROR', '商户号与签名不符');
    if (serial_no !== WECHAT_SERIAL) throw new Refused(401, 'SIGN_ERROR', '商户证书序列号有误');
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > MAX_SKEW_SECONDS)
      throw new Refused(401, 'SIGN_ERROR', '时间戳过期');
    if (this.#nonces.has(nonce_str!)) throw new Refused(401, 'SIGN_ERROR', '随机串重复');
    this.#nonces.add(nonce_str!);
    const signedText = `${method}\n${url}\n${timestamp}\n${nonce_str}\n${body}\n`;
    const isSigned = createVerify('sha256')
      .update(signedText)
      .verify(this.merchantKeys.publicKey, signature!, 'base64');
    if (!isSigned) throw new Refused(401, 'SIGN_ERROR', '签名错误');
  }
}
