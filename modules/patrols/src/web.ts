import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { lotCardParts, mapMovers } from '@boyun/screens/web';
import { lazy } from 'react';

/** Custom pages of this module by component key. */
export const pages: WebPages = {
  patrolCar: () => import('./car/patrol-car.page.tsx'),
  patrolRoute: () => import('./route/patrol-route.page.tsx'),
  patrolTour: () => import('./tour/patrol-tour.page.tsx'),
  patrolFinding: () => import('./finding/patrol-finding.page.tsx'),
  patrolSighting: () => import('./sighting/patrol-sighting.page.tsx'),
};

const MapCars = /* @__PURE__ */ lazy(() => import('./map/map-cars.view.tsx'));
const LotPatrol = /* @__PURE__ */ lazy(() => import('./map/lot-patrol.view.tsx'));

/** What this module puts into slots: patrol cars on the map of lots, and patrols on the card of a lot. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(mapMovers, MapCars),
  /* @__PURE__ */ fill(lotCardParts, LotPatrol),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
