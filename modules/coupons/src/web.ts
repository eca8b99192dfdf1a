import { carParts, type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { couponReview } from './coupon/coupon-review.contract.ts';

export { loadCouponClaimPage } from './claim/claim-door.view.ts';

/** The coupons of a customer or a car, by what became of them; props: `{held}`. */
export const HeldCoupons = /* @__PURE__ */ lazy(() => import('./holder-coupon/held-coupon.view.tsx'));

/** Part of the car panel: the coupons it can use. */
export const CarCoupons = /* @__PURE__ */ lazy(() => import('./holder-coupon/car-coupon.view.tsx'));

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  coupon: () => import('./coupon-page/coupon.page.tsx'),
  userCoupon: () => import('./coupon-page/user-coupon.page.tsx'),
};

/** Slot fillings of this module: its kind of requests, and a part of the car panel. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(reviewKinds, couponReview),
  /* @__PURE__ */ fill(carParts, { place: 56, Part: CarCoupons }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
