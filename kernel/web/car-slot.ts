import { type ComponentType, createContext } from 'react';
import { slot } from '../contract/slot.ts';
import { createStore, useStore } from './store.ts';

/** The props of a part of the car panel. */
export interface CarPartProps {
  readonly plate: string;
  /** Closes the panel: to be called before another page is shown. */
  readonly onLeave: () => void;
}

/** A part of the car panel, rendered only for accounts with the right to what it lists. */
export interface CarPart {
  /** Parts are shown in ascending order. */
  readonly place: number;
  readonly Part: ComponentType<CarPartProps>;
}

/** What modules know of a car by its plate. */
export const carParts = slot<CarPart>('car.parts');

const car = createStore<string | null>(null);

/** Whether plates open the panel of their car: on the pages of the shell, which shows the panel, but not in dialogs, which lie above it. */
export const PlatesOpenCars = createContext(false);

/** Opens the panel of the car with this plate, or closes it. */
export function showCar(plate: string | null): void {
  car.set(plate);
}

/** Returns the plate of the car whose panel is open. */
export function useShownCar(): string | null {
  return useStore(car);
}
