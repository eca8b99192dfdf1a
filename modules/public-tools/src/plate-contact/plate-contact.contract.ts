import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  flag,
  instant,
  integer,
  operation,
  optional,
  permission,
  phone,
  plate,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

/** Where the contact of a plate is from. */
export const ContactSource = {
  customer: { zh: '客户', en: 'Customer' },
  list: { zh: '月卡、名单或访客', en: 'Pack, list or visitor' },
} as const;
export type ContactSource = keyof typeof ContactSource;

/** Most look-ups of one person in an hour and in a day. */
export const MOST_LOOKUPS = { hour: 20, day: 60 } as const;
/** Most SMS to the owner of one plate in a day. */
export const MOST_SMS_PER_PLATE = 4;
/** Time after a look-up in which its owner can be contacted. */
export const CONTACT_WITHIN_MINUTES = 30;

const reason = text({ zh: '原因', en: 'Reason' }, { min: 2, max: 120, isLong: true, words: 'plate-lookup' });
const ownerMark = optional(text({ zh: '车主', en: 'Owner' }, { max: 32 }));
const mobileMark = optional(text({ zh: '手机号', en: 'Mobile' }, { max: 16 }));
const source = optional(choice({ zh: '来源', en: 'From' }, ContactSource));
const access = permission('plate-lookup.find', { zh: '车牌查手机号', en: 'Find the mobile of a plate' });

/** Finds the owner of a whole plate. The mobile is returned masked; each look-up is recorded, also one that finds nobody. */
export const findPlateContact = operation('find-plate-contact', {
  title: { zh: '查询车主', en: 'Find the owner' },
  path: '/api/plateContact/find',
  access,
  input: { plate: plate(), reason },
  output: {
    lookupId: text({ zh: '编号', en: 'Id' }),
    ownerMark,
    mobileMark,
    source,
    /** Whether a call can be made through the product. */
    canCall: flag({ zh: '可通话', en: 'Can be called' }),
    /** Look-ups the caller has left in this hour. */
    leftCount: integer({ zh: '本小时剩余次数', en: 'Left this hour' }),
  },
  audit: 'plate-contact.found',
});

const lookupId = reference({ zh: '查询记录', en: 'Look-up' }, 'plate-lookup');

/** Sends the owner of a look-up an SMS, without showing the number. */
export const textPlateContact = operation('text-plate-contact', {
  title: { zh: '短信通知车主', en: 'Text the owner' },
  path: '/api/plateContact/text',
  access,
  input: {
    lookupId,
    note: optional(
      text(
        { zh: '补充说明', en: 'Note' },
        { max: 40, hint: { zh: '如位置，最多40字', en: 'For example where; at most 40 characters' } },
      ),
    ),
    callback: optional(
      phone(
        { zh: '回电号码', en: 'Call back' },
        {
          max: 32,
          rule: pattern.phone,
          hint: { zh: '车主可拨打的岗亭电话', en: 'A number of the booth for the owner' },
        },
      ),
    ),
  },
  output: {},
  audit: 'plate-contact.texted',
});

/** Connects the caller with the owner of a look-up by telephone; neither sees the number of the other. */
export const callPlateContact = operation('call-plate-contact', {
  title: { zh: '电话联系车主', en: 'Call the owner' },
  path: '/api/plateContact/call',
  access,
  input: { lookupId },
  output: {},
  audit: 'plate-contact.called',
});

/** Look-ups and what was done with them, newest first. */
export const plateLookupList = report('plate-lookup', {
  title: { zh: '查询记录', en: 'Look-ups' },
  path: '/api/plateContact/list',
  access: permission('plate-lookup.list', { zh: '查看车牌查询记录', en: 'View: Look-ups of plates' }),
  filters: {
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    actorName: optional(text({ zh: '查询人', en: 'By' }, { max: 64 })),
    isFound: optional(flag({ zh: '有结果', en: 'Found' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    actorName: text({ zh: '查询人', en: 'By' }),
    plate: text({ zh: '车牌', en: 'Plate' }, { max: 16 }),
    reason,
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    ownerMark,
    mobileMark,
    source,
    smsCount: integer({ zh: '短信', en: 'SMS' }),
    callCount: integer({ zh: '通话', en: 'Calls' }),
    contactedAt: optional(instant({ zh: '联系时间', en: 'Contacted' })),
  },
  alwaysSortable: ['at'],
  maxDays: 366,
});

export const plateContactRefusal = refusals('plate-contact', {
  'too-many': {
    status: 429,
    zh: '查询过于频繁：每小时最多 {hour} 次，每天最多 {day} 次',
    en: 'Too many look-ups: at most {hour} an hour and {day} a day',
  },
  'no-owner': { status: 422, zh: '该车牌没有登记可用的手机号', en: 'No mobile is known of this plate' },
  late: {
    status: 409,
    zh: '查询已超过 {minutes} 分钟，请重新查询',
    en: 'The look-up is older than {minutes} minutes. Look the plate up again',
  },
  'just-texted': { status: 409, zh: '刚刚已发送短信，请等待车主处理', en: 'An SMS was just sent. Please wait' },
  'texted-often': {
    status: 429,
    zh: '今天已向该车主发送 {count} 条短信，请改用其他方式',
    en: 'The owner was sent {count} SMS today. Please use another way',
  },
  'no-bridge': { status: 422, zh: '未配置电话服务', en: 'No telephone service is configured' },
});
