import type { ComponentType } from 'react';
import { createStore, useStore } from '../store.ts';

type Standing = ComponentType<{ plate: string }>;

const offer = createStore<Standing | null>(null);

/** Lets what is known of a car be shown where its plate is typed. */
export function offerPlateStanding(next: Standing): void {
  offer.set(next);
}

/** What was offered; null where nothing is known of cars. */
export function usePlateStanding(): Standing | null {
  return useStore(offer);
}
