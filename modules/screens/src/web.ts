import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

export { lotCardParts, type MapMoversProps, mapMovers } from './lot-map/map-slot.view.ts';
export type { TrackMapProps, TrackMark } from './track-map/track-map.view.tsx';

/** A map with the way of a vehicle and what is beside it: `TrackMapProps`. */
export const TrackMap = /* @__PURE__ */ lazy(() => import('./track-map/track-map.view.tsx'));

/** Custom pages of this module by component key. */
export const pages: WebPages = {
  dashboardV1: () => import('./wall/v1.page.tsx'),
  dashboardV2: () => import('./wall/v2.page.tsx'),
  dashboardV3: () => import('./wall/v3.page.tsx'),
  dashboardV4: () => import('./wall/v4.page.tsx'),
  wallScreen: () => import('./screen-desk/wall-screen.page.tsx'),
  map: () => import('./lot-map/lot-map.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');

/** Loads the screen of a shared link, which is shown outside the shell. */
export const loadSharedScreen = () => import('./wall/shared-screen.page.tsx');
