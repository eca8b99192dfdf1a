import { laneActs, spotActs } from '@boyun/facilities/web';
import { carParts, type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { billPurposes } from '@boyun/money/contract';
import { orderActs } from '@boyun/orders/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { cardPurpose } from './card/card-purpose.contract.ts';
import { cardReviews } from './card/card-review.contract.ts';

export { type AskedFee, type WalletMeans, walletMeans } from './order-pay/wallet-means.view.ts';
export { loadPayPage } from './payment/pay-door.view.ts';
export { loadPlacePage } from './place-code/place-door.view.ts';
export { StoredEntries } from './stored-value/stored-entry-list.view.tsx';
export {
  LastEntries,
  LastRows,
  type StoredAct,
  StoredActs,
  StoredPart,
  StoredPlates,
} from './stored-value/stored-value.view.tsx';

/** Part of the car panel: what it owes. */
export const CarDebts = /* @__PURE__ */ lazy(() => import('./arrears/car-debt.view.tsx'));

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  card: () => import('./card/card.page.tsx'),
  arrears: () => import('./arrears/arrears.page.tsx'),
  payment: () => import('./payment/payment.page.tsx'),
  placeCode: () => import('./place-code/place-code.page.tsx'),
};

/** Buttons about the money of an order: cash, the QR code a driver pays by, giving back; offered to the order's detail. */
export const OrderPayActs = /* @__PURE__ */ lazy(() => import('./order-pay/order-pay.view.tsx'));

/** The dialog that takes cash for an order: `{orderId, onClose, onPaid}`, closed while the id is null. */
export const CollectCash = /* @__PURE__ */ lazy(() => import('./order-pay/collect-cash.form.tsx'));

/** A button that shows and prints the fixed code of a place: `{kind, placeId, lotId, name, isLink}`. */
export const PlaceCodeAct = /* @__PURE__ */ lazy(() => import('./place-code/place-code.view.tsx'));

const LaneCode = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./place-code/place-code.view.tsx')).LaneCode,
}));
const SpotCode = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./place-code/place-code.view.tsx')).SpotCode,
}));

/** What this module puts into slots: money in the detail of an order, fixed codes of lanes and spots; and its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(orderActs, OrderPayActs),
  /* @__PURE__ */ fill(laneActs, LaneCode),
  /* @__PURE__ */ fill(spotActs, SpotCode),
  /* @__PURE__ */ fill(billPurposes, cardPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(cardReviews)),
  /* @__PURE__ */ fill(carParts, { place: 50, Part: CarDebts }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
