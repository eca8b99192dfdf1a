import { createCipheriv, randomBytes } from 'node:crypto';
import { MAX_SKEW_SECONDS, type WechatSigning } from './wechat-signing.ts';

/** How a notice misbehaves. */
export type WechatFault = 'wrong-amount' | 'wrong-merchant' | 'wrong-signature' | 'wrong-key' | 'old';

/** The APIv3 key of the one merchant, with which notices are encrypted. */
export const API_KEY = '0123456789abcdef0123456789ABCDEF';

/** A notice as it is posted: what it is about encrypted with the merchant's key, the whole signed. */
export function sealNotice(signing: WechatSigning, at: Date, kind: string, resource: object, fault?: WechatFault) {
  const nonce = randomBytes(6).toString('hex');
  const associated_data = kind.startsWith('REFUND') ? 'refund' : 'transaction';
  const key = fault === 'wrong-key' ? API_KEY.toLowerCase().replace(/0/g, '1') : API_KEY;
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated_data));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()]);
  const body = JSON.stringify({
    id: `EV-${randomBytes(8).toString('hex')}`,
    create_time: at.toISOString(),
    resource_type: 'encrypt-resource',
    event_type: kind,
    summary: '支付成功',
    resource: {
      original_type: associated_data,
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      associated_data,
      nonce,
    },
  });
  const seconds = Math.floor(at.getTime() / 1000) - (fault === 'old' ? MAX_SKEW_SECONDS + 1 : 0);
  return { headers: signing.sign(body, fault === 'wrong-signature', seconds), body };
}
