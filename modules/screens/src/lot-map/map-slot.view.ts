import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** A vehicle on the map of lots. */
export interface MapMover {
  readonly id: string;
  readonly label: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** The props of what watches vehicles for the map: it says where they are, again and again. */
export interface MapMoversProps {
  readonly onMove: (movers: readonly MapMover[]) => void;
}

/** Vehicles that higher modules show on the map of lots. */
export const mapMovers = slot<ComponentType<MapMoversProps>>('lot-map.movers');

/** What higher modules add to the card of a lot beside the map. */
export const lotCardParts = slot<ComponentType<{ readonly lotId: string }>>('lot-map.card');
