import type { WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  chargeBinding: () => import('./charge-binding/charge-binding.page.tsx'),
  chargeRule: () => import('./workbench/charge-rule.page.tsx'),
  holiday: () => import('./holiday/holiday.page.tsx'),
};
