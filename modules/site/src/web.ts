import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  parkInfo: () => import('./profile/profile.page.tsx'),
};
