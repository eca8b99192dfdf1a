import { accountTitle, JobKind, landingField, placeFields } from '@boyun/access/contract';
import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  phone,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Whether an account may sign in. */
export const EmployeeState = {
  active: { zh: '正常', en: 'Active', tone: 'good' },
  frozen: { zh: '已冻结', en: 'Frozen', tone: 'bad' },
} as const;

/** A member of the staff with an account. */
export const employee = resource('employee', {
  title: accountTitle,
  path: '/api/employee',
  fields: {
    account: text(
      { zh: '账号', en: 'Account' },
      {
        min: 2,
        max: 20,
        rule: pattern.username,
        hint: { zh: '2-20个中文、字母或数字', en: '2 to 20 letters, digits or Chinese characters' },
      },
    ),
    name: text({ zh: '姓名', en: 'Name' }, { max: 32 }),
    mobile: optional(phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile })),
    departmentId: optional(reference({ zh: '部门', en: 'Department' }, 'department')),
    jobKind: optional(choice({ zh: '岗位', en: 'Job' }, JobKind)),
    roleIds: list({ zh: '角色', en: 'Roles' }, reference({ zh: '角色', en: 'Role' }, 'role'), { max: 20 }),
    dashboardPath: landingField,
    hasAllLots: flag({ zh: '全部车场', en: 'All lots' }, { byDefault: true }),
    ...placeFields,
    state: readOnly(choice({ zh: '状态', en: 'State' }, EmployeeState)),
    roleNames: readOnly(text({ zh: '角色名称', en: 'Names of roles' }, { min: 0, max: 2000 })),
    /** Number of lots within effective reach, through the account and its roles; null for all. */
    lotCount: readOnly(optional(integer({ zh: '可管理车场', en: 'Lots' }))),
    hasPassword: readOnly(flag({ zh: '已发放密码', en: 'Has a password' })),
    lastSignInAt: readOnly(optional(instant({ zh: '最近登录', en: 'Last sign-in' }))),
    isOnline: readOnly(flag({ zh: '在线', en: 'Signed in now' })),
    seenAt: readOnly(optional(instant({ zh: '最近活动', en: 'Last seen' }))),
    address: readOnly(optional(text({ zh: '登录地址', en: 'Signed in from' }))),
  },
  columns: [
    'account',
    'name',
    'mobile',
    'departmentId',
    'jobKind',
    'roleNames',
    'lotCount',
    'state',
    'isOnline',
    'lastSignInAt',
    'hasPassword',
  ],
  search: {
    account: 'contains',
    name: 'contains',
    mobile: 'prefix',
    departmentId: 'equals',
    jobKind: 'equals',
    state: 'equals',
  },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  computed: ['roleIds', 'roleNames', 'lotCount', 'hasPassword', 'isOnline', 'seenAt', 'address'],
  subject: (row) => `${row.name} ${row.account}`,
});

const employeeId = reference({ zh: '员工', en: 'Employee' }, 'employee');
const freezing = permission('employee.freeze', { zh: '冻结员工', en: 'Freeze: Employees' });

/** Blocks an account from its next call on. */
export const freezeEmployee = operation('freeze-employee', {
  title: { zh: '冻结员工', en: 'Freeze an employee' },
  path: '/api/employee/freeze',
  access: freezing,
  needsPassword: { zh: '是否冻结该员工？', en: 'Freeze this employee?' },
  input: { employeeId, reason: optional(text({ zh: '原因', en: 'Reason' }, { max: 200 })) },
  output: {},
  audit: 'employee.frozen',
});

/** Unblocks a frozen account. */
export const unfreezeEmployee = operation('unfreeze-employee', {
  title: { zh: '解冻员工', en: 'Unfreeze an employee' },
  path: '/api/employee/unfreeze',
  access: freezing,
  input: { employeeId },
  output: {},
  audit: 'employee.unfrozen',
});

/** Ends the session of an account; it may sign in again. */
export const forceLogout = operation('force-logout', {
  title: { zh: '强制下线', en: 'Sign an employee out' },
  path: '/api/employee/forceLogout',
  access: permission('employee.force-logout', { zh: '强制员工下线', en: 'Sign out: Employees' }),
  needsPassword: { zh: '是否强制该员工下线？', en: 'Sign this employee out?' },
  input: { employeeId },
  output: {},
  audit: 'employee.signed-out',
});

/** Issues a new initial password to each account. The passwords are returned only once and must be changed at the first sign-in. */
export const issuePasswords = operation('issue-passwords', {
  title: { zh: '发放初始密码', en: 'Give out initial passwords' },
  path: '/api/employee/issuePasswords',
  access: permission('employee.issue-password', { zh: '发放、重置员工密码', en: 'Passwords: Employees' }),
  needsPassword: {
    zh: '原密码立即失效，是否发放初始密码？',
    en: 'Existing passwords stop working immediately. Issue initial passwords?',
  },
  input: { employeeIds: list({ zh: '员工', en: 'Employees' }, employeeId, { min: 1, max: 200 }) },
  output: {
    passwords: list(
      { zh: '初始密码', en: 'Initial passwords' },
      group(
        { zh: '初始密码', en: 'Initial password' },
        {
          account: text({ zh: '账号', en: 'Account' }),
          name: text({ zh: '姓名', en: 'Name' }),
          initialPassword: text({ zh: '初始密码', en: 'Initial password' }),
        },
      ),
    ),
  },
  audit: 'employee.password-issued',
});

export const employeeRefusal = refusals('employee', {
  'not-yourself': { status: 422, zh: '不能对自己的账号执行此操作', en: 'This is not possible on your own account' },
  'not-frozen': { status: 409, zh: '该员工未被冻结', en: 'This employee is not frozen' },
  'already-frozen': { status: 409, zh: '该员工已被冻结', en: 'This employee is already frozen' },
  'signed-out': { status: 409, zh: '该员工当前不在线', en: 'This employee is not signed in' },
});
