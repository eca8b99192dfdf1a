import { fill, moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import { getHandOverChoices, handOverRefusal, handOverReview } from './hand-over/hand-over.contract.ts';
import { getPending, pendingRefusal, remindReview } from './pending/pending.contract.ts';
import { flowChangeReview } from './review/flow-review.contract.ts';
import {
  approveReviews,
  getReview,
  rejectReviews,
  reviewList,
  reviewRefusal,
  withdrawReview,
} from './review/review.contract.ts';
import {
  reviewAdvanced,
  reviewApproved,
  reviewHandedOver,
  reviewRejected,
  reviewReminded,
  reviewRequested,
  reviewWithdrawn,
} from './review/review-event.contract.ts';
import { reviewKinds } from './review/review-kind.contract.ts';
import { getReviewRoles, reviewFlow } from './review-flow/review-flow.contract.ts';

export { handOverReview } from './hand-over/hand-over.contract.ts';
export { decideReviews, reviewAnswer } from './review/review.contract.ts';
export {
  reviewAdvanced,
  reviewApproved,
  reviewHandedOver,
  reviewRejected,
  reviewReminded,
  reviewRequested,
  reviewWithdrawn,
} from './review/review-event.contract.ts';
export { type ReviewKind, reviewKind } from './review/review-kind.contract.ts';
export { reviewFlow, reviewKinds, reviewList };

/** Operations that require a second person's approval. */
export const reviews = moduleContract('reviews', {
  events: [
    reviewRequested,
    reviewAdvanced,
    reviewApproved,
    reviewRejected,
    reviewReminded,
    reviewHandedOver,
    reviewWithdrawn,
  ],
  resources: [reviewFlow],
  operations: [
    getReview,
    approveReviews,
    rejectReviews,
    withdrawReview,
    getPending,
    remindReview,
    getHandOverChoices,
    handOverReview,
    getReviewRoles,
  ],
  reports: [reviewList],
  refusals: [reviewRefusal, pendingRefusal, handOverRefusal],
  slots: [fill(reviewKinds, flowChangeReview)],
  pages: [
    page('review', {
      path: '/_cloud_operation/review',
      title: reviewList.title,
      icon: 'review',
      area: 'order',
      access: reviewList.access,
    }),
    resourcePage('reviewFlow', reviewFlow, { path: '/_cloud_operation/reviewFlow', icon: 'flow', area: 'order' }),
  ],
});
