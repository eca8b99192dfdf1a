import {
  choice,
  flag,
  instant,
  operation,
  optional,
  permission,
  phone,
  reference,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

/** Whether an account of a sub-merchant may sign in. */
export const SubAccountState = {
  active: { zh: '可登录', en: 'May sign in', tone: 'good' },
  frozen: { zh: '已停用', en: 'Frozen', tone: 'neutral' },
} as const;

const subMerchantId = reference({ zh: '子商户', en: 'Sub-merchant' }, 'sub-merchant');
const account = text({ zh: '账号', en: 'Account' }, { min: 4, max: 32, pattern: /^[A-Za-z][\w.-]*$/ });
const name = text({ zh: '姓名', en: 'Name' }, { max: 32 });
const mayManage = permission('sub-account.manage', { zh: '管理子账户', en: 'Manage sub-accounts' });
const initialPassword = text({ zh: '初始密码', en: 'Initial password' });
const id = rowId({ zh: '账号', en: 'Account' });

/** The accounts of sub-merchants. */
export const subAccountList = report('sub-account', {
  title: { zh: '子账户', en: 'Sub-accounts' },
  path: '/api/subAccount/list',
  access: permission('sub-account.list', { zh: '查看子账户', en: 'View: Sub-accounts' }),
  filters: {
    subMerchantId: optional(subMerchantId),
    account: optional(text({ zh: '账号或姓名', en: 'Account or name' }, { max: 32 })),
    state: optional(choice({ zh: '状态', en: 'State' }, SubAccountState)),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    account,
    name,
    subMerchantId,
    state: choice({ zh: '状态', en: 'State' }, SubAccountState),
    mobile: optional(phone({ zh: '手机号', en: 'Mobile' })),
    lastSignInAt: optional(instant({ zh: '最近登录', en: 'Last sign-in' })),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
  },
});

/** Adds an account that sees the lots and settlements of a sub-merchant. */
export const addSubAccount = operation('add-sub-account', {
  title: { zh: '新增子账户', en: 'Add a sub-account' },
  path: '/api/subAccount/add',
  access: mayManage,
  needsPassword: { zh: '是否为子商户新增账号？', en: 'Add an account for the sub-merchant?' },
  input: { subMerchantId, account, name },
  output: { id: text({ zh: '编号', en: 'Id' }), initialPassword },
  audit: 'sub-account.added',
});

/** Freezes an account of a sub-merchant, or lets it sign in again. */
export const freezeSubAccount = operation('freeze-sub-account', {
  title: { zh: '停用子账户', en: 'Freeze a sub-account' },
  path: '/api/subAccount/freeze',
  access: mayManage,
  needsPassword: { zh: '是否停用或恢复该账号？', en: 'Freeze this account, or let it sign in again?' },
  input: { id, isFrozen: flag({ zh: '停用', en: 'Frozen' }) },
  output: {},
  audit: 'sub-account.frozen',
});

/** Gives an account of a sub-merchant a new initial password. */
export const resetSubAccount = operation('reset-sub-account', {
  title: { zh: '重置密码', en: 'Reset the password' },
  path: '/api/subAccount/resetPassword',
  access: mayManage,
  needsPassword: { zh: '是否重置该账号的密码？', en: 'Reset the password of this account?' },
  input: { id },
  output: { initialPassword },
  audit: 'sub-account.password-reset',
});
