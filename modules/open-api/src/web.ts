import type { WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  webhook: () => import('./guide/open-api.page.tsx'),
};
