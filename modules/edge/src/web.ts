import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key. */
export const pages: WebPages = {
  boxDevice: () => import('./edge-page/box-device.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
