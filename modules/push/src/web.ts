import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  setPush: () => import('./page/set-push.page.tsx'),
  smsSendList: () => import('./page/sms-send-list.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
