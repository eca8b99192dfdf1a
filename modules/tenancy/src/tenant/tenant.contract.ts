import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  flag,
  instant,
  integer,
  list,
  money,
  type Operation,
  operation,
  optional,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { employee } from '@boyun/organisation/contract';

/** State of a tenant, which decides whether its accounts may sign in. */
export const TenantState = {
  active: { zh: '正常', en: 'Active', tone: 'good' },
  frozen: { zh: '已冻结', en: 'Frozen', tone: 'bad' },
  expired: { zh: '已到期', en: 'Expired', tone: 'warn' },
  deleting: { zh: '待删除', en: 'To be deleted', tone: 'bad' },
  erasing: { zh: '删除中', en: 'Being erased', tone: 'bad' },
} as const;

const tenantId = integer({ zh: '租户编号', en: 'Tenant id' }, { min: 1 });
const name = text({ zh: '租户名称', en: 'Tenant name' }, { min: 2, max: 64 });

const FREE = { zh: '留空则不收', en: 'Empty: nothing' };
const UNLIMITED = { zh: '留空则不限', en: 'Empty: no limit' };

/** The terms agreed with a tenant; an empty quota means no limit. */
export const planFields = {
  contactName: optional(text({ zh: '联系人', en: 'Contact' }, { max: 12 })),
  contactPhone: optional(text({ zh: '联系电话', en: 'Phone' }, { max: 32 })),
  expiresAt: optional(instant({ zh: '到期时间', en: 'Expires' }, { hint: UNLIMITED })),
  lotQuota: optional(integer({ zh: '车场上限', en: 'Lots at most' }, { hint: UNLIMITED, max: 100_000 })),
  accountQuota: optional(integer({ zh: '账号上限', en: 'Accounts at most' }, { hint: UNLIMITED, max: 100_000 })),
  deviceQuota: optional(integer({ zh: '设备上限', en: 'Devices at most' }, { hint: UNLIMITED, max: 1_000_000 })),
  monthlyFeeFen: optional(money({ zh: '月服务费', en: 'Fee a month' }, { hint: FREE })),
  lotFeeFen: optional(money({ zh: '每车场月费', en: 'Fee a month and lot' }, { hint: FREE })),
};

/** The tenants of the installation with their usage. */
export const tenantList = report('tenant', {
  title: { zh: '租户管理', en: 'Tenants' },
  path: '/api/tenant/list',
  access: 'platform',
  filters: {
    name: optional(text({ zh: '名称或编码', en: 'Name or code' }, { max: 64 })),
    state: optional(choice({ zh: '状态', en: 'State' }, TenantState)),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    code: text({ zh: '租户编码', en: 'Code' }),
    name,
    state: choice({ zh: '状态', en: 'State' }, TenantState),
    ...planFields,
    lotCount: integer({ zh: '车场', en: 'Lots' }),
    accountCount: integer({ zh: '账号', en: 'Accounts' }),
    deviceCount: integer({ zh: '设备', en: 'Devices' }),
    passingCount: integer({ zh: '近30天过车', en: 'Passings, 30 days' }),
    paidFen: money({ zh: '近30天实收', en: 'Received, 30 days' }),
    onlineCount: integer({ zh: '在线', en: 'Signed in' }),
    lastSignInAt: optional(instant({ zh: '最近登录', en: 'Last sign-in' })),
    supportUntil: optional(instant({ zh: '支持授权至', en: 'Support until' })),
    isSupportReadOnly: optional(flag({ zh: '支持只读', en: 'Support read-only' })),
    isExportAllowed: optional(flag({ zh: '允许导出数据', en: 'Export allowed' })),
    deletionDueAt: optional(instant({ zh: '将删除于', en: 'Deleted at' })),
    erasedPercent: optional(integer({ zh: '已删除（%）', en: 'Erased (%)' })),
    erasedRows: optional(integer({ zh: '已删除行数', en: 'Rows erased' }, { max: Number.MAX_SAFE_INTEGER })),
    isTrial: flag({ zh: '试用（模拟支付）', en: 'Trial (simulated payments)' }),
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
  },
  totals: {
    lotCount: integer({ zh: '车场', en: 'Lots' }),
    accountCount: integer({ zh: '账号', en: 'Accounts' }),
    deviceCount: integer({ zh: '设备', en: 'Devices' }),
    passingCount: integer({ zh: '近30天过车', en: 'Passings, 30 days' }),
    paidFen: money({ zh: '近30天实收', en: 'Received, 30 days' }),
  },
});

/** Creates a tenant with its first administrator; the initial password is returned only once. */
export const createTenantOperation = operation('create-tenant', {
  title: { zh: '开通租户', en: 'Add a tenant' },
  path: '/api/tenant/create',
  access: 'platform',
  input: {
    code: text(
      { zh: '租户编码', en: 'Code' },
      {
        max: 32,
        pattern: /^[a-z0-9-]+$/,
        hint: {
          zh: '小写字母、数字和短横线，登录时填写',
          en: 'Lower-case letters, digits and hyphens; entered at sign-in',
        },
      },
    ),
    name,
    timeZone: text({ zh: '时区', en: 'Time zone' }, { max: 64, byDefault: 'Asia/Shanghai' }),
    adminAccount: text(
      { zh: '管理员账号', en: "Administrator's account" },
      { min: 2, max: 20, rule: pattern.username, hint: employee.fields.account.hint },
    ),
    adminName: text({ zh: '管理员姓名', en: "Administrator's name" }, { max: 32 }),
    ...planFields,
  },
  output: {
    tenantId,
    account: text({ zh: '账号', en: 'Account' }),
    initialPassword: text({ zh: '初始密码', en: 'Initial password' }),
  },
  audit: 'tenant.created',
});

const act = <T extends string>(
  key: T,
  title: { zh: string; en: string },
  audit: string,
  needsPassword?: { zh: string; en: string },
) =>
  operation(`${key}-tenant`, {
    title,
    path: `/api/tenant/${key}`,
    access: 'platform',
    input: { tenantId },
    output: {},
    audit,
    ...(needsPassword ? { needsPassword } : {}),
  });

/** Changes the terms agreed with a tenant. */
export const updateTenant = operation('update-tenant', {
  title: { zh: '修改租户', en: 'Change a tenant' },
  path: '/api/tenant/update',
  access: 'platform',
  input: { tenantId, name, ...planFields },
  output: {},
  audit: 'tenant.updated',
});

/** Blocks all accounts of a tenant immediately; its devices continue to be served. */
export const freezeTenant = act('freeze', { zh: '冻结租户', en: 'Freeze a tenant' }, 'tenant.frozen', {
  zh: '是否冻结该租户？全部登录会话立即结束',
  en: 'Freeze this tenant? All its sessions end immediately',
});

/** Unfreezes a tenant. */
export const unfreezeTenant = act('unfreeze', { zh: '解冻租户', en: 'Unfreeze a tenant' }, 'tenant.unfrozen');

/** Turns trial mode of a tenant on or off: during a trial payments are simulated, and every page of the tenant says so. */
export const setTenantTrial = operation('set-tenant-trial', {
  title: { zh: '设置试用', en: 'Set the trial' },
  path: '/api/tenant/setTrial',
  access: 'platform',
  input: { tenantId, isTrial: flag({ zh: '试用（模拟支付）', en: 'Trial (simulated payments)' }) },
  output: {},
  audit: 'tenant.trial-changed',
  needsPassword: {
    zh: '是否更改该租户的试用状态？试用期间扫码支付为模拟，车辆放行但不会实际收款',
    en: 'Change the trial mode of this tenant? During a trial, mobile payments are simulated: cars may leave and no money is received',
  },
});

/** Days during which a scheduled deletion can be cancelled. */
export const DELETION_DAYS = 7;

/** Freezes a tenant and schedules the deletion of all its rows after a week; the deletion can be cancelled until then. */
export const deleteTenant = operation('delete-tenant', {
  title: { zh: '删除租户', en: 'Delete a tenant' },
  path: '/api/tenant/delete',
  access: 'platform',
  input: { tenantId, code: text({ zh: '再次输入租户编码', en: 'Type its code again' }, { max: 32 }) },
  output: { dueAt: instant({ zh: '删除时间', en: 'Deleted at' }) },
  audit: 'tenant.deletion-requested',
  needsPassword: { zh: '是否删除该租户的全部数据？', en: 'Delete all data of this tenant?' },
});

/** Cancels a scheduled deletion; the tenant stays frozen. */
export const keepTenant = act('keep', { zh: '取消删除租户', en: 'Keep a tenant' }, 'tenant.deletion-stopped');

/**
 * Creates a single-use address, valid for one minute, for downloading all rows and files of a tenant; requires the
 * tenant's consent.
 */
export const exportTenant = operation('export-tenant', {
  title: { zh: '导出租户数据', en: 'Export a tenant' },
  path: '/api/tenant/export',
  access: 'platform',
  input: { tenantId },
  output: { url: text({ zh: '地址', en: 'Address' }, { max: 500 }) },
  audit: 'tenant.exported',
  needsPassword: { zh: '是否导出该租户的全部数据？', en: 'Export all data of this tenant?' },
});

/** Pages included in a tenant's product; null means all, including those of later versions. */
export const getTenantProduct = operation('get-tenant-product', {
  title: { zh: '菜单配置', en: 'Menu configuration' },
  path: '/api/tenant/getProduct',
  access: 'platform',
  input: { tenantId },
  output: {
    isEverything: flag({ zh: '全部页面', en: 'Every page' }),
    pageKeys: list({ zh: '页面', en: 'Pages' }, text({ zh: '页面', en: 'Page' }, { max: 64 })),
    possibleKeys: list(
      { zh: '可提供的页面', en: 'Pages to choose from' },
      text({ zh: '页面', en: 'Page' }, { max: 64 }),
    ),
  },
  isRead: true,
});

/** Sets the pages included in a tenant's product. */
export const saveTenantProduct = operation('save-tenant-product', {
  title: { zh: '保存菜单配置', en: 'Save the menu configuration' },
  path: '/api/tenant/saveProduct',
  access: 'platform',
  input: {
    tenantId,
    isEverything: flag({ zh: '全部页面', en: 'Every page' }),
    pageKeys: list({ zh: '页面', en: 'Pages' }, text({ zh: '页面', en: 'Page' }, { max: 64 }), { max: 1000 }),
  },
  output: {},
  audit: 'tenant.product-changed',
});

/** Opens a support session inside a tenant under its consent. */
export const enterSupport = operation('enter-support', {
  title: { zh: '进入租户提供支持', en: 'Support a tenant' },
  path: '/api/tenant/enterSupport',
  access: 'platform',
  input: { tenantId },
  output: { accessToken: text({ zh: '令牌', en: 'Token' }) },
  audit: 'tenant.support-entered',
});

export const tenantRefusal = refusals('tenant', {
  'not-platform': { status: 422, zh: '平台自身不能执行此操作', en: 'This is not possible for the platform itself' },
  'wrong-code': { status: 422, zh: '租户编码不一致', en: 'The tenant code does not match' },
  'already-frozen': { status: 409, zh: '该租户已冻结', en: 'This tenant is already frozen' },
  'not-frozen': { status: 409, zh: '该租户未冻结', en: 'This tenant is not frozen' },
  'is-deleting': { status: 409, zh: '该租户正在等待删除', en: 'This tenant is scheduled for deletion' },
  'is-erasing': {
    status: 409,
    zh: '该租户的数据正在删除，不能再更改',
    en: 'This tenant is being erased and can no longer be changed',
  },
  'not-deleting': { status: 409, zh: '该租户不在等待删除', en: 'This tenant is not scheduled for deletion' },
  'no-consent': {
    status: 422,
    zh: '该租户没有授权支持，请其管理员先授权',
    en: 'This tenant has not consented to support. Ask its administrator first',
  },
  'no-export-consent': {
    status: 422,
    zh: '该租户没有授权导出数据，请其管理员在“平台支持”中授权',
    en: 'This tenant has not allowed an export. Ask its administrator to allow it under Platform support',
  },
  'trial-unchanged': { status: 409, zh: '该租户的试用状态没有变化', en: 'The trial mode of this tenant is unchanged' },
  'unknown-page': { status: 422, zh: '没有这样的页面：{key}', en: 'No such page: {key}' },
  'unknown-zone': { status: 422, zh: '未知的时区：{zone}', en: 'Unknown time zone: {zone}' },
});

/** Operations on a tenant whose only input is its id. */
export type TenantAct = Operation<{ tenantId: typeof tenantId }, Record<never, never>>;
