import { deskBillParts, unitBillActs } from '@boyun/groups/web';
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

const UnitBillInvoice = /* @__PURE__ */ lazy(() => import('./invoice-page/unit-bill-invoice.view.tsx'));

const DeskInvoice = /* @__PURE__ */ lazy(() => import('./unit-desk/desk-invoice.view.tsx'));

/** Slot fillings of this module: the buttons that invoice an order and a unit's bill, and the invoices at the desk of a unit. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(orderActs, OrderInvoice),
  /* @__PURE__ */ fill(unitBillActs, UnitBillInvoice),
  /* @__PURE__ */ fill(deskBillParts, DeskInvoice),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
