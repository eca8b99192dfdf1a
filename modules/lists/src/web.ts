import { type Filling, fill, plateStanding, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

export { Hours, Until } from './standing/list-cell.view.tsx';

export { loadInvitationPage } from './visit-list/invitation-door.view.ts';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  freeList: () => import('./free-list/free-list.page.tsx'),
  fixedList: () => import('./fixed-list/fixed-list.page.tsx'),
  visitList: () => import('./visit-list/visit-list.page.tsx'),
};

/** The lists a plate stands on, below where it is typed: `{plate}`. */
export const PlateStanding = /* @__PURE__ */ lazy(() => import('./standing/plate-standing.view.tsx'));

/** What this module puts into slots: what lists say of a plate that is typed. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(plateStanding, PlateStanding)];
