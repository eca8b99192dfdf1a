import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { activityReviews } from './activity/activity-field.contract.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  activityUse: () => import('./activity-page/activity-use.page.tsx'),
  customTimeDiscount: () => import('./activity-page/custom-time.page.tsx'),
  reductionCheck: () => import('./conflict/conflict.page.tsx'),
  fixedAmount: () => import('./activity-page/fixed-amount.page.tsx'),
};

/** Slot fillings of this module: its kinds of requests. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(reviewKinds, ...Object.values(activityReviews))];
