import { carParts, type Filling, fill, type LoadPageHelps, plateStanding, type WebPages } from '@boyun/kernel/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { listKinds } from './standing/list-kind.contract.ts';
import { listReviews, visitReview } from './standing/list-review.contract.ts';
import { ownKinds } from './standing/own-kind.contract.ts';

export { Hours, Until } from './standing/list-cell.view.tsx';

export { loadInvitationPage } from './visit-list/invitation-door.view.ts';

/** Part of the car panel: the lists it is on. */
export const CarLists = /* @__PURE__ */ lazy(() => import('./plate-standing/car-list.view.tsx'));

/** Part of the car panel: what colleagues wrote about it. */
export const CarNotes = /* @__PURE__ */ lazy(() => import('./car-note/car-note.view.tsx'));

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  blackList: () => import('./black-list/black-list.page.tsx'),
  whiteList: () => import('./white-list/white-list.page.tsx'),
  freeList: () => import('./free-list/free-list.page.tsx'),
  fixedList: () => import('./fixed-list/fixed-list.page.tsx'),
  visitList: () => import('./visit-list/visit-list.page.tsx'),
};

/** The lists that contain a plate, shown below its input; props: `{plate}`. */
export const PlateStanding = /* @__PURE__ */ lazy(() => import('./plate-standing/plate-standing.view.tsx'));

/** Slot fillings of this module: lists of a typed plate, kinds of lists, and kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(plateStanding, PlateStanding),
  /* @__PURE__ */ fill(listKinds, ...ownKinds),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(listReviews), visitReview),
  /* @__PURE__ */ fill(carParts, { place: 30, Part: CarLists }, { place: 35, Part: CarNotes }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
