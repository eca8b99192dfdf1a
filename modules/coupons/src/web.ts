import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { couponReview } from './coupon/coupon-review.contract.ts';

export { loadCouponClaimPage } from './claim/claim-door.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  coupon: () => import('./coupon-page/coupon.page.tsx'),
  userCoupon: () => import('./coupon-page/user-coupon.page.tsx'),
};

/** Slot fillings of this module: its kind of requests. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(reviewKinds, couponReview)];
