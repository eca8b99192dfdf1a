import { moduleContract, page } from '@boyun/kernel/contract';
import { LoginOutcome, LoginReason, loginLog } from './login-log/login-log.contract.ts';
import {
  changePassword,
  changePortrait,
  checkUserPassword,
  getCaptcha,
  getCurrentUser,
  getMenuList,
  getSetup,
  getTenantUserInfo,
  login,
  logOff,
  setUp,
  signInRefusal,
} from './sign-in/sign-in.contract.ts';

export {
  changePassword,
  changePortrait,
  checkUserPassword,
  getCaptcha,
  getCurrentUser,
  getMenuList,
  getSetup,
  getTenantUserInfo,
  LoginOutcome,
  LoginReason,
  login,
  loginLog,
  logOff,
  setUp,
  signInRefusal,
};

/** Accounts, sessions and what they may do. */
export const people = moduleContract('people', {
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
    getSetup,
    setUp,
  ],
  reports: [loginLog],
  refusals: [signInRefusal],
  pages: [
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
