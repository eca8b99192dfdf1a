import { useCommitted } from '@boyun/kernel/web';
import type { MapMoversProps } from '@boyun/screens/web';
import { useEffect } from 'react';
import { usePatrolCars } from './use-cars.view.ts';

/** Tells the map of lots where the patrol cars are. */
export default function MapCars({ onMove }: MapMoversProps) {
  const cars = usePatrolCars(null)?.cars;
  const tell = useCommitted(onMove);
  useEffect(() => {
    if (cars) tell.current(cars.map(({ id, name, longitude, latitude }) => ({ id, label: name, longitude, latitude })));
  }, [cars, tell]);
  return null;
}
