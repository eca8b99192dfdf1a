import type { Filling, LoadPageHelps, WebPages } from '@boyun/kernel/web';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  invoice: () => import('./invoice-page/invoice.page.tsx'),
  invoiceSet: () => import('./invoice-set/invoice-set.page.tsx'),
};

/** Slot fillings of this module. */
export const slots: readonly Filling[] = [];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
