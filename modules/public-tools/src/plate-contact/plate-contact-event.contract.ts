import { actEvent, choice, event, flag, optional, phone, plate, text } from '@boyun/kernel/contract';
import { ContactSource, callPlateContact, findPlateContact, textPlateContact } from './plate-contact.contract.ts';

/** Somebody looked up the owner of a plate. */
export const plateContactFound = actEvent(findPlateContact, {
  plate: plate(),
  isFound: flag({ zh: '有结果', en: 'Found' }),
  source: optional(choice({ zh: '来源', en: 'From' }, ContactSource)),
});

/** The owner of a car was asked by SMS to move it. */
export const plateContactTexted = event(textPlateContact.audit!, {
  label: textPlateContact.title,
  fields: {
    plate: plate(),
    lot: optional(text({ zh: '车场', en: 'Parking lot' }, { max: 120 })),
    note: optional(text({ zh: '补充说明', en: 'Note' }, { max: 40 })),
    callback: optional(phone({ zh: '回电号码', en: 'Call back' }, { max: 32 })),
  },
  push: {
    placeholders: {
      plate: { label: { zh: '车牌', en: 'Plate' }, value: (data) => data.plate },
      lot: { label: { zh: '车场', en: 'Parking lot' }, value: (data) => data.lot },
      note: { label: { zh: '补充说明', en: 'Note' }, value: (data) => data.note },
      callback: { label: { zh: '回电号码', en: 'Call back' }, value: (data) => data.callback },
    },
    title: { zh: '请移动您的车辆：{plate}', en: 'Please move your car: {plate}' },
    body: {
      zh: '您好，您停放在{lot}的车辆{plate}影响了通行，请尽快移动。{note} {callback}',
      en: 'Your car {plate} at {lot} is in the way. Please move it soon. {note} {callback}',
    },
    path: '/_cloud_Public/plateToMobile',
    message: 'alarm',
  },
});

/** Somebody was connected with the owner of a car. */
export const plateContactCalled = actEvent(callPlateContact, { plate: plate() });
