import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { listKinds } from '@boyun/lists/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { vipReviews } from './vip-group/vip-review.contract.ts';
import { vipKind } from './vip-vehicle/vip-kind.contract.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  vipGroup: () => import('./vip-page/vip-group.page.tsx'),
  vipVehicle: () => import('./vip-page/vip-vehicle.page.tsx'),
  vipUse: () => import('./vip-page/vip-use.page.tsx'),
};

/** Help of the pages of this module. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');

/** Slot fillings of this module: its kind of list and its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(listKinds, vipKind),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(vipReviews)),
];
