import { flag, group, instant, integer, list, operation, permission, refusals, text } from '@boyun/kernel/contract';

const granting = permission('support.grant', { zh: '授权平台支持', en: 'Let the platform support' });

/** The tenant's consents to platform support, newest first. */
export const getSupport = operation('get-support', {
  title: { zh: '平台支持', en: 'Platform support' },
  path: '/api/support/get',
  access: granting,
  input: {},
  output: {
    grants: list(
      { zh: '授权', en: 'Consents' },
      group(
        { zh: '授权', en: 'Consent' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          grantedByName: text({ zh: '授权人', en: 'Given by' }),
          grantedAt: instant({ zh: '授权时间', en: 'Given at' }),
          expiresAt: instant({ zh: '到期时间', en: 'Until' }),
          isReadOnly: flag({ zh: '只读', en: 'Read-only' }),
          isExportAllowed: flag({ zh: '可导出全部数据', en: 'May export all data' }),
          reason: text({ zh: '事由', en: 'Reason' }),
          isOpen: flag({ zh: '有效', en: 'In force' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** Grants platform staff access to this tenant for some hours. */
export const grantSupport = operation('grant-support', {
  title: { zh: '授权平台支持', en: 'Let the platform support' },
  path: '/api/support/grant',
  access: granting,
  input: {
    hours: integer({ zh: '时长（小时）', en: 'Hours' }, { min: 1, max: 72, byDefault: 4 }),
    isReadOnly: flag({ zh: '只读', en: 'Read-only' }, { byDefault: true }),
    isExportAllowed: flag(
      { zh: '可导出全部数据', en: 'May export all data' },
      {
        byDefault: false,
        hint: {
          zh: '授权期间平台人员可下载本租户的全部数据和图片，仅管理员可勾选',
          en: 'While the consent is in force, the platform can download all data and pictures. Only administrators can allow this',
        },
      },
    ),
    reason: text({ zh: '事由', en: 'Reason' }, { min: 2, max: 200 }),
  },
  output: {},
  audit: 'support.granted',
  needsPassword: { zh: '是否允许平台人员进入？', en: 'Allow platform staff to access this tenant?' },
});

/** Withdraws the consent; support sessions end immediately. */
export const revokeSupport = operation('revoke-support', {
  title: { zh: '收回支持授权', en: 'Take the consent back' },
  path: '/api/support/revoke',
  access: granting,
  input: {},
  output: {},
  audit: 'support.revoked',
});

export const supportRefusal = refusals('support', {
  'already-granted': { status: 409, zh: '已有一项有效的授权', en: 'A consent is already in force' },
  'not-granted': { status: 409, zh: '当前没有有效的授权', en: 'No consent is in force' },
  'admin-only-export': {
    status: 422,
    zh: '只有管理员可以允许导出全部数据',
    en: 'Only an administrator can allow the export of all data',
  },
  'not-by-support': { status: 422, zh: '支持人员不能授权支持', en: 'Support staff cannot grant support access' },
});
