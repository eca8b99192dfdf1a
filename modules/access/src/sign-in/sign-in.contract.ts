import {
  choice,
  type Fields,
  file,
  flag,
  group,
  instant,
  list,
  operation,
  optional,
  secret,
  text,
} from '@boyun/kernel/contract';
import { MENU_OPENINGS } from '../menu/menu-link.contract.ts';

const account = text({ zh: '账号', en: 'Account' }, { min: 2, max: 64 });

const captchaId = text({ zh: '验证码编号', en: 'Captcha id' }, { max: 1000 });
const captchaText = text({ zh: '验证码', en: 'Captcha' }, { max: 200 });
const tenantId = optional(text({ zh: '租户编码', en: 'Tenant code' }, { max: 32 }));

/** Signs an account in. A captcha is required after three failures; after ten the account is locked for 15 minutes. */
export const login = operation('login', {
  title: { zh: '登录', en: 'Sign in' },
  path: '/api/tenantUser/login',
  access: 'public',
  input: {
    account,
    password: secret({ zh: '密码', en: 'Password' }, { max: 64 }),
    tenantId,
    captchaId: optional(captchaId),
    captchaText: optional(captchaText),
  },
  output: {
    accessToken: text({ zh: '令牌', en: 'Token' }),
    tokenType: text({ zh: '令牌类型', en: 'Token type' }),
    tenantId: text({ zh: '租户编号', en: 'Tenant id' }),
    userId: text({ zh: '用户编号', en: 'User id' }),
    dashboardPath: text({ zh: '首页路径', en: 'Dashboard path' }),
  },
  audit: 'session.opened',
});

/**
 * A proof-of-work challenge as ALTCHA's JSON (version 2): the id is the challenge, its solution goes into `CaptchaText`.
 * The difficulty grows with failures of the address, and of the account where it is given.
 */
export const getCaptcha = operation('get-captcha', {
  title: { zh: '获取验证码', en: 'Get a captcha' },
  path: '/api/tenantUser/getCaptcha',
  access: 'public',
  input: { account: optional(account), tenantId },
  output: { captchaId },
  isRead: true,
  perMinute: 120,
});

/** Ends the caller's session. */
export const logOff = operation('log-off', {
  title: { zh: '退出登录', en: 'Sign out' },
  path: '/api/tenantUser/logOff',
  access: 'own-session',
  input: {},
  output: {},
  audit: 'session.closed',
  isOpenToReaders: true,
});

/** Details of the signed-in account: the spec's own fields first. */
const userFields = {
  avatarUrl: optional(text({ zh: '头像', en: 'Avatar' }, { max: 2000 })),
  tenantName: { ...text({ zh: '租户', en: 'Tenant' }), wireName: 'tenantName' },
  /** Branding of the tenant. */
  logoUrl: optional(text({ zh: '标志', en: 'Logo' }, { max: 2000 })),
  brandName: optional(text({ zh: '品牌名称', en: 'Brand name' }, { max: 32 })),
  themeColor: optional(text({ zh: '主题色', en: 'Theme colour' }, { max: 7 })),
  hasTagBar: flag({ zh: '显示标签栏', en: 'Tag bar' }),
  userName: text({ zh: '用户名', en: 'User name' }),
  account,
  realName: text({ zh: '姓名', en: 'Name' }),
  subTenantId: optional(text({ zh: '子租户', en: 'Sub-tenant' })),
  userId: text({ zh: '用户编号', en: 'User id' }),
  tenantId: text({ zh: '租户编号', en: 'Tenant id' }),
  timeZone: text({ zh: '时区', en: 'Time zone' }),
  dashboardPath: text({ zh: '首页路径', en: 'Dashboard path' }),
  isAdmin: flag({ zh: '管理员', en: 'Administrator' }),
  /** Whether payments of the tenant are simulated. */
  isTrial: flag({ zh: '试用（模拟支付）', en: 'Trial (simulated payments)' }),
  isPasswordStrict: flag({ zh: '强密码校验', en: 'Strict passwords' }),
  hasToChangePassword: flag({ zh: '须修改密码', en: 'Password must be changed' }),
  isReadOnly: flag({ zh: '只读', en: 'Read-only' }),
  /** The role the caller is viewing as. */
  viewRole: optional(text({ zh: '查看角色', en: 'Seen as' })),
  /** End of the consent under which the caller supports this tenant. */
  supportUntil: optional(instant({ zh: '支持截止', en: 'Support until' })),
  roles: list({ zh: '角色', en: 'Roles' }, text({ zh: '角色', en: 'Role' })),
  permissions: list({ zh: '权限', en: 'Permissions' }, text({ zh: '权限', en: 'Permission' })),
  /** Permissions the tenant's product does not include. */
  withheld: list({ zh: '未开通的权限', en: 'Rights not included' }, text({ zh: '权限', en: 'Permission' })),
};

/** The caller with roles and permissions. */
export const getTenantUserInfo = operation('get-tenant-user-info', {
  title: { zh: '当前用户', en: 'Current user' },
  path: '/api/tenantUser/getTenantUserInfo',
  access: 'own-session',
  input: {},
  output: userFields,
  isRead: true,
});

/** The owner of a token: called with the jump token of a link, before a session exists. */
export const getCurrentUser = operation('get-current-user', {
  title: { zh: '令牌对应的用户', en: 'User of a token' },
  path: '/platform/security/currentUser',
  access: 'public',
  input: { token: { ...secret({ zh: '令牌', en: 'Token' }, { max: 200 }), wireName: 'token' } },
  output: userFields,
  isRead: true,
  perMinute: 120,
});

/** Changes the caller's avatar to an uploaded picture: JPEG or PNG, under 500 KB (spec §5). */
export const changePortrait = operation('change-portrait', {
  title: { zh: '修改头像', en: 'Change the avatar' },
  path: '/cloud/profile/portrait',
  access: 'signed-in',
  input: { portraitUrl: { ...file({ zh: '头像', en: 'Avatar' }), wireName: 'portraitUrl' } },
  output: { avatarUrl: file({ zh: '头像', en: 'Avatar' }) },
  audit: 'account.portrait-changed',
});

const menuEntry = {
  url: text({ zh: '地址', en: 'Address' }),
  name: text({ zh: '名称', en: 'Name' }),
  nameEn: text({ zh: '英文名称', en: 'English name' }),
  icon: text({ zh: '图标', en: 'Icon' }),
  level: text({ zh: '层级', en: 'Level' }, { max: 1 }),
  component: text({ zh: '组件', en: 'Component' }, { min: 0 }),
  opening: choice({ zh: '打开方式', en: 'Opens in' }, MENU_OPENINGS),
  target: optional(text({ zh: '外部网址', en: 'Address outside the product' }, { max: 2048 })),
  frameUrl: optional(text({ zh: '内嵌地址', en: 'Address of the frame' }, { max: 8192 })),
};

const below = <F extends Fields>(fields: F) =>
  list({ zh: '下级', en: 'Below' }, group({ zh: '菜单项', en: 'Menu entry' }, fields));

/** The menu entries visible to the caller, at most three levels: areas, page groups, pages. */
export const getMenuList = operation('get-menu-list', {
  title: { zh: '菜单', en: 'Menu' },
  path: '/api/tenantUser/getMenuList',
  access: 'signed-in',
  input: {},
  output: {
    menu: list(
      { zh: '菜单', en: 'Menu' },
      group(
        { zh: '菜单项', en: 'Menu entry' },
        {
          ...menuEntry,
          node: below({ ...menuEntry, node: below(menuEntry) }),
        },
      ),
    ),
  },
  isRead: true,
});

/** Checks the caller's password before a dangerous operation; the returned proof is valid for one operation within five minutes. */
export const checkUserPassword = operation('check-user-password', {
  title: { zh: '验证密码', en: 'Check password' },
  path: '/api/tenantUser/checkUserPassword',
  access: 'signed-in',
  input: { password: secret({ zh: '密码', en: 'Password' }, { max: 64 }) },
  output: { proof: text({ zh: '验证凭据', en: 'Proof' }) },
  isRead: true,
});

/** Changes the caller's password (spec §5); the session continues. */
export const changePassword = operation('change-password', {
  title: { zh: '修改密码', en: 'Change password' },
  path: '/api/tenantUser/userChangePassword',
  access: 'own-session',
  input: {
    password: secret({ zh: '原密码', en: 'Old password' }, { max: 64 }),
    passwordResetCode: secret({ zh: '新密码', en: 'New password' }, { max: 64 }),
    passwordResetCodeRepeat: secret({ zh: '确认新密码', en: 'New password again' }, { max: 64 }),
  },
  output: {},
  audit: 'account.password-changed',
});
