import type { WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Pages of the places that are more than the standard list, by component key. */
export const pages: WebPages = {
  parkLot: () => import('./lot/lot.page.tsx'),
  region: () => import('./region/region.page.tsx'),
  lane: () => import('./lane/lane.page.tsx'),
  spot: () => import('./spot/spot.page.tsx'),
};

/** What the form of a lot draws in its own way. */
export { lotFormParts } from './lot/lot-part.form.tsx';
export { offerOnPlaces } from './place/place-offer.view.ts';

/** Adds a run of spots to a lot: `{isOpen, lotId, garageId, onClose}`. */
export const SpotBatch = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./spot/spot-batch.form.tsx')).SpotBatch,
}));

/** The hours in which a lane goes another way, to be filled in: `{id, value, isInvalid, onChange}`. */
export const TidalPlanInput = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./lane/tidal-plan.form.tsx')).TidalPlanInput,
}));

/** Chooses several lanes of a lot: `{lotId, value, onChange}`. */
export const LanesInput = /* @__PURE__ */ lazy(() => import('./lane/lanes-input.view.tsx'));
