import type { WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  tenant: () => import('./tenant/tenant.page.tsx'),
  tenantBill: () => import('./tenant-bill/tenant-bill.page.tsx'),
  menuConfig: () => import('./tenant/menu-config.page.tsx'),
  systemSet: () => import('./tenant-setting/system-set.page.tsx'),
};
