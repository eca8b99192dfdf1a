import { fill } from '@boyun/kernel/contract';
import { type Kernel, retainedPlates, serverModule } from '@boyun/kernel/server';
import { reductionGivers } from '@boyun/orders/server';
import { applyReviews, reviewedWrites } from '@boyun/reviews/server';
import { claimServers } from './claim/claim.server.ts';
import { coupons } from './contract.ts';
import { coupon } from './coupon/coupon.contract.ts';
import { HAS_COUPONS_KEPT } from './coupon/coupon.queries.ts';
import { couponServer } from './coupon/coupon.server.ts';
import { couponGiver } from './coupon/coupon-giver.service.ts';
import { couponReview } from './coupon/coupon-review.contract.ts';
import { couponListServer } from './coupon-list/coupon-list.server.ts';
import { couponRuleServer, followCustomers, grantByRule } from './coupon-rule/coupon-rule.server.ts';
import { carCouponsServer } from './holder-coupon/holder-coupon.server.ts';
import { couponReportServer, userCouponServer, userCouponServers } from './user-coupon/user-coupon.server.ts';

export { hasCoupons } from './coupon/coupon.queries.ts';
export { findHeld } from './holder-coupon/holder-coupon.queries.ts';
export { redeem, redeemedSubject } from './user-coupon/redeem.service.ts';

/** The server side of coupons. */
export const couponsServer = serverModule(coupons, new URL('../migrations/', import.meta.url), {
  retained: [
    retainedPlates({ part: 'coupons', table: 'user_coupon', endColumn: 'valid_until', mobileColumn: 'mobile' }),
  ],
  resources: [couponServer, couponRuleServer, couponListServer],
  reactions: [grantByRule, followCustomers],
  operations: [...userCouponServers, carCouponsServer, ...claimServers],
  reports: [userCouponServer, couponReportServer],
  slots: [fill(reductionGivers, couponGiver), applyReviews(coupon.can.list, reviewedWrites(coupon, couponReview.name))],
  start: async (kernel: Kernel) => {
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (kind.startsWith('coupon.')) kernel.database.invalidate(tenantId, HAS_COUPONS_KEPT);
    });
  },
});
