import type { WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  organization: () => import('./department/organization.page.tsx'),
  employee: () => import('./employee/employee.page.tsx'),
  role: () => import('./role/role.page.tsx'),
  menu: () => import('./menu/menu.page.tsx'),
  support: () => import('./support/support.page.tsx'),
  tenant: () => import('./tenant/tenant.page.tsx'),
  tenantBill: () => import('./tenant-bill/tenant-bill.page.tsx'),
  menuConfig: () => import('./tenant/menu-config.page.tsx'),
  permission: () => import('./permission/permission.page.tsx'),
  registerStatic: () => import('./share/register-static.page.tsx'),
  systemSet: () => import('./tenant-setting/system-set.page.tsx'),
  loginLog: () => import('./login-log/login-log.page.tsx'),
};

/** Form for changing the own password: `{isForced, onDone, onClose}`. */
export const ChangePassword = /* @__PURE__ */ lazy(() => import('./account/change-password.form.tsx'));

/** Dialog for changing the own avatar: `{onClose}`. */
export const ChangePortrait = /* @__PURE__ */ lazy(() => import('./account/change-portrait.form.tsx'));
