import { group, instant, integer, list, operation, permission, refusals, text } from '@boyun/kernel/contract';

/** The version of the privacy text that a customer agrees to. */
export const consentVersion = integer({ zh: '隐私政策版本', en: 'Version of the privacy text' }, { max: 100_000 });

/** The privacy text that holds, in the language of the caller. */
export const shownConsent = {
  consentVersion,
  consentText: text({ zh: '隐私政策', en: 'Privacy text' }, { max: 20_000, isLong: true }),
};

const textZh = text({ zh: '中文文本', en: 'In Chinese' }, { min: 50, max: 20_000, isLong: true });
const textEn = text({ zh: '英文文本', en: 'In English' }, { min: 50, max: 20_000, isLong: true });
const access = permission('privacy.view', { zh: '查看个人信息保护', en: 'View: Personal data' });

/** The versions of the privacy text, the one that holds first, and how many customers agreed to each. */
export const getPrivacyTexts = operation('get-privacy-texts', {
  title: { zh: '隐私政策', en: 'Privacy text' },
  path: '/api/member/privacy/getTexts',
  access,
  input: {},
  output: {
    versions: list(
      { zh: '版本', en: 'Versions' },
      group(
        { zh: '版本', en: 'Version' },
        {
          version: consentVersion,
          publishedAt: instant({ zh: '发布时间', en: 'Published' }),
          publishedBy: text({ zh: '发布人', en: 'By' }, { min: 0 }),
          textZh,
          textEn,
          consentCount: integer({ zh: '同意人数', en: 'Consents' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** Publishes a new version; customers agree to it when they next open the app. */
export const publishPrivacyText = operation('publish-privacy-text', {
  title: { zh: '发布隐私政策', en: 'Publish a privacy text' },
  path: '/api/member/privacy/publish',
  access: permission('privacy.publish', { zh: '发布隐私政策', en: 'Publish the privacy text' }),
  needsPassword: { zh: '发布后客户需重新同意，是否发布？', en: 'Customers have to agree anew. Publish it?' },
  input: { textZh, textEn },
  output: { version: consentVersion },
  audit: 'privacy.published',
});

/** Agrees to the text that holds now. */
export const giveConsent = operation('give-consent', {
  title: { zh: '同意隐私政策', en: 'Agree to the privacy text' },
  path: '/api/app/giveConsent',
  access: 'driver',
  input: { consentVersion },
  output: {},
  audit: 'customer.consented',
});

export const consentRefusal = refusals('consent', {
  changed: {
    status: 409,
    zh: '隐私政策已更新，请阅读并同意新版本',
    en: 'The privacy text has changed. Read and agree to the new version',
  },
});
