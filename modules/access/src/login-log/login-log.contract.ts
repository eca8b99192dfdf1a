import { choice, instant, optional, permission, report, text } from '@boyun/kernel/contract';

/** The outcome of a sign-in, or how a session ended. */
export const LoginOutcome = {
  'signed-in': { zh: '登录成功', en: 'Signed in', tone: 'good' },
  failed: { zh: '登录失败', en: 'Failed', tone: 'bad' },
  locked: { zh: '已锁定', en: 'Locked', tone: 'warn' },
  'kicked-out': { zh: '被挤下线', en: 'Replaced by a newer sign-in', tone: 'warn' },
  'forced-out': { zh: '被强制下线', en: 'Signed out by an administrator', tone: 'bad' },
  'signed-out': { zh: '退出', en: 'Signed out', tone: 'neutral' },
  expired: { zh: '超时退出', en: 'Signed out after idling', tone: 'neutral' },
} as const;

/** Why a sign-in failed. */
export const LoginReason = {
  'wrong-credentials': { zh: '账号或密码错误', en: 'Wrong account or password' },
  'captcha-wrong': { zh: '验证码错误', en: 'Wrong captcha' },
  frozen: { zh: '账号已冻结', en: 'Frozen account' },
  forced: { zh: '管理员操作', en: 'By an administrator' },
  'password-reset': { zh: '密码被重置', en: 'The password was reset' },
} as const;

/** Sign-ins, failures and ended sessions. */
export const loginLog = report('login-log', {
  title: { zh: '登录日志', en: 'Login log' },
  path: '/api/loginLog/list',
  access: permission('login-log.list', { zh: '查看登录日志', en: 'View: Login log' }),
  alwaysSortable: ['at'],
  filters: {
    account: optional(text({ zh: '账号', en: 'Account' }, { max: 64 })),
    outcome: optional(choice({ zh: '结果', en: 'Outcome' }, LoginOutcome)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    account: text({ zh: '账号', en: 'Account' }),
    outcome: choice({ zh: '结果', en: 'Outcome' }, LoginOutcome),
    reason: optional(choice({ zh: '失败/下线原因', en: 'Reason' }, LoginReason)),
    address: optional(text({ zh: '登录IP', en: 'IP address' })),
    agent: optional(text({ zh: '客户端', en: 'Client' }, { max: 512 })),
  },
});
