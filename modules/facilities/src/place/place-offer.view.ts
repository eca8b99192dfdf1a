import type { ComponentType } from 'react';

/** What an act offered on a lane is given. */
export interface LaneActProps {
  readonly lane: { readonly id: string; readonly name: string };
}

/** Buttons of modules that build on places: on the line of a lane, and above the list of lots. */
export interface PlaceOffer {
  readonly laneActs: readonly ComponentType<LaneActProps>[];
  readonly lotTools: readonly ComponentType[];
}

let offered: PlaceOffer = { laneActs: [], lotTools: [] };

/** Places come before what builds on them and may not know it: the program that puts the modules together says what there is. */
export function offerOnPlaces(offer: PlaceOffer): void {
  offered = offer;
}

/** What is offered from outside. */
export function offeredOnPlaces(): PlaceOffer {
  return offered;
}
