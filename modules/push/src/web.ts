import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  setPush: () => import('./page/set-push.page.tsx'),
  smsSendList: () => import('./page/sms-send-list.page.tsx'),
};
