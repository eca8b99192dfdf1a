import { event, reference, text } from '@boyun/kernel/contract';

/** The secret of an invoice platform was stored. */
export const invoiceSecretSet = event('invoice-set.secret-set', {
  label: { zh: '设置开票平台密钥', en: 'The secret of an invoice platform was set' },
  fields: {
    invoiceSetId: reference({ zh: '开票设置', en: 'Invoice setting' }, 'invoice-set'),
    mark: text({ zh: '密钥指纹', en: 'Fingerprint' }, { max: 16 }),
  },
});
