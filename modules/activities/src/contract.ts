import { fill, moduleContract, page, reportPage } from '@boyun/kernel/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { pauseActivity } from './activity/activity-act.contract.ts';
import { activityPaused, activitySpent } from './activity/activity-event.contract.ts';
import { activityRefusal, activityReviews } from './activity/activity-field.contract.ts';
import { activityUseList } from './activity/activity-use.contract.ts';
import { customTimeDiscount } from './activity/custom-time.contract.ts';
import { fixedAmount } from './activity/fixed-amount.contract.ts';
import { getActivityDays } from './activity-days/activity-days.contract.ts';
import { checkReductions } from './conflict/conflict.contract.ts';
import { previewActivity } from './preview/preview.contract.ts';

/** Activities of the operator that reduce fees. */
export const activities = moduleContract('activities', {
  events: [activityPaused, activitySpent],
  resources: [customTimeDiscount, fixedAmount],
  operations: [pauseActivity, previewActivity, getActivityDays, checkReductions],
  reports: [activityUseList],
  refusals: [activityRefusal],
  slots: [fill(reviewKinds, ...Object.values(activityReviews))],
  pages: [
    page('customTimeDiscount', {
      path: '/_cloud_activity/customTime',
      title: customTimeDiscount.title,
      icon: 'percent',
      area: 'discount',
      access: customTimeDiscount.can.list,
      resource: customTimeDiscount,
    }),
    page('fixedAmount', {
      path: '/_cloud_activity/fixedAmount',
      title: fixedAmount.title,
      icon: 'activity',
      area: 'discount',
      access: fixedAmount.can.list,
      resource: fixedAmount,
    }),
    page('reductionCheck', {
      path: '/_cloud_activity/check',
      title: checkReductions.title,
      icon: 'verify',
      area: 'discount',
      access: checkReductions.access,
    }),
    reportPage('activityUse', activityUseList, { path: '/_cloud_activity/use', icon: 'log', area: 'discount' }),
  ],
});
