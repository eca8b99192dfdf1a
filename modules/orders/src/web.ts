import type { WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

export { type OrderActProps, type OrderFacts, offerOrderActs } from './order/order-offer.view.tsx';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  order: () => import('./order/order.page.tsx'),
  inLot: () => import('./order/in-lot.page.tsx'),
};

/** The drawer with everything that belongs to one order; any page may show it: `{orderId, onClose}`, closed while the id is null. */
export const OrderDrawer = /* @__PURE__ */ lazy(() => import('./order/order-drawer.view.tsx'));
