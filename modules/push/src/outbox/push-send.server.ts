import { maskPhone, Refusal } from '@boyun/kernel/contract';
import { handle, lotCondition, notFound, serveReport } from '@boyun/kernel/server';
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

export const pushSendReport = serveReport(pushSendList, {
  from: 'push_send',
  as: 's',
  lot: 's.lot_id',
  own: null,
  period: { at: 's.at', id: 's.id' },
  sorts: { at: 's.id' },
  order: 's.id desc',
  finish: (rows) => rows.map((row) => ({ ...row, recipient: masked(row.recipient) })),
});

export const resendPushServer = handle(resendPush, async (tx, { pushSendId }, act, kernel) => {
  const conditions = lotCondition(tx.who, 'push_send').add('id = ?', pushSendId);
  const [row] = await tx.query<{ state: string; recipient: string; title: string; nextAt: Date | null }>(
    `select state, recipient, title, next_at from push_send where ${conditions.sql} for update`,
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
