import { file, operation, optional, permission, refusals, text } from '@boyun/kernel/contract';

const brandName = optional(
  text(
    { zh: '品牌名称', en: 'Brand name' },
    { max: 32, hint: { zh: '显示在登录页；留空则显示泊云', en: 'Shown on the sign-in page; Boyun where empty' } },
  ),
);
const logo = optional(
  file({ zh: '标志', en: 'Logo' }, { hint: { zh: 'jpg 或 png，小于 100 KB', en: 'jpg or png, below 100 KB' } }),
);

/**
 * Name and logo for the sign-in page, by the typed tenant code or the first word of the host. A tenant that has chosen none
 * is answered for like one that does not exist.
 */
export const getBrand = operation('get-brand', {
  title: { zh: '登录页品牌', en: 'Brand of the sign-in page' },
  path: '/api/tenantUser/getBrand',
  access: 'public',
  input: {
    tenantId: optional(text({ zh: '租户编码', en: 'Tenant code' }, { max: 32 })),
    host: optional(text({ zh: '域名', en: 'Host' }, { max: 255 })),
  },
  output: { brandName, logoUrl: logo },
  isRead: true,
  perMinute: 60,
});

/** What the tenant has set for itself. */
export const getTenantSetting = operation('get-tenant-setting', {
  title: { zh: '查看系统设置', en: 'View the system settings' },
  path: '/api/tenantSetting/get',
  access: permission('tenant-setting.view', { zh: '查看系统设置', en: 'View the system settings' }),
  input: {},
  output: { brandName, logo },
  isRead: true,
});

/** Sets it. */
export const saveTenantSetting = operation('save-tenant-setting', {
  title: { zh: '保存系统设置', en: 'Save the system settings' },
  path: '/api/tenantSetting/save',
  access: permission('tenant-setting.update', { zh: '修改系统设置', en: 'Change the system settings' }),
  input: { brandName, logo },
  output: {},
  audit: 'tenant-setting.saved',
});

export const brandRefusal = refusals('brand', {
  'logo-type': { status: 422, zh: '标志只能是jpg/png图片文件', en: 'The logo can only be a jpg or png picture' },
  'logo-size': { status: 422, zh: '标志图片大小不能超过 100KB', en: 'The logo cannot be larger than 100 KB' },
});
