import { pattern } from '@boyun/domain/pattern';
import { instant, operation, optional, permission, plate, refusals, report, text } from '@boyun/kernel/contract';

const code = text({ zh: '推广码', en: 'Share code' }, { min: 8, max: 64 });
const sharer = text({ zh: '推广人', en: 'Shared by' });
const name = text({ zh: '姓名', en: 'Name' }, { rule: pattern.contact });
const mobile = text({ zh: '手机号', en: 'Mobile' }, { rule: pattern.mobile });
const ownPlate = optional(plate());

/** Who invites with a share code: all that a poster and the page behind it tell a stranger. */
export const getShare = operation('get-share', {
  title: { zh: '推广信息', en: 'What a share code stands for' },
  path: '/api/share/get',
  access: 'public',
  input: { code },
  output: {
    tenantName: text({ zh: '停车场管理方', en: 'Operator' }),
    sharer,
  },
  isRead: true,
  perMinute: 60,
});

/** Leaves name and number with the operator whose poster it was. A number known already is answered for like a new one. */
export const register = operation('register', {
  title: { zh: '推广注册', en: 'Register by a poster' },
  path: '/api/share/register',
  access: 'public',
  input: {
    code,
    name,
    mobile,
    plate: ownPlate,
    captchaId: text({ zh: '验证码编号', en: 'Captcha id' }, { max: 64 }),
    captchaText: text({ zh: '验证码', en: 'Captcha' }, { max: 8 }),
  },
  output: {},
  audit: 'registration.created',
  perMinute: 30,
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

/** Who registered by whose poster. */
export const registrations = report('registration', {
  title: { zh: '注册统计', en: 'Registrations' },
  path: '/api/share/list',
  access: permission('registration.list', { zh: '查看注册统计', en: 'View: Registrations' }),
  filters: {
    sharer: optional(text({ zh: '推广人', en: 'Shared by' }, { max: 64 })),
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 20 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '注册时间', en: 'Time' }),
    name,
    mobile,
    plate: ownPlate,
    sharer,
  },
});

export const shareRefusal = refusals('share', {
  'unknown-code': {
    status: 422,
    zh: '推广码无效，请向推广人索取新的海报',
    en: 'This share code is not valid, ask for a new poster',
  },
  busy: {
    status: 422,
    zh: '今天通过这张海报注册的人数已满，请明天再试',
    en: 'Too many have registered by this poster today, try again tomorrow',
  },
});
