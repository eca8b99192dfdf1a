import { fill } from '@boyun/kernel/contract';
import { type Kernel, serverModule } from '@boyun/kernel/server';
import { orderMasks, reductionGivers } from '@boyun/orders/server';
import { applyReviews, reviewedWrites } from '@boyun/reviews/server';
import { lapsedHolds, spentActivities } from './activity/activity.jobs.ts';
import { ACTIVITIES_KEPT, maskUses } from './activity/activity.queries.ts';
import { customTimeServer, fixedAmountServer, pauseActivityServer } from './activity/activity.server.ts';
import { activityReviews } from './activity/activity-field.contract.ts';
import { activityGiver } from './activity/activity-giver.service.ts';
import { activityUseServer } from './activity/activity-use.server.ts';
import { customTimeDiscount } from './activity/custom-time.contract.ts';
import { fixedAmount } from './activity/fixed-amount.contract.ts';
import { activityDaysServer } from './activity-days/activity-days.server.ts';
import { checkReductionsServer } from './conflict/conflict.server.ts';
import { activities } from './contract.ts';
import { previewActivityServer } from './preview/preview.server.ts';

/** The server side of activities. */
export const activitiesServer = serverModule(activities, new URL('../migrations/', import.meta.url), {
  resources: [customTimeServer, fixedAmountServer],
  operations: [pauseActivityServer, previewActivityServer, activityDaysServer, checkReductionsServer],
  reports: [activityUseServer],
  sweeps: [spentActivities, lapsedHolds],
  slots: [
    fill(reductionGivers, activityGiver),
    fill(orderMasks, maskUses),
    applyReviews(customTimeDiscount.can.list, reviewedWrites(customTimeDiscount, activityReviews.customTime.name)),
    applyReviews(fixedAmount.can.list, reviewedWrites(fixedAmount, activityReviews.fixedAmount.name)),
  ],
  start: async (kernel: Kernel) => {
    // Every process reloads activities that changed.
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (/^(custom-time-discount|fixed-amount|activity)\./.test(kind))
        kernel.database.invalidate(tenantId, ACTIVITIES_KEPT);
    });
  },
});
