import { consoleHead } from '@boyun/insight/web';
import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Custom pages of this module by component key. */
export const pages: WebPages = {
  announcement: () => import('./bulletin/announcement.page.tsx'),
  ocr: () => import('./recognition/ocr.page.tsx'),
  plateToMobile: () => import('./plate-contact/plate-to-mobile.page.tsx'),
};

export { useUnreadBulletins } from './bulletin/unread-bulletins.view.ts';

/** Slot contributions of this module: the unread announcements on the console. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(
    consoleHead,
    lazy(() => import('./bulletin/console-bulletins.view.tsx')),
  ),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
