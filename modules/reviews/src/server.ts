import { fill } from '@boyun/kernel/contract';
import { reminderKinds, serverModule } from '@boyun/kernel/server';
import { reviews } from './contract.ts';
import { handOverServers } from './hand-over/hand-over.server.ts';
import { pendingServers } from './pending/pending.server.ts';
import { reviewReminder } from './pending/review-reminder.service.ts';
import { applyReviews } from './review/ask-review.service.ts';
import { reviewList } from './review/review.contract.ts';
import { reviewReports, reviewServers } from './review/review.server.ts';
import { flowChange, waitingFlowChanges } from './review-flow/flow-change.service.ts';
import { getReviewRolesServer, reviewFlowServer } from './review-flow/review-flow.server.ts';

export {
  type Approval,
  type Asked,
  applyReviews,
  needsReview,
  refuseMoreThanAgreed,
  reviewedAct,
} from './review/ask-review.service.ts';
export { countAmount, isUnderReview } from './review/counted-amount.service.ts';
export { findUndecidable } from './review/decider.service.ts';
export { countToDecide, type InboxSource, inboxSources } from './review/inbox.queries.ts';
export { type Change, shownChanges } from './review/review.queries.ts';
export { reviewedTable, reviewedWrites } from './review/reviewed-table.service.ts';
export { hasFlow } from './review-flow/flow.queries.ts';

/** The server side of reviews and approvals. */
export const reviewsServer = serverModule(reviews, new URL('../migrations/', import.meta.url), {
  resources: [reviewFlowServer],
  operations: [...reviewServers, ...pendingServers, ...handOverServers, getReviewRolesServer],
  reports: [...reviewReports],
  sweeps: [waitingFlowChanges],
  slots: [applyReviews(reviewList.access, flowChange), fill(reminderKinds, reviewReminder)],
});
