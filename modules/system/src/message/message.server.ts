import { activeAccounts, roleNames } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import {
  actorName,
  containing,
  handle,
  handleChannel,
  handleFreely,
  notFound,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import {
  getRecipients,
  MESSAGE_TYPE,
  messageList,
  messageRefusal,
  readMessages,
  seeMessages,
  sendMessage,
  warningChannel,
} from './message.contract.ts';
import { countUnseen, deliver } from './message.service.ts';
import { messageSent, messagesRead, messagesSeen } from './message-event.contract.ts';

/** The caller's messages. */
export const messageReport = serveReport(messageList, ({ who }) => {
  const [title, body] = [`m.title_${who.language}`, `m.body_${who.language}`];
  return {
    from: 'message_receipt',
    as: 'r',
    joins: 'join message m on m.tenant_id = r.tenant_id and m.id = r.message_id',
    lot: null,
    own: null,
    where: [sql`r.account_id = ${who.userId}`],
    filters: { kind: 'm.kind = ?', isRead: '(r.read_at is not null) = ?', text: containing(title, body) },
    period: 'm.at',
    columns: {
      id: 'm.id',
      at: 'm.at',
      kind: 'm.kind',
      title,
      body,
      sender: 'm.sender',
      path: 'm.path',
      isRead: 'r.read_at is not null',
    },
    order: 'm.at desc, m.id desc',
    aggregates: { of: { unreadCount: 'count(*) filter (where r.read_at is null)' } },
    finish: (rows) => rows.map((row) => ({ ...row, sender: actorName(row.sender, who.language) })),
  };
});

/** Emits an event about seen or read messages, so that the caller's other pages update their count. */
async function record(tx: TenantTx, type: typeof messagesSeen, changedCount: number): Promise<void> {
  if (changedCount === 0) return;
  const { userId, account } = tx.who;
  const unseenCount = await countUnseen(tx.query, tx.tenantId, userId);
  tx.emit(type, { subjectId: userId, data: { accountId: userId, unseenCount } });
  tx.audit({
    action: type.kind,
    subjectKind: 'account',
    subjectId: userId,
    subject: account,
    after: { count: changedCount },
  });
}

/** Operations for reading and sending messages. */
export const messageOperations = [
  handleFreely(seeMessages, (kernel, _input, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      const seen = await tx.query(
        `update message_receipt set seen_at = $3 where tenant_id = $1 and account_id = $2 and seen_at is null
         returning message_id`,
        [tx.tenantId, tx.who.userId, tx.now],
      );
      await record(tx, messagesSeen, seen.length);
      return { seenCount: seen.length };
    }),
  ),
  handleFreely(readMessages, (kernel, { messageIds }, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      const own = await tx.query(
        'select 1 from message_receipt where tenant_id = $1 and account_id = $2 and message_id = any($3::uuid[])',
        [tx.tenantId, tx.who.userId, messageIds],
      );
      if (own.length < new Set(messageIds).size) throw notFound(tx.who, messageList.title);
      const read = await tx.query(
        `update message_receipt set read_at = $3, seen_at = coalesce(seen_at, $3)
         where tenant_id = $1 and account_id = $2 and read_at is null
           and (cardinality($4::uuid[]) = 0 or message_id = any($4::uuid[]))
         returning message_id`,
        [tx.tenantId, tx.who.userId, tx.now, messageIds],
      );
      await record(tx, messagesRead, read.length);
      return { readCount: read.length };
    }),
  ),
  handle(sendMessage, async (tx, { audience, to, title, body }, act) => {
    const accounts = await activeAccounts(tx);
    const chosen =
      audience === 'everyone'
        ? accounts
        : accounts.filter((one) => to && (audience === 'account' ? one.account === to : one.roles.includes(to)));
    const id = await deliver(tx, {
      kind: 'person',
      title: { zh: title, en: title },
      body: { zh: body, en: body },
      sender: tx.who.name,
      audience: audience === 'everyone' ? audience : `${audience} ${to}`,
      accountIds: chosen.map((one) => one.id),
    });
    if (!id) throw new Refusal(messageRefusal['no-recipient'], {}, [{ path: 'To', ...messageRefusal['no-recipient'] }]);
    act.describe({ subjectKind: 'message', subjectId: id, subject: title });
    return { recipientCount: chosen.length };
  }),
  handle(getRecipients, async (tx) => ({
    accounts: (await activeAccounts(tx)).map(({ account, name }) => ({ value: account, name: `${name} ${account}` })),
    roles: await roleNames(tx),
  })),
];

const warning = (unseenCount: number) => ({
  messageType: unseenCount > 0 ? MESSAGE_TYPE.unread : MESSAGE_TYPE.none,
  unseenCount,
});

/** The dot of the message centre: sent on events, and on request. */
export const warningChannelServer = handleChannel(
  warningChannel,
  [messageSent, messagesSeen, messagesRead],
  ({ kind, data }, who) => {
    if (kind === messageSent.kind) return (data.accountIds as string[]).includes(who.userId ?? '') ? warning(1) : null;
    return data.accountId === who.userId ? warning(Number(data.unseenCount)) : null;
  },
  async (text, who, database) => {
    if (!isGetWarning(text)) return null;
    return warning(
      await database.inTenant(who, (tx) => countUnseen(tx.query, tx.tenantId, who.userId), { isRead: true }),
    );
  },
);

/** The account follows from the token; ids in the request are ignored. */
function isGetWarning(text: string): boolean {
  try {
    return (JSON.parse(text) as { MsgType?: unknown } | null)?.MsgType === 'getWarning';
  } catch {
    return false;
  }
}
