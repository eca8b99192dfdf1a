import { roleNames } from '@boyun/access/server';
import { handle, serveResource } from '@boyun/kernel/server';
import { holdFlowChange } from './flow-change.service.ts';
import { getReviewRoles, reviewFlow } from './review-flow.contract.ts';

/** Approval flows: each level of a kind is unique, and no change takes effect immediately by one person alone. */
export const reviewFlowServer = serveResource(reviewFlow, {
  hold: holdFlowChange,
});

export const getReviewRolesServer = handle(getReviewRoles, async (tx) => ({ roles: await roleNames(tx) }));
