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
import {
  callPlateContact,
  findPlateContact,
  plateContactRefusal,
  plateLookupList,
  textPlateContact,
} from './plate-contact/plate-contact.contract.ts';
import {
  plateContactCalled,
  plateContactFound,
  plateContactTexted,
} from './plate-contact/plate-contact-event.contract.ts';

/** Tools for the whole staff: announcements, and the owner of a plate. */
export const publicTools = moduleContract('public-tools', {
  events: [
    bulletinPublished,
    bulletinWithdrawn,
    bulletinRead,
    plateContactFound,
    plateContactTexted,
    plateContactCalled,
  ],
  resources: [bulletin],
  operations: [
    publishBulletin,
    withdrawBulletin,
    getBulletin,
    readBulletin,
    findPlateContact,
    textPlateContact,
    callPlateContact,
  ],
  reports: [bulletinReading, bulletinReceiptList, plateLookupList],
  refusals: [bulletinRefusal, plateContactRefusal],
  pages: [
    page('announcement', {
      path: '/_cloud_Public/announcement',
      title: bulletin.title,
      icon: 'announcement',
      area: 'tools',
      access: bulletinReading.access,
    }),
    page('plateToMobile', {
      path: '/_cloud_Public/plateToMobile',
      title: { zh: '车牌查手机号', en: 'Plate to mobile' },
      icon: 'plate-phone',
      area: 'tools',
      access: findPlateContact.access,
    }),
  ],
});
