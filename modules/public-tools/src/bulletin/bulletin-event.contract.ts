import { actEvent, integer, optional, reference } from '@boyun/kernel/contract';
import { publishBulletin, readBulletin, withdrawBulletin } from './bulletin.contract.ts';

const edition = integer({ zh: '文稿版本', en: 'Edition' });

/** An announcement is shown to its readers. */
export const bulletinPublished = actEvent(publishBulletin, { edition });

/** An announcement is no longer shown. */
export const bulletinWithdrawn = actEvent(withdrawBulletin, { edition });

/** An account has read an announcement. */
export const bulletinRead = actEvent(readBulletin, {
  accountId: optional(reference({ zh: '账号', en: 'Account' }, 'account')),
  edition,
});
