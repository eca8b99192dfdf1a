import type { WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  card: () => import('./card/card.page.tsx'),
  arrears: () => import('./arrears/arrears.page.tsx'),
  payConfig: () => import('./pay-channel/pay-channel.page.tsx'),
  payment: () => import('./payment/payment.page.tsx'),
};

/** Buttons about the money of an order: cash, the QR code a driver pays by, giving back; offered to the order's detail. */
export const OrderPayActs = /* @__PURE__ */ lazy(() => import('./payment/order-pay.view.tsx'));

/** The dialog that takes cash for an order: `{orderId, onClose, onPaid}`, closed while the id is null. */
export const CollectCash = /* @__PURE__ */ lazy(() => import('./payment/collect-cash.form.tsx'));

/** The driver's payment page at `/pay/{code}`; small, public, without the component library. */
export const loadPayPage = () => import('./payment/pay-page.view.tsx');
