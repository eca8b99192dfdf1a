import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { passingActs } from '@boyun/passings/web';
import { lazy } from 'react';

/** Custom pages of this module by component key. */
export const pages: WebPages = {
  videoLive: () => import('./live/live.page.tsx'),
  videoRecord: () => import('./record/record.page.tsx'),
};

/** Slot contributions of this module: playback of a passing. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(
    passingActs,
    lazy(() => import('./record/play-passing.view.tsx')),
  ),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
