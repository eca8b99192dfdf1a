import { alarmActs } from '@boyun/alarms/web';
import { cameraParts, laneCar } from '@boyun/devices/web';
import { carParts, type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { orderActs, voidTabs } from '@boyun/orders/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { plateReviews } from './plate-correction/plate-review.contract.ts';
import { voidPassingReviews } from './void-passing/void-review.contract.ts';

/** Button in the order detail that corrects the plate. */
export const CorrectPlate = /* @__PURE__ */ lazy(() => import('./plate-correction/correct-plate.form.tsx'));

/** Button on an alarm that marks its car as not entered. */
export const MarkUnentered = /* @__PURE__ */ lazy(() => import('./unentered/unentered.view.tsx'));

/** Buttons on an alarm about a car at a lane. */
export const SolveAlarm = /* @__PURE__ */ lazy(() => import('./lane-board/solve-alarm.view.tsx'));

/** Part of the car panel: its latest pictures. */
export const CarPassings = /* @__PURE__ */ lazy(() => import('./pass-record/car-passing.view.tsx'));

/** Void passing records, a tab of the void data. */
export const VoidPassings = /* @__PURE__ */ lazy(() => import('./void-passing/void-passings.view.tsx'));

const CameraQuality = /* @__PURE__ */ lazy(() => import('./camera-quality/camera-quality.view.tsx'));

export { type PassingActProps, passingActs } from './pass-record/passing-slot.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  dutyDesk: () => import('./duty-desk/duty-desk.page.tsx'),
  laneMonitor: () => import('./lane-board/lane-monitor.page.tsx'),
  roadside: () => import('./roadside/roadside.page.tsx'),
  magneticQuality: () => import('./spot-day/spot-day.page.tsx'),
  passRecord: () => import('./pass-record/pass-record.page.tsx'),
};

/** Slot fillings of this module: actions on orders and alarms, kinds of requests, and the car at a barrier. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(orderActs, CorrectPlate),
  /* @__PURE__ */ fill(alarmActs, SolveAlarm, MarkUnentered),
  /* @__PURE__ */ fill(laneCar, async (lane) => (await import('./lane-board/lane-car.view.ts')).carAt(lane)),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(plateReviews), ...Object.values(voidPassingReviews)),
  /* @__PURE__ */ fill(voidTabs, {
    key: 'passing',
    label: { zh: '过车记录', en: 'Passing records' },
    Page: VoidPassings,
  }),
  /* @__PURE__ */ fill(cameraParts, CameraQuality),
  /* @__PURE__ */ fill(carParts, { place: 10, Part: CarPassings }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
