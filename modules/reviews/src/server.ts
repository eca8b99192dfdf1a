import { serverModule } from '@boyun/kernel/server';
import { reviews } from './contract.ts';
import { reviewReports, reviewServers } from './review/review.server.ts';
import { waitingFlowChanges } from './review-flow/flow-change.service.ts';
import { getReviewRolesServer, reviewFlowServer } from './review-flow/review-flow.server.ts';

export { type Approval, type Asked, refuseMoreThanAgreed, reviewedAct } from './review/ask-review.service.ts';
export { countAmount, isUnderReview } from './review/counted-amount.service.ts';
export { type Change, countToDecide, shownChanges } from './review/review.queries.ts';
export { reviewedTable } from './review/reviewed-table.service.ts';

/** The server door of what needs a second person. */
export const reviewsServer = serverModule(reviews, new URL('../migrations/', import.meta.url), {
  resources: [reviewFlowServer],
  operations: [...reviewServers, getReviewRolesServer],
  reports: reviewReports,
  sweeps: [waitingFlowChanges],
});
