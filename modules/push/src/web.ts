import type { WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  setPush: () => import('./page/set-push.page.tsx'),
  smsSendList: () => import('./page/sms-send-list.page.tsx'),
};
