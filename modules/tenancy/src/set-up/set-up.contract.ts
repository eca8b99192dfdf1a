import { pattern } from '@boyun/domain/pattern';
import { flag, operation, refusals, secret, text } from '@boyun/kernel/contract';

const newAccount = text({ zh: '账号', en: 'Account' }, { min: 2, max: 20, rule: pattern.username });

/** Whether the product still needs its first administrator. */
export const getSetup = operation('get-setup', {
  title: { zh: '初始化状态', en: 'Set-up state' },
  path: '/api/setup/get',
  perMinute: 120,
  access: 'public',
  input: {},
  output: { isNeeded: flag({ zh: '需要初始化', en: 'Set-up needed' }) },
  isRead: true,
});

/** First start: the code printed on the console creates the platform administrator and the first tenant. */
export const setUp = operation('set-up', {
  title: { zh: '初始化', en: 'Set up' },
  path: '/api/setup/create',
  access: 'public',
  input: {
    code: text({ zh: '一次性代码', en: 'One-time code' }, { max: 64 }),
    platformAccount: newAccount,
    platformPassword: secret({ zh: '平台管理员密码', en: 'Platform password' }, { min: 8, max: 20 }),
    tenantCode: text({ zh: '租户编码', en: 'Tenant code' }, { max: 32, pattern: /^[a-z0-9-]+$/ }),
    tenantName: text({ zh: '租户名称', en: 'Tenant name' }, { min: 2, max: 64 }),
    adminAccount: newAccount,
    adminPassword: secret({ zh: '租户管理员密码', en: 'Administrator password' }, { min: 8, max: 20 }),
  },
  output: {},
  audit: 'tenant.created',
  perMinute: 10,
});

export const setUpRefusal = refusals('sign-in', {
  'wrong-code': { status: 422, zh: '一次性代码错误', en: 'The one-time code is wrong' },
  'already-set-up': { status: 409, zh: '系统已初始化', en: 'The product is already set up' },
});
