import { actEvent, event, integer, list, optional, reference, text } from '@boyun/kernel/contract';
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
