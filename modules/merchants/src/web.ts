import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { merchantPurpose } from './merchant/merchant-purpose.contract.ts';
import { merchantReviews } from './merchant/merchant-review.contract.ts';

export { loadClaimPage } from './claim/claim-door.view.ts';
export { Effect } from './merchant-page/effect.view.tsx';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  discount: () => import('./merchant-page/merchant.page.tsx'),
  merchantDiscount: () => import('./merchant-page/merchant-discount.page.tsx'),
  merchantGrant: () => import('./merchant-page/merchant-grant.page.tsx'),
  merchantDesk: () => import('./desk-page/merchant-desk.page.tsx'),
};

/** Help of the pages of this module. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');

/** Slot fillings of this module: what its payments are for, and its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(billPurposes, merchantPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(merchantReviews)),
];
