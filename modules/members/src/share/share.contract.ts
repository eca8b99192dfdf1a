import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  day,
  group,
  instant,
  integer,
  list,
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
import { shownConsent } from '../consent/consent.contract.ts';
import { CustomerChannel } from '../customer/customer.contract.ts';
import { enterFields, openedApp, sentCode } from '../sign-in/sign-in.contract.ts';

const { poster, chat, sms, link } = CustomerChannel;

/** The channel by which a share link reaches a driver, as stated in its address. */
export const ShareChannel = { poster, chat, sms, link } as const;

const code = text({ zh: '推广码', en: 'Share code' }, { min: 8, max: 64 });
const sharer = text({ zh: '推广人', en: 'Shared by' });
const name = optional(text({ zh: '姓名', en: 'Name' }, { max: 32, rule: pattern.contact }));
const mobile = phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile });
const ownPlate = optional(plate());
const channel = choice({ zh: '渠道', en: 'Channel' }, ShareChannel, { byDefault: 'link' });
const accountId = reference(sharer.label, 'employee');

/** The holder of a share code: all that the poster and the page behind it show to a visitor. */
export const getShare = operation('get-share', {
  title: { zh: '推广信息', en: 'What a share code stands for' },
  path: '/api/share/get',
  access: 'public',
  input: { code },
  output: {
    tenantName: text({ zh: '停车场管理方', en: 'Operator' }),
    sharer,
    ...shownConsent,
  },
  isRead: true,
  perMinute: 60,
});

/** Sends a code by SMS to a mobile that registers. */
export const sendShareCode = operation('send-share-code', {
  title: { zh: '发送注册验证码', en: 'Send a code to register' },
  path: '/api/share/sendCode',
  access: 'public',
  input: { code, mobile },
  output: sentCode,
  audit: 'app.share-code-sent',
  perMinute: 120,
});

/** Registers a customer by a share link: the mobile is proven by its code, the sharer is recorded, and the phone is signed in. */
export const shareRegister = operation('share-register', {
  title: { zh: '推广注册', en: 'Register by a poster' },
  path: '/api/share/ShareRegister',
  access: 'public',
  input: { code, channel, name, plate: ownPlate, ...enterFields },
  output: openedApp,
  audit: 'registration.created',
  perMinute: 120,
});

/** The caller's own share code. */
export const getShareCode = operation('get-share-code', {
  title: { zh: '我的推广码', en: 'My share code' },
  path: '/api/share/getCode',
  access: 'signed-in',
  input: {},
  output: { code },
  isRead: true,
});

/** Registrations by share link. */
export const registrations = report('registration', {
  title: { zh: '注册统计', en: 'Registrations' },
  path: '/api/share/list',
  access: permission('registration.list', { zh: '查看注册统计', en: 'View: Registrations' }),
  filters: {
    sharer: optional(text({ zh: '推广人', en: 'Shared by' }, { max: 64 })),
    accountId: optional(accountId),
    channel: optional(choice(channel.label, ShareChannel)),
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 20 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '注册时间', en: 'Time' }),
    name,
    mobile: optional(mobile),
    plate: ownPlate,
    channel,
    sharer,
  },
});

const count = integer({ zh: '注册数', en: 'Registrations' });

/** Number of registrations of the filtered list by link, channel and day. */
export const getRegistrationTotals = operation('get-registration-totals', {
  title: { zh: '注册汇总', en: 'Registrations summed up' },
  path: '/api/share/getTotals',
  access: registrations.access,
  input: registrations.filters,
  output: {
    count,
    sharers: list(
      { zh: '按推广人', en: 'By sharer' },
      group({ zh: '推广人', en: 'Sharer' }, { accountId, sharer, count }),
    ),
    channels: list({ zh: '按渠道', en: 'By channel' }, group({ zh: '渠道', en: 'Channel' }, { channel, count })),
    /** The latest days, including days without registrations, with the instants they begin and end. */
    days: list(
      { zh: '按日', en: 'By day' },
      group(
        { zh: '日', en: 'Day' },
        {
          day: day({ zh: '日期', en: 'Day' }),
          from: instant({ zh: '开始时间', en: 'From' }),
          to: instant({ zh: '结束时间', en: 'To' }),
          count,
        },
      ),
    ),
  },
  isRead: true,
});

export const shareRefusal = refusals('share', {
  'unknown-code': {
    status: 422,
    zh: '推广码无效，请向推广人索取新的海报',
    en: 'This share code is not valid. Ask for a new poster',
  },
  busy: {
    status: 422,
    zh: '今天通过这张海报注册的人数已满，请明天再试',
    en: 'Too many registrations through this poster today. Try again tomorrow',
  },
});
