import { refusals } from '@boyun/kernel/contract';

export const signInRefusal = refusals('sign-in', {
  'wrong-credentials': { status: 422, zh: '账号或密码错误', en: 'Wrong account or password' },
  'captcha-needed': { status: 422, zh: '请完成安全验证', en: 'Please solve the captcha' },
  'captcha-wrong': {
    status: 422,
    zh: '安全验证未通过或已过期，请重试',
    en: 'The captcha is wrong or has expired. Try again',
  },
  locked: {
    status: 422,
    zh: '失败次数过多，账号已锁定，请{minutes}分钟后再试',
    en: 'Too many failed attempts. The account is locked; try again in {minutes} minutes',
  },
  frozen: { status: 422, zh: '账号已冻结', en: 'The account is frozen' },
  'tenant-expired': {
    status: 422,
    zh: '租户服务已到期，请联系平台续期',
    en: 'The service of this tenant has expired. Ask the platform to renew it',
  },
  'ended-frozen': {
    status: 401,
    zh: '账号已被冻结，请联系管理员',
    en: 'The account is frozen. Contact your administrator',
  },
  'ended-forced': {
    status: 401,
    zh: '您已被管理员强制下线，请重新登录',
    en: 'An administrator signed you out. Please sign in again',
  },
  'ended-password-reset': {
    status: 401,
    zh: '您的密码已被重置，请用新的初始密码登录',
    en: 'Your password was reset. Sign in with the new initial password',
  },
  'which-tenant': {
    status: 422,
    zh: '该账号存在于多个租户，请填写租户编码',
    en: 'This account exists in several tenants. Enter the tenant code',
  },
  'wrong-password': { status: 422, zh: '密码错误', en: 'Wrong password' },
  'avatar-type': {
    status: 422,
    zh: '上传头像图片只能是jpg/png图片文件!',
    en: 'The avatar can only be a jpg or png picture!',
  },
  'avatar-size': {
    status: 422,
    zh: '上传头像图片大小不能超过 500KB!',
    en: 'The avatar cannot be larger than 500 KB!',
  },
  'same-password': { status: 422, zh: '新密码不能与原密码相同', en: 'The new password must differ from the old one' },
  'weak-password': { status: 422, zh: '{reason}', en: '{reason}' },
});
