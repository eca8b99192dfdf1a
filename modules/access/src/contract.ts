import { moduleContract, page, resourcePage, seePhones } from '@boyun/kernel/contract';
import { accountCreated, passwordChanged, portraitChanged } from './account/account-event.contract.ts';
import { accountRefusal } from './account/account-refusal.contract.ts';
import { JobKind } from './account/job-kind.contract.ts';
import { signInRefusal } from './account/sign-in-refusal.contract.ts';
import { landingField } from './landing/landing-page.contract.ts';
import { LoginOutcome, LoginReason, loginLog } from './login-log/login-log.contract.ts';
import { getMenu, menuRefusal, resetMenu, saveMenu } from './menu/menu.contract.ts';
import { menuArranged, menuLinked, menuReset } from './menu/menu-event.contract.ts';
import { linkMenu } from './menu/menu-link.contract.ts';
import { explainPermission, exportPermissionMatrix, getPermissionMatrix } from './permission/permission.contract.ts';
import { placeRefusal } from './place/place-fields.contract.ts';
import { getPermissionTree } from './role/permission-tree.contract.ts';
import { DataScope, endRoleView, role, roleRefusal, startRoleView } from './role/role.contract.ts';
import { roleViewEnded, roleViewStarted } from './role/role-event.contract.ts';
import { sessionClosed, sessionOpened } from './sign-in/session-event.contract.ts';
import {
  changePassword,
  changePortrait,
  checkUserPassword,
  getCaptcha,
  getCurrentUser,
  getMenuList,
  getTenantUserInfo,
  login,
  logOff,
} from './sign-in/sign-in.contract.ts';
import { getSupport, grantSupport, revokeSupport, supportRefusal } from './support/support.contract.ts';
import { supportGranted, supportRevoked } from './support/support-event.contract.ts';

export { accountTitle } from './account/account-refusal.contract.ts';
export { placeFields } from './place/place-fields.contract.ts';

export {
  changePassword,
  changePortrait,
  checkUserPassword,
  DataScope,
  endRoleView,
  explainPermission,
  getCaptcha,
  getCurrentUser,
  getMenu,
  getMenuList,
  getPermissionMatrix,
  getPermissionTree,
  getTenantUserInfo,
  JobKind,
  LoginOutcome,
  LoginReason,
  landingField,
  login,
  loginLog,
  logOff,
  role,
  roleRefusal,
  signInRefusal,
  startRoleView,
};

/** Accounts, sessions and what they may do. */
export const access = moduleContract('access', {
  events: [
    accountCreated,
    passwordChanged,
    portraitChanged,
    menuArranged,
    menuLinked,
    menuReset,
    roleViewStarted,
    roleViewEnded,
    sessionOpened,
    sessionClosed,
    supportGranted,
    supportRevoked,
  ],
  resources: [role],
  permissions: [seePhones],
  operations: [
    login,
    getCaptcha,
    getCurrentUser,
    logOff,
    getTenantUserInfo,
    getMenuList,
    checkUserPassword,
    changePassword,
    changePortrait,
    startRoleView,
    endRoleView,
    getPermissionTree,
    getPermissionMatrix,
    exportPermissionMatrix,
    explainPermission,
    getMenu,
    saveMenu,
    linkMenu,
    resetMenu,
    getSupport,
    grantSupport,
    revokeSupport,
  ],
  reports: [loginLog],
  refusals: [signInRefusal, accountRefusal, placeRefusal, roleRefusal, menuRefusal, supportRefusal],
  pages: [
    resourcePage('role', role, { path: '/_cloud_user/role', icon: 'role', area: 'user' }),
    page('permission', {
      path: '/_cloud_user/permission',
      title: getPermissionMatrix.title,
      icon: 'permission',
      area: 'user',
      access: getPermissionMatrix.access,
    }),
    page('menu', {
      path: '/_cloud_user/menu',
      title: getMenu.title,
      icon: 'menu',
      area: 'user',
      access: getMenu.access,
    }),
    page('support', {
      path: '/_cloud_user/support',
      title: getSupport.title,
      icon: 'support',
      area: 'user',
      access: getSupport.access,
    }),
    page('loginLog', {
      path: '/_cloud_system/loginLog',
      title: loginLog.title,
      icon: 'log',
      area: 'system',
      group: 'log',
      access: loginLog.access,
    }),
  ],
});
