import { actEvent, integer, optional, reference, text } from '@boyun/kernel/contract';
import { publishAnnouncement, seeAnnouncements, withdrawAnnouncement } from './announcement.contract.ts';

const fields = { number: text({ zh: '版本', en: 'Version' }, { max: 32 }) };

/** An announcement was published. */
export const announcementPublished = actEvent(publishAnnouncement, fields);

/** An announcement was withdrawn. */
export const announcementWithdrawn = actEvent(withdrawAnnouncement, fields);

/** An account saw the announcements. */
export const announcementsSeen = actEvent(seeAnnouncements, {
  accountId: optional(reference({ zh: '账号', en: 'Account' }, 'account')),
  seenCount: integer({ zh: '数量', en: 'Count' }),
});
