import { handle, serve } from '@boyun/kernel/server';
import { roleNames } from '@boyun/people/server';
import { getReviewRoles, reviewFlow } from './review-flow.contract.ts';

/** The flows of approval; a level of a kind is there once. */
export const reviewFlowServer = serve(reviewFlow);

export const getReviewRolesServer = handle(getReviewRoles, async (tx) => ({ roles: await roleNames(tx) }));
