import { type Kernel, sameText, sweepTenants } from '@boyun/kernel/server';
import { z } from 'zod';
import { advertisingRefusal } from '../outbox/advertising.service.ts';

/** What a person answered to an SMS. */
interface SmsReply {
  readonly mobile: string;
  readonly text: string;
}

/** How a provider tells of answers, and what it is told when they have been taken. */
interface ReplyForm {
  read(body: unknown): SmsReply[];
  readonly taken: object;
}

const aliyunReplies = z.array(z.object({ phone_number: z.string(), content: z.string() })).max(1000);
const tencentReply = z.object({ mobile: z.string(), text: z.string() });

/** Aliyun pushes many at once (SmsUp, https://help.aliyun.com/zh/sms), Tencent one by one (https://cloud.tencent.com/document/product/382/59183). */
const FORMS: Readonly<Record<string, ReplyForm>> = {
  aliyun: {
    read: (body) => aliyunReplies.parse(body).map((one) => ({ mobile: one.phone_number, text: one.content })),
    taken: { code: 0, msg: '成功' },
  },
  tencent: {
    read: (body) => {
      const { mobile, text } = tencentReply.parse(body);
      return [{ mobile, text }];
    },
    taken: { result: 0, errmsg: 'OK' },
  },
};

/** Returns the form of the configured provider's answers when `secret` is the `reply` of `SMS_URL`, else null. */
export function replyFormOf(smsUrl: string | null, secret: string): ReplyForm | null {
  if (!smsUrl) return null;
  const given = new URL(smsUrl);
  const expected = given.searchParams.get('reply');
  if (!expected || !sameText(expected, secret)) return null;
  return FORMS[given.protocol.replace(':', '')] ?? null;
}

/** What people in China answer to receive no more; providers tell them TD, T, N or R. */
const STOP_WORDS = new Set(['TD', 'T', 'N', 'R', 'STOP', '退订', '退定', '拒收', '取消']);

/** Whether an answer asks for no more advertising, whatever its width, case and punctuation. */
export const isStop = (text: string): boolean =>
  STOP_WORDS.has(
    text
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase(),
  );

/** Takes back the consent of a mobile in every tenant that sent it advertising: all send from the same number. */
export function takeReply(kernel: Kernel, { mobile: given, text }: SmsReply): Promise<void> {
  const mobile = given.replace(/^(\+?86)(?=1\d{10}$)/, '');
  if (!isStop(text)) return Promise.resolve();
  return sweepTenants(
    kernel,
    {
      sql: `select t.id as tenant_id from tenant t
        where exists (select from push_send s where s.tenant_id = t.id and s.recipient = $1 and s.is_advertising)`,
      values: [mobile],
    },
    async (tx) => tx.slots.find(advertisingRefusal)?.(tx, mobile),
  );
}
