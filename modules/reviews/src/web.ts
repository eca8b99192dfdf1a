import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
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
  review: () => import('./review/review.page.tsx'),
  reviewFlow: () => import('./review-flow/review-flow.page.tsx'),
};

/** What this module puts into slots: its own kind of request. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(reviewKinds, flowChangeReview)];
