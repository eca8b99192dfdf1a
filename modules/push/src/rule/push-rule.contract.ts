import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  flag,
  group,
  inUse,
  list,
  operation,
  optional,
  phone,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { PushEventChoice } from '../event/push-event.contract.ts';

/** Notification channels. */
export const PushChannel = {
  message: { zh: '站内消息', en: 'Message centre' },
  sms: { zh: '短信', en: 'SMS' },
  mail: { zh: '邮件', en: 'Mail' },
  webhook: { zh: '事件推送', en: 'Webhook' },
} as const;

/** Minimum severity of an alarm. */
export const LeastSeverity = {
  high: { zh: '仅高级别', en: 'High only' },
  medium: { zh: '中级及以上', en: 'Medium and above' },
  low: { zh: '全部', en: 'All' },
} as const;

/** Which event notifies whom through which channels. */
export const pushRule = resource('push-rule', {
  title: { zh: '推送规则', en: 'Push rules' },
  path: '/api/push/rule',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    event: choice({ zh: '事件', en: 'Event' }, PushEventChoice),
    severity: optional(
      choice({ zh: '报警级别', en: 'Alarm level' }, LeastSeverity, {
        hint: { zh: '仅对“产生报警”有效，不选为全部', en: 'Applies to alarms only; if empty, all levels' },
      }),
    ),
    lotIds: {
      ...list(
        { zh: '车场（不选为全部）', en: 'Parking lots (empty: all)' },
        reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
        { max: 200 },
      ),
      whenEmpty: { zh: '全部车场', en: 'All lots' },
    },
    channels: list({ zh: '渠道', en: 'Channels' }, choice({ zh: '渠道', en: 'Channel' }, PushChannel), {
      min: 1,
      max: 4,
    }),
    roles: list({ zh: '接收角色', en: 'Roles' }, text({ zh: '角色', en: 'Role' }, { max: 255 }), { max: 50 }),
    accounts: list({ zh: '接收账号', en: 'Accounts' }, text({ zh: '账号', en: 'Account' }, { max: 64 }), { max: 200 }),
    mobiles: list(
      { zh: '其他短信号码', en: 'Further mobiles' },
      phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile }),
      { max: 50 },
    ),
    mails: list(
      { zh: '邮箱', en: 'Mail addresses' },
      text({ zh: '邮箱', en: 'Mail address' }, { max: 120, rule: pattern.email }),
      { max: 50 },
    ),
    isQuiet: flag(
      { zh: '遵守免打扰', en: 'Respects quiet hours' },
      {
        byDefault: true,
        hint: {
          zh: '免打扰时段内短信和邮件推迟到时段结束；站内消息照常',
          en: 'SMS and mails are delayed until the quiet hours end; messages are not',
        },
      },
    ),
    isActive: inUse,
  },
  columns: ['name', 'event', 'channels', 'roles', 'accounts', 'mobiles', 'mails', 'isQuiet', 'isActive'],
  search: { name: 'contains', event: 'equals', isActive: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.name,
});

const choiceOf = (zh: string, en: string) =>
  list(
    { zh, en },
    group({ zh, en }, { value: text({ zh: '代码', en: 'Code' }), name: text({ zh: '名称', en: 'Name' }) }),
    { max: 5000 },
  );

/** Roles and accounts a rule can name, and the configured channels. */
export const getPushChoices = operation('get-push-choices', {
  title: { zh: '推送对象与渠道', en: 'Recipients and channels' },
  path: '/api/push/getChoices',
  access: pushRule.can.list,
  input: {},
  output: {
    roles: choiceOf('角色', 'Roles'),
    accounts: choiceOf('账号', 'Accounts'),
    smsProvider: optional(text({ zh: '短信服务', en: 'SMS provider' })),
    isMailReady: flag({ zh: '邮件可用', en: 'Mail works' }),
  },
  isRead: true,
});

export const pushRefusal = refusals('push', {
  'no-mobile': {
    status: 400,
    zh: '选择短信渠道时请选择接收角色、账号或填写短信号码',
    en: 'Enter roles, accounts or a mobile number for the SMS channel',
  },
  'no-mail': { status: 400, zh: '选择邮件渠道时请填写邮箱', en: 'Enter a mail address for the mail channel' },
  'half-quiet': {
    status: 400,
    zh: '免打扰的开始和结束须同时填写，且不能相同',
    en: 'Enter different start and end times for the quiet hours',
  },
  'unknown-placeholder': {
    status: 400,
    zh: '“{name}”不是该事件的占位符，可用：{known}',
    en: '"{name}" is not a placeholder of this event. Available: {known}',
  },
  'in-hand': { status: 409, zh: '正在发送中，请稍后再试', en: 'It is being sent. Try again later' },
});
