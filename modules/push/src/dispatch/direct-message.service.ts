import type { AnyEventType, Language } from '@boyun/kernel/contract';
import type { Jobs, TenantTx } from '@boyun/kernel/server';
import { pushEventOf } from '../event/push-event.contract.ts';
import { addSend } from '../outbox/push-send.service.ts';
import { endOfQuiet, quietHoursOf } from '../quiet/quiet.service.ts';
import { fillIn, ownWords, standardWords } from '../template/push-template.service.ts';

/** A message on request: the template of an event, filled in, to one mobile number or mail address, independent of rules. */
export interface DirectMessage {
  readonly channel: 'sms' | 'mail';
  readonly event: AnyEventType;
  readonly recipient: string;
  readonly values: Readonly<Record<string, string>>;
  /** Chinese by default. */
  readonly language?: Language;
  /** A stored file to attach to a mail. */
  readonly file?: { readonly key: string; readonly name: string };
  /** The recipient waits for it: it is sent in the quiet hours too. */
  readonly isUrgent?: boolean;
}

/** Sends an SMS or mail on request; returns its id. In the quiet hours an SMS waits, unless it is urgent. */
export async function sendDirect(tx: TenantTx, jobs: Pick<Jobs, 'send'>, message: DirectMessage): Promise<string> {
  const { channel, event, recipient, language = 'zh', file, isUrgent = false } = message;
  const words = (await ownWords(tx)).get(event.kind) ?? standardWords(pushEventOf(event.kind));
  const values = Object.fromEntries(Object.entries(message.values).map(([key, text]) => [key, { zh: text, en: text }]));
  return addSend(tx, jobs, {
    channel,
    event: event.kind,
    recipient,
    title: fillIn(language === 'zh' ? words.titleZh : words.titleEn, values, language),
    body: fillIn(language === 'zh' ? words.bodyZh : words.bodyEn, values, language),
    ...(file ? { file } : {}),
    smsCode: words.smsCode,
    notBefore: channel === 'sms' && !isUrgent ? endOfQuiet(tx.now, await quietHoursOf(tx)) : null,
  });
}
