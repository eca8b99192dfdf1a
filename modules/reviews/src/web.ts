import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { flowChangeReview } from './review/flow-review.contract.ts';
import { reviewKinds } from './review/review-kind.contract.ts';

export {
  ALREADY_ASKED,
  PendingBanner,
  PendingMark,
  PendingRows,
  PendingStrip,
  PendingTag,
  usePendingReason,
  usePendingSubjects,
} from './pending/pending.view.tsx';

export { reviewEvidence } from './review/review-evidence.view.ts';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  review: () => import('./review-page/review.page.tsx'),
  reviewFlow: () => import('./review-flow/review-flow.page.tsx'),
};

/** What this module puts into slots: its own kind of request. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(reviewKinds, flowChangeReview)];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
