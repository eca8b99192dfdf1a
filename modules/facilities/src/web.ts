import type { WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Pages of the places that are more than the standard list, by component key. */
export const pages: WebPages = {
  parkLot: () => import('./lot/lot.page.tsx'),
  region: () => import('./region/region.page.tsx'),
  lane: () => import('./lane/lane.page.tsx'),
  spot: () => import('./spot/spot.page.tsx'),
};

/** Chooses several lanes of a lot: `{lotId, value, onChange}`. */
export const LanesInput = /* @__PURE__ */ lazy(() => import('./lane/lanes-input.view.tsx'));
