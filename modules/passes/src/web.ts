import { carParts, type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { listKinds } from '@boyun/lists/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { packKind } from './pack/pack-kind.contract.ts';
import { packPurpose } from './pack/pack-purpose.contract.ts';
import { packReviews } from './pack/pack-review.contract.ts';

/** Part of the car panel: its monthly packs. */
export const CarPacks = /* @__PURE__ */ lazy(() => import('./pack/car-pack.view.tsx'));

export { loadRenewalPage } from './renewal/renewal-door.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  packRule: () => import('./pack-rule/pack-rule.page.tsx'),
  packManage: () => import('./pack/pack.page.tsx'),
  packRefund: () => import('./pack/pack-refund.page.tsx'),
  packCancel: () => import('./pack/pack-cancel.page.tsx'),
  packStatement: () => import('./pack-count/pack-count.page.tsx'),
};

/** Slot fillings of this module: packs as a kind of list, and kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(listKinds, packKind),
  /* @__PURE__ */ fill(billPurposes, packPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(packReviews)),
  /* @__PURE__ */ fill(carParts, { place: 40, Part: CarPacks }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
