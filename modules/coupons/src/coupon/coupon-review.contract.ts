import { reviewKind } from '@boyun/reviews/contract';

/** The kind of requests to change coupons, for tenants that have an approval flow for them. */
export const couponReview = reviewKind(
  'coupon',
  { zh: '变更优惠券', en: 'Change the coupons' },
  (id) => `/_cloud_operation/coupon?open=${id}`,
);
