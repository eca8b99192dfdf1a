import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  webhook: () => import('./guide/open-api.page.tsx'),
};
