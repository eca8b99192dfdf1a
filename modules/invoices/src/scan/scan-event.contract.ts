import { event, text } from '@boyun/kernel/contract';

/** A code was sent to the mobile of a driver who asks for an invoice; the code itself is not recorded. */
export const scanCodeSent = event('invoice.code-sent', {
  label: { zh: '发送开票验证码', en: 'A code was sent to a driver' },
  fields: { mobile: text({ zh: '手机号', en: 'Mobile' }, { max: 16 }) },
  push: {
    placeholders: {
      code: { label: { zh: '验证码', en: 'Code' }, value: () => '' },
      minutes: { label: { zh: '有效分钟', en: 'Minutes' }, value: () => '' },
    },
    title: { zh: '开票验证码', en: 'Your code' },
    body: {
      zh: '您的停车开票验证码为 {code}，{minutes}分钟内有效。如非本人操作请忽略。',
      en: 'Your code for the parking invoice is {code}, valid for {minutes} minutes. Ignore it if you did not ask.',
    },
    path: '/_cloud_operation/scanInvoice',
    message: 'alarm',
  },
});
