import { ActButton, call, FieldList, ListPage, notify, refreshLists, useText } from '@boyun/kernel/web';
import { pushSendList, resendPush, SendChannel } from '../outbox/push-send.contract.ts';

const REFRESH_MS = 15_000;

// An SMS is sent to a mobile number, never to a mail address.
const MOBILE = { zh: '手机号', en: 'Mobile' };
const { recipient: sought } = pushSendList.filters;
const { recipient } = pushSendList.columns;
const smsSends: typeof pushSendList = {
  ...pushSendList,
  filters: { ...pushSendList.filters, recipient: { ...sought, label: MOBILE } },
  columns: { ...pushSendList.columns, recipient: { ...recipient, label: MOBILE } },
};

/** The list of SMS and mails, optionally of one channel. */
export function SendList({ channel }: { channel?: keyof typeof SendChannel }) {
  const t = useText();
  const source = channel === 'sms' ? smsSends : pushSendList;
  const what = channel ? t(SendChannel[channel]) : t(pushSendList.title);
  return (
    <ListPage
      source={source}
      name={channel ? `push-send-${channel}` : undefined}
      title={channel === 'sms' ? { zh: '短信记录查询', en: 'SMS record query' } : pushSendList.title}
      everyMs={REFRESH_MS}
      fixed={channel ? { channel } : undefined}
      filters={[...(channel ? [] : (['channel'] as const)), 'recipient', 'state', 'from', 'to']}
      columns={[
        'at',
        ...(channel ? [] : ['channel']),
        'recipient',
        'title',
        'body',
        'state',
        'provider',
        'answer',
        'attemptCount',
        'nextAt',
        'sentAt',
        'providerId',
      ]}
      cells={{
        at: { width: 156 },
        channel: { width: 80 },
        recipient: { width: 150, isGrowing: false, cell: (row) => <span className="by-figure">{row.recipient}</span> },
        title: { width: 200, isGrowing: false },
        body: { width: 240, isGrowing: true, cell: (row) => <span title={row.body}>{row.body}</span> },
        state: { width: 168 },
        provider: { width: 110, isGrowing: false },
        answer: { width: 160, isGrowing: false },
        attemptCount: { isHiddenAtFirst: true },
        nextAt: { isHiddenAtFirst: true },
        sentAt: { isHiddenAtFirst: true },
        providerId: { isHiddenAtFirst: true },
      }}
      rowClass={(row) => (row.state === 'failed' ? 'is-bad' : undefined)}
      detailTitle={(row) => row.title}
      detailActs={(row) => (
        <ActButton
          size="small"
          access={resendPush.access}
          onAct={async () => {
            await call(resendPush, { pushSendId: row.id });
            notify('good', { zh: '已加入发送队列', en: 'Queued for sending' });
            await refreshLists(pushSendList.name);
          }}
        >
          {t(resendPush.title)}
        </ActButton>
      )}
      detail={(row) => <FieldList fields={source.columns} row={row} />}
      empty={{
        title: { zh: `还没有${what}`, en: `No ${what} yet` },
        hint: {
          zh: '按推送规则发送的内容会记录在这里；未配置服务商时仅存档，不发送',
          en: 'Messages created by rules appear here; without a provider they are stored but not sent',
        },
      }}
    />
  );
}
