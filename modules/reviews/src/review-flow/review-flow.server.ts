import { roleNames } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { handle, serveResource } from '@boyun/kernel/server';
import { flowChangeReview } from '../review/flow-review.contract.ts';
import { inboxSources } from '../review/inbox.queries.ts';
import { reviewRefusal } from '../review/review.contract.ts';
import { holdFlowChange } from './flow-change.service.ts';
import { getReviewRoles, reviewFlow } from './review-flow.contract.ts';

/** Approval flows: each level of a kind is unique, and no change takes effect immediately by one person alone. */
export const reviewFlowServer = serveResource(reviewFlow, {
  async beforeWrite(tx, values) {
    if (tx.slots.all(inboxSources).some((one) => one.kind === values.kind))
      throw new Refusal(reviewRefusal['own-flow']);
    if (values.kind === flowChangeReview.name) throw new Refusal(reviewRefusal['fixed-flow']);
    return values;
  },
  hold: holdFlowChange,
});

export const getReviewRolesServer = handle(getReviewRoles, async (tx) => ({ roles: await roleNames(tx) }));
