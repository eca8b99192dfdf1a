/** A car of a simulated lane: when its plate was read, and what was decided. */
export interface MovingCar {
  readonly at: Date;
  readonly decision: 'open' | 'hold' | 'refuse' | 'record';
}

/** Seconds a car is seen before its plate is read. */
export const APPROACH_SECONDS = 4;
/** Where a car stops, as a share of the way from the horizon to the camera. */
const STOP = 0.72;
/** Beyond the lower edge of the picture. */
const GONE = 1.4;
/** Seconds a car that was held stands at the barrier. */
const HELD_SECONDS = 14;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const eased = (share: number) => 1 - (1 - clamp(share)) ** 3;
const started = (share: number) => clamp(share) ** 2;

/** When, in seconds after the reading, the barrier begins to open; never for a car that was refused. */
const opensAt = ({ decision }: MovingCar) =>
  decision === 'refuse' ? Number.POSITIVE_INFINITY : decision === 'hold' ? HELD_SECONDS : 0.6;

/** Returns how far a car has come, 0 at the horizon, 1 below the camera; null where it is not seen. */
export function placeOf(car: MovingCar, atMs: number): number | null {
  const seconds = (atMs - car.at.getTime()) / 1000;
  if (seconds < -APPROACH_SECONDS) return null;
  if (seconds < 0) return STOP * eased((seconds + APPROACH_SECONDS) / APPROACH_SECONDS);
  if (car.decision === 'refuse') {
    const back = started((seconds - 4) / 4);
    return back >= 1 ? null : STOP * (1 - back);
  }
  const gone = started((seconds - opensAt(car) - 0.9) / 2.2);
  return gone >= 1 ? null : STOP + (GONE - STOP) * gone;
}

/** Returns how far the barrier is open for a car, 0 to 1. */
export function barrierOf(car: MovingCar, atMs: number): number {
  const seconds = (atMs - car.at.getTime()) / 1000 - opensAt(car);
  return clamp(seconds / 0.9) * (1 - clamp((seconds - 3.2) / 1.1));
}

/** Returns the car whose plate was read last, for as long as a display at the lane shows it. */
export function shownCar<T extends MovingCar>(cars: readonly T[], atMs: number): T | null {
  const shown = cars.filter((one) => {
    const seconds = (atMs - one.at.getTime()) / 1000;
    return seconds >= 0 && seconds < Math.max(6, (one.decision === 'hold' ? HELD_SECONDS : 0) + 5);
  });
  return shown.reduce<T | null>((last, one) => (last && last.at > one.at ? last : one), null);
}
