import { pattern } from '@boyun/domain/pattern';
import { choice, flag, operation, optional, phone, reference, refusals, text } from '@boyun/kernel/contract';
import { consentVersion, shownConsent } from '../consent/consent.contract.ts';
import { AppLanguage } from '../customer/customer.contract.ts';

const tenant = text({ zh: '停车场编码', en: 'Code of the operator' }, { max: 32 });
const mobile = phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile });
const codeId = text({ zh: '验证码编号', en: 'Code id' }, { min: 36, max: 36 });

/** What proves a mobile: the code that was sent to it. */
export const codeFields = {
  codeId,
  smsCode: text({ zh: '短信验证码', en: 'Code by SMS' }, { min: 4, max: 8 }),
};

/** What signs a phone in: the code, and the agreement to the privacy text. */
export const enterFields = { ...codeFields, consentVersion };

/** The answer to a request for a code; a trial without SMS shows the code on the page. */
export const sentCode = {
  codeId,
  shownCode: optional(text({ zh: '演示验证码', en: 'Code of the trial' }, { max: 8 })),
};

/** What the app shows before anybody signs in. */
export const getApp = operation('get-app', {
  title: { zh: '车主端首页', en: 'Start of the drivers’ app' },
  path: '/api/app/get',
  access: 'public',
  input: { tenant },
  output: { tenantName: text({ zh: '停车场管理方', en: 'Operator' }), ...shownConsent },
  isRead: true,
  perMinute: 120,
});

/** Sends a code by SMS to a mobile that signs in. The answer is the same for known and unknown numbers. */
export const sendAppCode = operation('send-app-code', {
  title: { zh: '发送登录验证码', en: 'Send a code to sign in' },
  path: '/api/app/sendCode',
  access: 'public',
  input: { tenant, mobile },
  output: sentCode,
  audit: 'app.code-sent',
  perMinute: 120,
});

/** What a phone gets that is signed in. */
export const openedApp = {
  tenant,
  token: text({ zh: '令牌', en: 'Token' }, { max: 100 }),
  isNew: flag({ zh: '新注册', en: 'Registered just now' }),
};

/** Signs a phone in by the code sent to its number; who is new is registered. */
export const signInApp = operation('sign-in-app', {
  title: { zh: '车主登录', en: 'Sign in to the app' },
  path: '/api/app/signIn',
  access: 'public',
  input: { tenant, ...enterFields },
  output: openedApp,
  audit: 'app.signed-in',
  perMinute: 120,
});

/** Signs this phone out. */
export const signOutApp = operation('sign-out-app', {
  title: { zh: '车主退出', en: 'Sign out of the app' },
  path: '/api/app/signOut',
  access: 'driver',
  input: {},
  output: {},
  audit: 'app.signed-out',
});

/** Who the phone belongs to. */
export const getOwnProfile = operation('get-own-profile', {
  title: { zh: '我的账号', en: 'My account' },
  path: '/api/app/getProfile',
  access: 'driver',
  input: {},
  output: {
    customerId: reference({ zh: '客户', en: 'Customer' }, 'customer'),
    mobile,
    name: optional(text({ zh: '姓名', en: 'Name' }, { max: 32 })),
    language: choice({ zh: '语言', en: 'Language' }, AppLanguage),
    tenantName: getApp.output.tenantName,
  },
  isRead: true,
});

/** Changes the customer's own name and language. */
export const saveOwnProfile = operation('save-own-profile', {
  title: { zh: '修改我的资料', en: 'Change my details' },
  path: '/api/app/saveProfile',
  access: 'driver',
  input: {
    name: optional(text({ zh: '姓名', en: 'Name' }, { max: 32, rule: pattern.contact })),
    language: choice({ zh: '语言', en: 'Language' }, AppLanguage),
  },
  output: {},
  audit: 'customer.profile-saved',
});

export const appRefusal = refusals('app', {
  'unknown-tenant': { status: 404, zh: '没有这个停车场的车主端', en: 'There is no such app' },
  'too-often': { status: 429, zh: '操作过于频繁，请稍后再试', en: 'Too many attempts. Try again later' },
  'wrong-code': { status: 422, zh: '验证码错误或已失效', en: 'The code is wrong, or no longer valid' },
  frozen: { status: 409, zh: '账号已冻结，请联系停车场', en: 'This account is frozen. Contact the operator' },
});
