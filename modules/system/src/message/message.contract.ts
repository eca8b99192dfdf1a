import {
  channel,
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

/** Topic of a message. */
export const MessageKind = {
  alarm: { zh: '报警', en: 'Alarm', tone: 'bad' },
  reminder: { zh: '提醒', en: 'Reminder', tone: 'warn' },
  review: { zh: '待审核', en: 'To review', tone: 'info' },
  person: { zh: '同事消息', en: 'From a colleague', tone: 'neutral' },
} as const;
export type MessageKind = keyof typeof MessageKind;

/** The caller's messages, newest first. */
export const messageList = report('message', {
  title: { zh: '消息中心', en: 'Message centre' },
  path: '/api/serviceMsgCenter/list',
  access: 'signed-in',
  filters: {
    kind: optional(choice({ zh: '类型', en: 'Kind' }, MessageKind)),
    isRead: optional(flag({ zh: '已读', en: 'Read' })),
    text: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    kind: choice({ zh: '类型', en: 'Kind' }, MessageKind),
    title: text({ zh: '标题', en: 'Title' }),
    body: text({ zh: '内容', en: 'Text' }, { max: 4000 }),
    sender: text({ zh: '发送人', en: 'From' }),
    path: optional(text({ zh: '相关页面', en: 'Page' })),
    isRead: flag({ zh: '已读', en: 'Read' }),
    readAt: optional(instant({ zh: '阅读时间', en: 'Read at' })),
  },
  totals: { unreadCount: integer({ zh: '未读', en: 'Unread' }) },
});

/** Marks all messages as seen, which clears the dot until a new one arrives. */
export const seeMessages = operation('see-messages', {
  title: { zh: '打开消息中心', en: 'Open the message centre' },
  path: '/api/serviceMsgCenter/see',
  access: 'signed-in',
  input: {},
  output: { seenCount: integer({ zh: '新消息', en: 'New messages' }) },
  audit: 'message.seen',
});

/** Marks messages as read; all of the caller's when none are named. */
export const readMessages = operation('read-messages', {
  title: { zh: '标为已读', en: 'Mark as read' },
  path: '/api/serviceMsgCenter/read',
  access: 'signed-in',
  input: {
    messageIds: list({ zh: '消息', en: 'Messages' }, rowId({ zh: '消息', en: 'Message' }), { max: 1000 }),
  },
  output: { readCount: integer({ zh: '已读', en: 'Read' }) },
  audit: 'message.read',
});

const canSend = permission('message.send', { zh: '发送消息', en: 'Send messages' });

/** Kinds of recipients. */
export const Audience = {
  account: { zh: '一名员工', en: 'One person' },
  role: { zh: '一个角色', en: 'A role' },
  everyone: { zh: '全体员工', en: 'Everybody' },
} as const;

/** Sends a message to a colleague, to a role or to all staff of the tenant. */
export const sendMessage = operation('send-message', {
  title: { zh: '发送消息', en: 'Send a message' },
  path: '/api/serviceMsgCenter/send',
  access: canSend,
  input: {
    audience: choice({ zh: '发送给', en: 'To' }, Audience),
    to: optional(text({ zh: '账号或角色', en: 'Account or role' }, { max: 64 })),
    title: text({ zh: '标题', en: 'Title' }, { max: 120 }),
    body: text({ zh: '内容', en: 'Text' }, { max: 2000, isLong: true }),
  },
  output: { recipientCount: integer({ zh: '接收人数', en: 'Recipients' }) },
  audit: 'message.sent',
});

const recipient = {
  value: text({ zh: '编号', en: 'Value' }),
  name: text({ zh: '名称', en: 'Name' }),
};

/** The recipients available to the caller. */
export const getRecipients = operation('get-recipients', {
  title: { zh: '可选接收人', en: 'Possible recipients' },
  path: '/api/serviceMsgCenter/getRecipients',
  access: canSend,
  input: {},
  output: {
    accounts: list({ zh: '员工', en: 'People' }, group({ zh: '员工', en: 'Person' }, recipient), { max: 5000 }),
    roles: list({ zh: '角色', en: 'Roles' }, group({ zh: '角色', en: 'Role' }, recipient)),
  },
  isRead: true,
});

/** `message_type` of the warning channel: 24 sets the dot, any other clears it. */
export const MESSAGE_TYPE = { unread: '24', none: '0' } as const;

/** Reports whether there are new messages: on request with `{MsgType: 'getWarning', TenantId, userId, Type: 1}`, and on changes. */
export const warningChannel = channel('warning', {
  title: { zh: '消息通道', en: 'Warning channel' },
  path: '/api/serviceMsgCenter/wsService',
  access: 'signed-in',
  token: 'protocol',
  out: {
    messageType: { ...text({ zh: '消息类型', en: 'Message type' }), wireName: 'message_type' },
    unseenCount: integer({ zh: '新消息', en: 'New messages' }),
  },
});

export const messageRefusal = refusals('message', {
  'no-recipient': { status: 422, zh: '请选择有效的接收人', en: 'Select a recipient' },
});
