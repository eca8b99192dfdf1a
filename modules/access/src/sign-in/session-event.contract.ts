import { event, optional, reference, text } from '@boyun/kernel/contract';

const fields = {
  accountId: optional(reference({ zh: '账号编号', en: 'Account' }, 'account')),
  account: text({ zh: '账号', en: 'Account name' }, { max: 64 }),
};

/** A session began. */
export const sessionOpened = event('session.opened', { label: { zh: '登录', en: 'A session began' }, fields });

/** A session ended. */
export const sessionClosed = event('session.closed', { label: { zh: '会话结束', en: 'A session ended' }, fields });
