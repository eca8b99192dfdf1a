import { actEvent, integer, optional, reference } from '@boyun/kernel/contract';
import { confirmNotice } from './important-notice.contract.ts';

/** An account confirmed that it read a notice. */
export const noticeConfirmed = actEvent(confirmNotice, {
  accountId: optional(reference({ zh: '账号', en: 'Account' }, 'account')),
  edition: integer({ zh: '版次', en: 'Edition' }),
});
