import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { orderActs } from '@boyun/orders/web';
import { lazy } from 'react';

export { loadInvoicePage } from './scan/scan-door.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  invoice: () => import('./invoice-page/invoice.page.tsx'),
  invoiceSet: () => import('./invoice-set/invoice-set.page.tsx'),
  scanInvoice: () => import('./scan/scan-invoice.page.tsx'),
};

const OrderInvoice = /* @__PURE__ */ lazy(() => import('./invoice-page/order-invoice.view.tsx'));

/** Slot fillings of this module: the button that invoices an order. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(orderActs, OrderInvoice)];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
