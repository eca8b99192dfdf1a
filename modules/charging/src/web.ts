import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  chargeBinding: () => import('./charge-binding/charge-binding.page.tsx'),
  chargeRule: () => import('./charge-rule/charge-rule.page.tsx'),
  holiday: () => import('./holiday/holiday.page.tsx'),
};
