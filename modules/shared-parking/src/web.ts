import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { listKinds } from '@boyun/lists/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { sharedKind } from './booking/shared-kind.contract.ts';
import { sharedPurpose } from './booking/shared-purpose.contract.ts';
import { shareReviews } from './offer/shared-offer-review.contract.ts';

export { loadSharePage, loadSpotOwnerPage } from './driver/share-door.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  sharedSpot: () => import('./share-page/shared-spot.page.tsx'),
  sharedOrder: () => import('./share-page/shared-order.page.tsx'),
  sharedIncome: () => import('./share-page/shared-income.page.tsx'),
};

/** Slot fillings of this module: its kind of list, what its payments are for, its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(listKinds, sharedKind),
  /* @__PURE__ */ fill(billPurposes, sharedPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(shareReviews)),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
