import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { reconciliationReviews } from './difference/difference-review.contract.ts';
import { unidentifiedPurpose } from './difference/unidentified-purpose.contract.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  reconciliation: () => import('./day-list/day-list.page.tsx'),
  reconciliationDay: () => import('./day-page/day.page.tsx'),
  billImport: () => import('./import-page/import.page.tsx'),
  billSource: () => import('./source-page/source.page.tsx'),
};

/** Slot fillings of this module: what unknown money is called, its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(billPurposes, unidentifiedPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(reconciliationReviews)),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
