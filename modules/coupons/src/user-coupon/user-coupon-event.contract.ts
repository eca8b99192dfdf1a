import { actEvent, integer } from '@boyun/kernel/contract';
import { grantCoupons, printCoupons, redeemCoupon, revokeCoupon } from './user-coupon.contract.ts';

const { couponId } = grantCoupons.input;
const { plate } = redeemCoupon.input;

/** Coupons were granted to plates or mobiles. */
export const couponsGranted = actEvent(grantCoupons, { couponId, count: integer({ zh: '张数', en: 'Number' }) });

/** Codes of a paper coupon were made. */
export const couponsPrinted = actEvent(printCoupons, { couponId, count: integer({ zh: '张数', en: 'Number' }) });

/** A paper coupon was redeemed for a plate. */
export const couponRedeemed = actEvent(redeemCoupon, { couponId, plate });

/** A coupon was revoked. */
export const couponRevoked = actEvent(revokeCoupon, { couponId });
