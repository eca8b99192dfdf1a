import {
  choice,
  instant,
  integer,
  operation,
  optional,
  permission,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';

/** State of an SMS or a mail. */
export const SendState = {
  waiting: { zh: '待发送', en: 'Waiting', tone: 'info' },
  sent: { zh: '已发送', en: 'Sent', tone: 'good' },
  failed: { zh: '发送失败', en: 'Failed', tone: 'bad' },
  kept: { zh: '仅存档（未配置服务）', en: 'Kept only, no provider', tone: 'neutral' },
} as const;

/** External channels. */
export const SendChannel = { sms: { zh: '短信', en: 'SMS' }, mail: { zh: '邮件', en: 'Mail' } } as const;

/** Every SMS and mail. */
export const pushSendList = report('push-send', {
  title: { zh: '短信与邮件', en: 'SMS and mails' },
  path: '/api/push/send/list',
  access: permission('push-send.list', { zh: '查看短信与邮件', en: 'View: SMS and mails' }),
  // Recipients are masked, and their order would reveal them.
  sortable: ['at', 'channel', 'title', 'state', 'provider', 'attemptCount', 'nextAt', 'sentAt'],
  alwaysSortable: ['at'],
  filters: {
    channel: optional(choice({ zh: '渠道', en: 'Channel' }, SendChannel)),
    recipient: optional(text({ zh: '号码或邮箱', en: 'Recipient' }, { max: 120 })),
    state: optional(choice({ zh: '状态', en: 'State' }, SendState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    channel: choice({ zh: '渠道', en: 'Channel' }, SendChannel),
    recipient: text({ zh: '接收方', en: 'To' }),
    title: text({ zh: '标题', en: 'Title' }),
    body: text({ zh: '内容', en: 'Text' }, { max: 2000, isLong: true }),
    state: choice({ zh: '状态', en: 'State' }, SendState),
    provider: optional(text({ zh: '服务商', en: 'Provider' })),
    providerId: optional(text({ zh: '回执号', en: 'Receipt' })),
    answer: optional(text({ zh: '服务商答复', en: 'Answer' }, { max: 500, isLong: true })),
    attemptCount: integer({ zh: '尝试次数', en: 'Attempts' }),
    nextAt: optional(instant({ zh: '计划发送', en: 'To be sent' })),
    sentAt: optional(instant({ zh: '发送时间', en: 'Sent' })),
  },
  maxDays: 366,
});

/** Sends one again. */
export const resendPush = operation('resend-push', {
  title: { zh: '重新发送', en: 'Send again' },
  path: '/api/push/send/resend',
  access: permission('push-send.resend', { zh: '重新发送短信与邮件', en: 'Send SMS and mails again' }),
  input: { pushSendId: reference({ zh: '短信或邮件', en: 'SMS or mail' }, 'push-send') },
  output: {},
  audit: 'push-send.resent',
});
