import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  Allowed,
  call,
  FilterSwitch,
  type ListContext,
  ListPage,
  notify,
  refreshLists,
  timeText,
  useLive,
  useText,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import {
  MessageKind,
  messageList,
  readMessages,
  seeMessages,
  sendMessage,
  warningChannel,
} from './message.contract.ts';
import { SendMessage } from './send-message.form.tsx';
import './message.css';

type Row = ReportRow<typeof messageList>;

const QUIET = { isQuiet: true } as const;

/** Marks the messages as seen and reads the list afterwards: a message that is marked and was not read would never appear. */
async function look(): Promise<void> {
  await call(seeMessages, {}, QUIET).catch(() => undefined);
  await refreshLists(messageList.name);
}

/** The caller's messages; opening the page clears the dot, opening a message marks it as read. */
export default function MessageCenterPage() {
  const [isSending, setSending] = useState(false);
  useEffect(() => void look(), []);
  // Opening the page turns the warning off, which is reported on the channel as well.
  useLive(warningChannel, [], ({ unseenCount }) => unseenCount > 0 && void look(), {
    onOpen: () => void look(),
  });
  return (
    <ListPage
      source={messageList}
      columns={['title', 'kind', 'body', 'sender', 'at', 'isRead']}
      filters={['kind', 'text', 'from', 'to']}
      cells={{
        title: { width: 320, isGrowing: false, cell: (row) => <Title row={row} /> },
        kind: { width: 150 },
        body: { isGrowing: true, cell: (row) => <span title={row.body}>{row.body}</span> },
        sender: { width: 120, isGrowing: false },
        at: { width: 156 },
        isRead: { isHiddenAtFirst: true },
      }}
      toolbar={(context) => <Toolbar context={context} onSend={() => setSending(true)} />}
      detailTitle={(row) => row.title}
      detail={(row) => <Message row={row} />}
      empty={{
        title: { zh: '没有消息', en: 'No messages' },
        hint: {
          zh: '紧急报警、收费规则到期和待审核事项会出现在这里',
          en: 'Urgent alarms, expiring charge rules and reviews waiting for you appear here',
        },
      }}
    >
      {() => isSending && <SendMessage onClose={() => setSending(false)} />}
    </ListPage>
  );
}

function Title({ row }: { row: Row }) {
  const t = useText();
  return (
    <span className={row.isRead ? 'message-title' : 'message-title is-unread'} title={row.title}>
      {!row.isRead && <span className="by-sr">{t({ zh: '未读：', en: 'Unread: ' })}</span>}
      {row.title}
    </span>
  );
}

function Toolbar({ context, onSend }: { context: ListContext<Row>; onSend: () => void }) {
  const t = useText();
  const unreadCount = (context.listing?.totals as { unreadCount?: number } | undefined)?.unreadCount ?? 0;
  return (
    <>
      <Allowed to={sendMessage.access}>
        <Button type="primary" onClick={onSend}>
          {t(sendMessage.title)}
        </Button>
      </Allowed>
      <FilterSwitch
        context={context}
        filter="isRead"
        choices={[
          { value: false, label: { zh: '未读', en: 'Unread' }, count: unreadCount },
          { value: true, label: { zh: '已读', en: 'Read' } },
        ]}
      />
      <ActButton
        disabledReason={unreadCount > 0 ? null : { zh: '没有未读消息', en: 'No unread messages' }}
        onAct={async () => {
          await call(readMessages, { messageIds: [] });
          notify('good', { zh: '已全部标为已读', en: 'All messages marked as read' });
          await context.refresh();
        }}
      >
        {t({ zh: '全部标为已读', en: 'Mark all as read' })}
      </ActButton>
    </>
  );
}

function Message({ row }: { row: Row }) {
  const t = useText();
  const { id, isRead } = row;
  useEffect(() => {
    if (isRead) return;
    call(readMessages, { messageIds: [id] }, QUIET)
      .then(() => refreshLists(messageList.name))
      .catch(() => undefined);
  }, [id, isRead]);
  return (
    <article className="message-body">
      <p className="by-faint">
        {t(MessageKind[row.kind])} · {row.sender} · {timeText(row.at)}
      </p>
      <p className="message-text">{row.body}</p>
      {row.path && <Link to={row.path}>{t({ zh: '前往处理', en: 'Go there' })}</Link>}
    </article>
  );
}
