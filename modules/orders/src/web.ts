import { carParts, type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { reviewEvidence } from '@boyun/reviews/web';
import { lazy } from 'react';
import { orderReviews } from './order-change/order-review.contract.ts';
import { stayPurpose } from './stay-payment/stay-purpose.contract.ts';

export { type OrderActProps, type OrderFacts, orderActs } from './order/order-slot.view.ts';
export { notifyAnswer } from './order-change/notify-answer.view.ts';
export { OrderAct, OrderDrawer, useOrderDrawer } from './order-page/open-order.view.tsx';
export { type VoidTab, type VoidTabProps, voidTabs } from './order-page/void-tab.view.ts';

/** The fee of an order in brief: `{orderId}`. */
export const OrderBill = /* @__PURE__ */ lazy(() => import('./order/order-bill.view.tsx'));

/** The button that waives the debt of an order: `{order, onChanged, isLink}`. */
export const Waive = /* @__PURE__ */ lazy(() => import('./order-change/waive-order.form.tsx'));

const ReviewedOrder = /* @__PURE__ */ lazy(() => import('./order-page/order-evidence.view.tsx'));

/** Part of the car panel: where the car is, and its orders. */
export const CarOrders = /* @__PURE__ */ lazy(() => import('./order-page/car-order.view.tsx'));

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  order: () => import('./order-page/order.page.tsx'),
  inLot: () => import('./order-page/in-lot.page.tsx'),
  voidData: () => import('./order-page/void-data.page.tsx'),
};

/** What this module puts into slots: what it bills, its kinds of requests, and the evidence of an order. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(billPurposes, stayPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(orderReviews)),
  /* @__PURE__ */ fill(reviewEvidence, { subjectKind: 'order', Part: ReviewedOrder }),
  /* @__PURE__ */ fill(carParts, { place: 20, Part: CarOrders }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
