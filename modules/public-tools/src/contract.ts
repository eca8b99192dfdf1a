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
import { recogniser, recogniserRefusal, setRecogniserSecret } from './recogniser/recogniser.contract.ts';
import { recogniserSecretSet } from './recogniser/recogniser-event.contract.ts';
import {
  getRecognitionUsage,
  recognisePlate,
  recognitionList,
  recognitionRefusal,
} from './recognition/recognition.contract.ts';
import { plateRecognised } from './recognition/recognition-event.contract.ts';

/** Tools for the whole staff: announcements, the owner of a plate, and plates in pictures. */
export const publicTools = moduleContract('public-tools', {
  events: [
    bulletinPublished,
    bulletinWithdrawn,
    bulletinRead,
    plateContactFound,
    plateContactTexted,
    plateContactCalled,
    recogniserSecretSet,
    plateRecognised,
  ],
  resources: [bulletin, recogniser],
  operations: [
    publishBulletin,
    withdrawBulletin,
    getBulletin,
    readBulletin,
    findPlateContact,
    textPlateContact,
    callPlateContact,
    setRecogniserSecret,
    recognisePlate,
    getRecognitionUsage,
  ],
  reports: [bulletinReading, bulletinReceiptList, plateLookupList, recognitionList],
  refusals: [bulletinRefusal, plateContactRefusal, recogniserRefusal, recognitionRefusal],
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
    page('ocr', {
      path: '/_cloud_Public/ocr',
      title: { zh: 'OCR识别', en: 'OCR' },
      icon: 'scan',
      area: 'tools',
      access: recognisePlate.access,
    }),
  ],
});
