import { type Filling, fill, plateStanding, type WebPages } from '@boyun/kernel/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { listKinds } from './standing/list-kind.contract.ts';
import { listReviews } from './standing/list-review.contract.ts';
import { ownKinds } from './standing/own-kind.contract.ts';

export { Hours, Until } from './standing/list-cell.view.tsx';

export { loadInvitationPage } from './visit-list/invitation-door.view.ts';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  freeList: () => import('./free-list/free-list.page.tsx'),
  fixedList: () => import('./fixed-list/fixed-list.page.tsx'),
  visitList: () => import('./visit-list/visit-list.page.tsx'),
};

/** The lists a plate stands on, below where it is typed: `{plate}`. */
export const PlateStanding = /* @__PURE__ */ lazy(() => import('./plate-standing/plate-standing.view.tsx'));

/** What this module puts into slots: what lists say of a plate that is typed, its kinds of lists and of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(plateStanding, PlateStanding),
  /* @__PURE__ */ fill(listKinds, ...ownKinds),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(listReviews)),
];
