import { moduleContract, page } from '@boyun/kernel/contract';
import {
  bulletin,
  bulletinReading,
  bulletinReceiptList,
  bulletinRefusal,
  getBulletin,
  publishBulletin,
  readBulletin,
  withdrawBulletin,
} from './bulletin/bulletin.contract.ts';
import { bulletinPublished, bulletinRead, bulletinWithdrawn } from './bulletin/bulletin-event.contract.ts';

/** Tools for the whole staff: announcements. */
export const publicTools = moduleContract('public-tools', {
  events: [bulletinPublished, bulletinWithdrawn, bulletinRead],
  resources: [bulletin],
  operations: [publishBulletin, withdrawBulletin, getBulletin, readBulletin],
  reports: [bulletinReading, bulletinReceiptList],
  refusals: [bulletinRefusal],
  pages: [
    page('announcement', {
      path: '/_cloud_Public/announcement',
      title: bulletin.title,
      icon: 'announcement',
      area: 'tools',
      access: bulletinReading.access,
    }),
  ],
});
