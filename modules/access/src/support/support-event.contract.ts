import { event, flag, integer } from '@boyun/kernel/contract';

/** A tenant let the platform's staff in. */
export const supportGranted = event('support.granted', {
  label: { zh: '授权平台协助', en: 'Support access was granted' },
  fields: {
    hours: integer({ zh: '小时', en: 'Hours' }),
    isReadOnly: flag({ zh: '只读', en: 'Read only' }),
    isExportAllowed: flag({ zh: '允许导出', en: 'May export' }),
  },
});

/** A tenant took back the consent. */
export const supportRevoked = event('support.revoked', {
  label: { zh: '撤销平台协助', en: 'Support access was revoked' },
  fields: {},
});
