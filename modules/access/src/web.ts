import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

export { InitialPassword, type MadeAccount } from './account/initial-password.view.tsx';
export { NO_PLACES } from './place/place-parts.view.ts';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  role: () => import('./role/role.page.tsx'),
  menu: () => import('./menu/menu.page.tsx'),
  support: () => import('./support/support.page.tsx'),
  permission: () => import('./permission/permission.page.tsx'),
  loginLog: () => import('./login-log/login-log.page.tsx'),
};

/** Form for changing the own password: `{isForced, onDone, onClose}`. */
export const ChangePassword = /* @__PURE__ */ lazy(() => import('./sign-in/change-password.form.tsx'));

/** Dialog for changing the own avatar: `{onClose}`. */
export const ChangePortrait = /* @__PURE__ */ lazy(() => import('./sign-in/change-portrait.form.tsx'));

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
