import { file, flag, integer, money, operation, optional, permission, refusals, text } from '@boyun/kernel/contract';

const brandName = optional(
  text(
    { zh: '品牌名称', en: 'Brand name' },
    {
      max: 32,
      hint: {
        zh: '显示在登录页和菜单顶部；留空则显示“泊云”',
        en: 'On the sign-in page and above the menu; Boyun where empty',
      },
    },
  ),
);
const logo = optional(
  file({ zh: '企业标志', en: 'Logo' }, { hint: { zh: 'jpg 或 png，小于 100 KB', en: 'jpg or png, below 100 KB' } }),
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
        hint: { zh: '员工未自选颜色时使用', en: 'For those who have not chosen a colour of their own' },
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
        en: 'Dates and times are shown in it; for Beijing time Asia/Shanghai',
      },
    },
  ),
  orderLockSeconds: integer(
    { zh: '订单锁定秒数', en: 'Order lock (s)' },
    {
      min: 5,
      max: 1200,
      byDefault: 120,
      hint: { zh: '支付进行中订单锁定的时间；车场可另设', en: 'While an order is being paid; a lot may differ' },
    },
  ),
  arrearsLimitFen: optional(
    money(
      { zh: '欠费拦截金额', en: 'Arrears limit' },
      {
        hint: {
          zh: '欠费超过此金额的车辆入场时等待人工处理；车场可另设',
          en: 'A car that owes more waits for a person at the entry; a lot may differ',
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
        en: 'New passwords must also have at most 16 characters, a digit and a letter',
      },
    },
  ),
  sessionHours: integer(
    { zh: '登录有效时长（小时）', en: 'Session length (h)' },
    { min: 1, max: 168, byDefault: 12, hint: { zh: '无操作超过此时长须重新登录', en: 'Unused for so long, it ends' } },
  ),
};

const version = integer({ zh: '版本', en: 'Version' });

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
  output: { ...settings, version },
  isRead: true,
});

/** Sets it, as it was read; every server process goes by it from the next call on. */
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
    en: '"{zone}" is no time zone; one is Asia/Shanghai',
  },
});
