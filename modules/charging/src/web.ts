import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { versionReview } from './tariff-version/version-review.contract.ts';

export { vehicleKindLabel } from './charge-rule/vehicle-kind.view.ts';
export { openVersion, useVersions, type Version, versionLabel } from './tariff-version/version-query.view.ts';
export { ruleTabs } from './workbench/workbench-slot.view.ts';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  chargeBinding: () => import('./charge-binding/charge-binding.page.tsx'),
  chargeRule: () => import('./workbench/charge-rule.page.tsx'),
  holiday: () => import('./holiday/holiday.page.tsx'),
};

/** What this module puts into slots: its kind of decision. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(reviewKinds, versionReview)];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
