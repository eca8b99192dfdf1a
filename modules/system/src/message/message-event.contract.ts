import { actEvent, event, integer, list, optional, reference, text, timePlaceholder } from '@boyun/kernel/contract';
import { readMessages, seeMessages } from './message.contract.ts';

const seen = {
  accountId: optional(reference({ zh: '账号', en: 'Account' }, 'account')),
  unseenCount: integer({ zh: '未读数量', en: 'Unread' }),
};

/** A message was sent to accounts. */
export const messageSent = event('message.sent', {
  label: { zh: '发送消息', en: 'A message was sent' },
  fields: {
    kind: text({ zh: '类型', en: 'Kind' }, { max: 16 }),
    accountIds: list({ zh: '收件人', en: 'Recipients' }, reference({ zh: '收件人', en: 'Recipient' }, 'account')),
  },
});

/** An account opened the page of messages. */
export const messagesSeen = actEvent(seeMessages, seen);

/** An account read messages. */
export const messagesRead = actEvent(readMessages, seen);

/** A charge rule is about to end. */
export const ruleEnding = event('charge-rule.ending', {
  label: { zh: '收费规则即将到期', en: 'A charge rule is about to end' },
  fields: {
    name: text({ zh: '收费规则', en: 'Charge rule' }, { max: 255 }),
    day: text({ zh: '日期', en: 'Day' }, { max: 32 }),
    next: optional(integer({ zh: '下一版本', en: 'Next version' })),
  },
  push: {
    placeholders: {
      rule: { label: { zh: '收费规则', en: 'Charge rule' }, value: (data) => data.name },
      day: { label: { zh: '日期', en: 'Day' }, value: (data) => data.day },
      time: timePlaceholder,
    },
    title: { zh: '即将到期：收费规则“{rule}”', en: 'Ending: charge rule "{rule}"' },
    body: {
      zh: '收费规则“{rule}”将于{day}到期或换用新版本，请确认安排。',
      en: 'Charge rule "{rule}" ends or changes on {day}. Check what applies afterwards.',
    },
    path: '/_cloud_operation/chargeBinding',
    message: 'review',
  },
});
