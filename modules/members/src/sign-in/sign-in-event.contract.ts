import { actEvent, event, text } from '@boyun/kernel/contract';
import { saveOwnProfile } from './sign-in.contract.ts';

/** A code was sent to a mobile that signs in; the code itself is not recorded. */
export const appCodeSent = event('app.code-sent', {
  label: { zh: '发送登录验证码', en: 'A code to sign in was sent' },
  fields: { mobile: text({ zh: '手机号', en: 'Mobile' }, { max: 16 }) },
  push: {
    placeholders: {
      code: { label: { zh: '验证码', en: 'Code' }, value: () => '' },
      minutes: { label: { zh: '有效分钟', en: 'Minutes' }, value: () => '' },
    },
    title: { zh: '登录验证码', en: 'Your code' },
    body: {
      zh: '您的停车登录验证码为 {code}，{minutes}分钟内有效。请勿告知他人。',
      en: 'Your code to sign in is {code}, valid for {minutes} minutes. Tell nobody.',
    },
    path: '/_cloud_member/customer',
    message: 'alarm',
  },
});

/** A customer changed the own name or language. */
export const profileSaved = actEvent(saveOwnProfile, {});
