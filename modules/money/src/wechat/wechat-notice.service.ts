import { createDecipheriv, verify } from 'node:crypto';
import { z } from 'zod';
import type { Desk, Message, Notice } from '../provider/provider.service.ts';
import { merchantOf } from './wechat-client.service.ts';
import { isOwnTrade, type RefundAnswer, refundOutcome, type Trade, tradeOutcome } from './wechat-trade.service.ts';

/** A notice older or newer than this is not taken: https://pay.weixin.qq.com/doc/v3/merchant/4012365342 */
const MAX_AGE_SECONDS = 300;
const TAG_BYTES = 16;

const envelopeSchema = z.object({
  event_type: z.string().max(64),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string().max(64 * 1024),
    nonce: z.string().max(32),
    associated_data: z.string().max(64).optional(),
  }),
});

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';

/** Whether the message is signed with the key of WeChat Pay that the merchant has, and recent. */
function isSigned({ kernel, merchant }: Desk, { headers, body }: Message): boolean {
  const { publicKey, publicKeyId } = merchant!.keys;
  const [serial, timestamp] = [one(headers['wechatpay-serial']), one(headers['wechatpay-timestamp'])];
  if (!publicKey || serial !== publicKeyId || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(kernel.clock.now().getTime() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  const text = `${timestamp}\n${one(headers['wechatpay-nonce'])}\n${body}\n`;
  const signature = Buffer.from(one(headers['wechatpay-signature']), 'base64');
  return verify('sha256', Buffer.from(text), publicKey, signature);
}

/** Decrypts what a notice is about with the merchant's APIv3 key; throws where it was encrypted with another. */
function openResource(key: string, resource: z.infer<typeof envelopeSchema>['resource']): unknown {
  const sealed = Buffer.from(resource.ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, resource.nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES)).setAAD(Buffer.from(resource.associated_data ?? ''));
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString());
}

/** Opens a genuine notice: its kind and what it is about; null where it is not genuine. */
export function openWechatNotice(desk: Desk, message: Message): { kind: string; resource: object } | null {
  if (!desk.merchant?.keys.apiKey || !isSigned(desk, message)) return null;
  const parsed = envelopeSchema.safeParse(parsedOrNull(() => JSON.parse(message.body)));
  if (!parsed.success) return null;
  const { event_type: kind, resource } = parsed.data;
  const found = parsedOrNull(() => openResource(desk.merchant!.keys.apiKey!, resource));
  return found && typeof found === 'object' ? { kind, resource: found } : null;
}

/** Reads a notice about a payment or refund; null where it is not genuine, not for this merchant, or reports no outcome. */
export function readWechatNotice(desk: Desk, message: Message): Notice | null {
  const opened = openWechatNotice(desk, message);
  if (!opened || opened.kind.startsWith('VEHICLE.')) return null;
  const { kind, resource: found } = opened;
  if (kind.startsWith('REFUND.')) {
    const refund = found as RefundAnswer;
    const { merchantNo, subMerchantNo } = merchantOf(desk);
    const mchid = subMerchantNo ? refund.sp_mchid : refund.mchid;
    if (mchid !== merchantNo) return null;
    const outcome = refundOutcome(desk, refund, refund.refund_status ?? '');
    return outcome === 'open' ? null : outcome;
  }
  const trade = found as Trade;
  if (!isOwnTrade(desk, trade)) return null;
  const outcome = tradeOutcome(desk, trade);
  return outcome === 'open' ? null : outcome;
}

function parsedOrNull(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}
