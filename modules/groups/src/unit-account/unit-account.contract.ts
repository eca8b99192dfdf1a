import {
  choice,
  flag,
  instant,
  operation,
  optional,
  permission,
  reference,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

/** Whether an account of a unit may sign in. */
export const UnitAccountState = {
  active: { zh: '可登录', en: 'May sign in', tone: 'good' },
  frozen: { zh: '已停用', en: 'Frozen', tone: 'neutral' },
} as const;

const unitId = reference({ zh: '单位', en: 'Unit' }, 'unit');
const account = text({ zh: '账号', en: 'Account' }, { min: 4, max: 32, pattern: /^[A-Za-z][\w.-]*$/ });
const name = text({ zh: '姓名', en: 'Name' }, { max: 32 });
const isManager = flag(
  { zh: '负责人', en: 'Manager' },
  { byDefault: false, hint: { zh: '可管理本单位的账号', en: 'Manages the accounts of the unit' } },
);
const state = choice({ zh: '状态', en: 'State' }, UnitAccountState);
const mayManage = permission('unit-account.manage', { zh: '管理单位账号', en: 'Manage accounts of units' });

/** The password that is shown once. */
export const initialPassword = text({ zh: '初始密码', en: 'Initial password' });
/** Who is meant by an act on an account. */
export const accountId = rowId({ zh: '账号', en: 'Account' });
/** The fields of an account, shared by the operator and the unit itself. */
export const accountFields = { account, name, isManager };
/** The columns of accounts besides the unit. */
export const accountColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  account,
  name,
  isManager,
  state,
  lastSignInAt: optional(instant({ zh: '最近登录', en: 'Last sign-in' })),
  createdAt: instant({ zh: '创建时间', en: 'Created' }),
};

/** The accounts of units. */
export const unitAccountList = report('unit-account', {
  title: { zh: '单位账号', en: 'Accounts of units' },
  path: '/api/unitAccount/list',
  access: permission('unit-account.list', { zh: '查看单位账号', en: 'View: Accounts of units' }),
  filters: {
    unitId: optional(unitId),
    account: optional(text({ zh: '账号或姓名', en: 'Account or name' }, { max: 32 })),
    state: optional(state),
  },
  columns: { unitId, ...accountColumns },
});

/** Adds an account that works with its own unit only. */
export const addUnitAccount = operation('add-unit-account', {
  title: { zh: '新增单位账号', en: 'Add an account' },
  path: '/api/unitAccount/add',
  access: mayManage,
  needsPassword: { zh: '是否为单位新增账号？', en: 'Add an account for the unit?' },
  input: { unitId, ...accountFields },
  output: { id: text({ zh: '编号', en: 'Id' }), initialPassword },
  audit: 'unit-account.added',
});

/** Freezes an account of a unit, or lets it sign in again. */
export const freezeUnitAccount = operation('freeze-unit-account', {
  title: { zh: '停用单位账号', en: 'Freeze an account' },
  path: '/api/unitAccount/freeze',
  access: mayManage,
  needsPassword: { zh: '是否停用或恢复该账号？', en: 'Freeze this account, or let it sign in again?' },
  input: { id: accountId, isFrozen: flag({ zh: '停用', en: 'Frozen' }) },
  output: {},
  audit: 'unit-account.frozen',
});

/** Gives an account of a unit a new initial password. */
export const resetUnitAccount = operation('reset-unit-account', {
  title: { zh: '重置密码', en: 'Reset the password' },
  path: '/api/unitAccount/resetPassword',
  access: mayManage,
  needsPassword: { zh: '是否重置该账号的密码？', en: 'Reset the password of this account?' },
  input: { id: accountId },
  output: { initialPassword },
  audit: 'unit-account.password-reset',
});
