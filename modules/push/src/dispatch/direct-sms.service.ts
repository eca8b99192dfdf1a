import type { AnyEventType } from '@boyun/kernel/contract';
import type { Jobs, TenantTx } from '@boyun/kernel/server';
import { pushEventOf } from '../event/push-event.contract.ts';
import { addSend } from '../outbox/push-send.service.ts';
import { endOfQuiet, quietHoursOf } from '../quiet/quiet.service.ts';
import { fillIn, ownWords, standardWords } from '../template/push-template.service.ts';

/** Sends an SMS on request: the template of an event, filled in, to one mobile number, independent of rules; not in the quiet hours. */
export async function sendSms(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  sms: { readonly event: AnyEventType; readonly mobile: string; readonly values: Readonly<Record<string, string>> },
): Promise<string> {
  const words = (await ownWords(tx)).get(sms.event.kind) ?? standardWords(pushEventOf(sms.event.kind));
  const values = Object.fromEntries(Object.entries(sms.values).map(([key, text]) => [key, { zh: text, en: text }]));
  return addSend(tx, jobs, {
    channel: 'sms',
    event: sms.event.kind,
    recipient: sms.mobile,
    title: fillIn(words.titleZh, values, 'zh'),
    body: fillIn(words.bodyZh, values, 'zh'),
    smsCode: words.smsCode,
    notBefore: endOfQuiet(tx.now, await quietHoursOf(tx)),
  });
}
