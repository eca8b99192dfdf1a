import { alarmActs } from '@boyun/alarms/web';
import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { orderActs } from '@boyun/orders/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { plateReviews } from './plate-correction/plate-review.contract.ts';

/** The button that corrects the plate of an order; offered to the order's detail. */
export const CorrectPlate = /* @__PURE__ */ lazy(() => import('./plate-correction/correct-plate.form.tsx'));

/** The button on an alarm that says of its car that it did not come in. */
export const MarkUnentered = /* @__PURE__ */ lazy(() => import('./unentered/unentered.view.tsx'));

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  laneMonitor: () => import('./lane-board/lane-monitor.page.tsx'),
  roadside: () => import('./roadside/roadside.page.tsx'),
  passRecord: () => import('./pass-record/pass-record.page.tsx'),
};

/** What this module puts into slots: the plate in the detail of an order, and of an alarm whether its car came in; and its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(orderActs, CorrectPlate),
  /* @__PURE__ */ fill(alarmActs, MarkUnentered),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(plateReviews)),
];
