import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  payConfig: () => import('./pay-channel/pay-channel.page.tsx'),
};
