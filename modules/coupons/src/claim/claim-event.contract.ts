import { event, text } from '@boyun/kernel/contract';
import { grantCoupons } from '../user-coupon/user-coupon.contract.ts';

/** A coupon was claimed by its public code. */
export const couponClaimed = event('user-coupon.claimed', {
  label: { zh: '领取优惠券', en: 'A coupon was claimed' },
  fields: { couponId: grantCoupons.input.couponId, plate: text({ zh: '车牌', en: 'Plate' }, { max: 16 }) },
});
