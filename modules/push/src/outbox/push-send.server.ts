import { maskPhone, Refusal } from '@boyun/kernel/contract';
import { handle, handleReport, lotCondition, notFound, sizeOf } from '@boyun/kernel/server';
import { pushRefusal } from '../rule/push-rule.contract.ts';
import { pushSendList, resendPush } from './push-send.contract.ts';
import { queueSend } from './push-send.service.ts';
import { pushResent } from './push-send-event.contract.ts';

/** Masks a mobile number or mail address: still recognizable, but unusable. */
export function masked(recipient: string): string {
  const [name = '', domain] = recipient.split('@');
  if (!domain) return maskPhone(recipient);
  return `${name.slice(0, 2)}***@${domain}`;
}

export const pushSendReport = handleReport(pushSendList, async (tx, filters, paging) => {
  const conditions = lotCondition(tx.who, 'push_send')
    .add('channel = ?', filters.channel)
    .add('recipient = ?', filters.recipient)
    .add('state = ?', filters.state)
    .within('id', 'at', filters);
  const size = await sizeOf(tx, 'push_send', conditions);
  const rows = await tx.query<Record<string, never> & { recipient: string }>(
    `select id, at, channel, recipient, title, body, state, provider, provider_id as "providerId", answer,
       attempt_count as "attemptCount", next_at as "nextAt", sent_at as "sentAt"
     from push_send where ${conditions.sql} order by id desc`,
    conditions.values,
    paging,
  );
  return { rows: rows.map((one) => ({ ...one, recipient: masked(one.recipient) })), ...size };
});

export const resendPushServer = handle(resendPush, async (tx, { pushSendId }, act, kernel) => {
  const conditions = lotCondition(tx.who, 'push_send').add('id = ?', pushSendId);
  const [row] = await tx.query<{ state: string; recipient: string; title: string; nextAt: Date | null }>(
    `select state, recipient, title, next_at as "nextAt" from push_send where ${conditions.sql} for update`,
    conditions.values,
  );
  if (!row) throw notFound(tx.who, pushSendList.title);
  if (row.state === 'waiting' && row.nextAt && row.nextAt <= tx.now) throw new Refusal(pushRefusal['in-hand']);
  await tx.query(
    `update push_send set state = 'waiting', next_at = $3, attempt_count = 0 where tenant_id = $1 and id = $2`,
    [tx.tenantId, pushSendId, tx.now],
  );
  await queueSend(tx, kernel.jobs, pushSendId);
  tx.emit(pushResent, { subjectId: pushSendId, data: { pushSendId } });
  act.describe({
    subjectKind: 'push-send',
    subjectId: pushSendId,
    subject: `${masked(row.recipient)} ${row.title}`,
    before: { state: row.state },
    after: { state: 'waiting' },
  });
  return {};
});
