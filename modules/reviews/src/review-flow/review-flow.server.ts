import { roleNames } from '@boyun/access/server';
import { handle, serveResource } from '@boyun/kernel/server';
import { findDeciders } from '../review/decider.service.ts';
import { holdFlowChange } from './flow-change.service.ts';
import { getReviewRoles, reviewFlow } from './review-flow.contract.ts';

/** Approval flows: each level of a kind is unique, and no change takes effect immediately by one person alone. */
export const reviewFlowServer = serveResource(reviewFlow, {
  hold: holdFlowChange,
});

export const getReviewRolesServer = handle(getReviewRoles, async (tx) => {
  const [roles, holders] = await Promise.all([roleNames(tx), findDeciders(tx)]);
  const count = (role: string) => holders.filter((one) => one.isAdmin || one.roles.includes(role)).length;
  return {
    roles: roles.map(({ value, name }) => ({ value, name, peopleCount: count(value) })),
    anyCount: holders.length,
  };
});
