import { orderLockRange } from '@boyun/domain/pattern';
import { file, flag, integer, money, operation, optional, permission, refusals, text } from '@boyun/kernel/contract';

const brandName = optional(
  text(
    { zh: '品牌名称', en: 'Brand name' },
    {
      max: 32,
      hint: {
        zh: '显示在登录页和菜单顶部；留空时登录页显示“泊云”，菜单显示公司名称',
        en: 'Shown on the sign-in page and above the menu; if empty, Boyun and the company name',
      },
    },
  ),
);
const logo = optional(
  file({ zh: '企业标志', en: 'Logo' }, { hint: { zh: 'jpg 或 png，小于 100 KB', en: 'JPG or PNG, under 100 KB' } }),
);

const settings = {
  name: text({ zh: '公司名称', en: 'Company name' }, { min: 2, max: 64 }),
  brandName,
  logo,
  themeColor: optional(
    text(
      { zh: '主题色', en: 'Theme colour' },
      {
        max: 7,
        pattern: /^#[0-9a-fA-F]{6}$/,
        hint: { zh: '员工未自选颜色时使用', en: 'Used for staff who have not chosen their own colour' },
      },
    ),
  ),
  hasTagBar: flag({ zh: '显示标签栏', en: 'Tag bar' }, { byDefault: true }),
  timeZone: text(
    { zh: '时区', en: 'Time zone' },
    {
      max: 64,
      byDefault: 'Asia/Shanghai',
      hint: {
        zh: '日期与时间按此时区显示，北京时间请选 Asia/Shanghai',
        en: 'Dates and times are shown in this zone; Beijing time is Asia/Shanghai',
      },
    },
  ),
  orderLockSeconds: integer(
    { zh: '订单锁定秒数', en: 'Order lock (s)' },
    {
      ...orderLockRange,
      byDefault: 120,
      hint: { zh: '支付进行中订单锁定的时间；车场可另设', en: 'Lock time during a payment; a lot may override it' },
    },
  ),
  arrearsLimitFen: optional(
    money(
      { zh: '欠费拦截金额', en: 'Arrears limit' },
      {
        hint: {
          zh: '欠费超过此金额的车辆入场时等待人工处理；车场可另设',
          en: 'A car that owes more waits at the entry for an attendant; a lot may override it',
        },
      },
    ),
  ),
  isPasswordStrict: flag(
    { zh: '强密码校验', en: 'Strict passwords' },
    {
      byDefault: false,
      hint: {
        zh: '新密码另须为6~16位，至少一个数字和字母',
        en: 'New passwords must contain a letter and a digit and have at most 16 characters',
      },
    },
  ),
  sessionHours: integer(
    { zh: '登录有效时长（小时）', en: 'Session length (h)' },
    {
      min: 1,
      max: 168,
      byDefault: 12,
      hint: { zh: '无操作超过此时长须重新登录', en: 'An idle session ends after this time' },
    },
  ),
};

const version = integer({ zh: '版本', en: 'Version' });

/**
 * Name and logo for the sign-in page, by tenant code or by the first label of the host. A tenant without a brand gets the
 * same response as an unknown one.
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

/** Settings of the tenant. */
export const getTenantSetting = operation('get-tenant-setting', {
  title: { zh: '查看系统设置', en: 'View the system settings' },
  path: '/api/tenantSetting/get',
  access: permission('tenant-setting.view', { zh: '查看系统设置', en: 'View the system settings' }),
  input: {},
  output: { ...settings, version },
  isRead: true,
});

/** Saves the settings, based on the version read; every server process applies them from the next call on. */
export const saveTenantSetting = operation('save-tenant-setting', {
  title: { zh: '保存系统设置', en: 'Save the system settings' },
  path: '/api/tenantSetting/save',
  access: permission('tenant-setting.update', { zh: '修改系统设置', en: 'Change the system settings' }),
  input: { ...settings, version },
  output: {},
  audit: 'tenant-setting.saved',
});

export const tenantSettingRefusal = refusals('tenant-setting', {
  'logo-type': { status: 422, zh: '标志只能是jpg/png图片文件', en: 'The logo can only be a jpg or png picture' },
  'logo-size': { status: 422, zh: '标志图片大小不能超过 100KB', en: 'The logo cannot be larger than 100 KB' },
  'unknown-zone': {
    status: 422,
    zh: '“{zone}”不是有效的时区，例如 Asia/Shanghai',
    en: '"{zone}" is not a time zone. Example: Asia/Shanghai',
  },
});
