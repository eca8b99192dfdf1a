import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  packRule: () => import('./pack-rule/pack-rule.page.tsx'),
  packManage: () => import('./pack/pack.page.tsx'),
  packRefund: () => import('./pack/pack-refund.page.tsx'),
  packCancel: () => import('./pack/pack-cancel.page.tsx'),
};
