import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  area: () => import('./area/area.page.tsx'),
  parkLot: () => import('./lot/lot.page.tsx'),
  region: () => import('./region/region.page.tsx'),
  lane: () => import('./lane/lane.page.tsx'),
  spot: () => import('./spot/spot.page.tsx'),
};

export { laneActs } from './lane/lane-slot.view.ts';
/** Custom inputs of the lot form. */
export { lotFormParts } from './lot/lot-part.form.tsx';
export { lotTools } from './lot/lot-slot.view.ts';
export { spotActs } from './spot/spot-slot.view.ts';

/** Dialog that adds a batch of spots to a lot: `{isOpen, lotId, garageId, onClose}`. */
export const SpotBatch = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./spot/spot-batch.form.tsx')).SpotBatch,
}));

/** Input of the hours in which a lane changes direction: `{id, value, isInvalid, onChange}`. */
export const TidalPlanInput = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./lane/tidal-plan.form.tsx')).TidalPlanInput,
}));

/** Selects several lanes of a lot: `{lotId, value, onChange}`. */
export const LanesInput = /* @__PURE__ */ lazy(() => import('./lane/lanes-input.view.tsx'));

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
