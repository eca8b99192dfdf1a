import { fill, moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { claimCoupon, getCouponClaim } from './claim/claim.contract.ts';
import { couponClaimed } from './claim/claim-event.contract.ts';
import { coupon, couponRefusal } from './coupon/coupon.contract.ts';
import { couponReview } from './coupon/coupon-review.contract.ts';
import { couponList } from './coupon-list/coupon-list.contract.ts';
import { couponRule, couponRuleRefusal } from './coupon-rule/coupon-rule.contract.ts';
import { getCarCoupons } from './holder-coupon/holder-coupon.contract.ts';
import {
  couponReport,
  grantCoupons,
  printCoupons,
  redeemCoupon,
  revokeCoupon,
  userCouponList,
} from './user-coupon/user-coupon.contract.ts';
import {
  couponRedeemed,
  couponRevoked,
  couponsGranted,
  couponsPrinted,
} from './user-coupon/user-coupon-event.contract.ts';

export { effectWords } from './coupon/effect.contract.ts';
export { heldCoupons } from './holder-coupon/holder-coupon.contract.ts';
export { UserCouponState, userCouponList } from './user-coupon/user-coupon.contract.ts';

/** Coupons: what they are worth, who got them and where they were used. */
export const coupons = moduleContract('coupons', {
  events: [couponsGranted, couponsPrinted, couponRedeemed, couponRevoked, couponClaimed],
  resources: [coupon, couponRule, couponList],
  operations: [grantCoupons, printCoupons, redeemCoupon, revokeCoupon, getCarCoupons, getCouponClaim, claimCoupon],
  reports: [userCouponList, couponReport],
  refusals: [couponRefusal, couponRuleRefusal],
  slots: [fill(reviewKinds, couponReview)],
  pages: [
    page('coupon', {
      path: '/_cloud_operation/coupon',
      title: coupon.title,
      icon: 'coupon',
      area: 'discount',
      access: coupon.can.list,
      resource: coupon,
    }),
    page('userCoupon', {
      path: '/_cloud_operation/userCoupon',
      title: userCouponList.title,
      icon: 'log',
      area: 'discount',
      access: userCouponList.access,
    }),
    resourcePage('couponRule', couponRule, {
      path: '/_cloud_operation/couponRule',
      icon: 'coupon',
      area: 'discount',
    }),
    reportPage('couponReport', couponReport, { path: '/reportData/coupon', icon: 'report', area: 'discount' }),
  ],
});
