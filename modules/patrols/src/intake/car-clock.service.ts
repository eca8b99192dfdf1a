import { systemWho, type Who } from '@boyun/kernel/server';
import type { CarContext } from '../car/patrol-car.queries.ts';

/** Less than this between the clocks of a car and the server is the way of the message. */
const NEGLIGIBLE_MS = 5000;
/** Older reports are of no use any more. */
const OLDEST_MS = 7 * 86_400_000;

/** The clock of a car against that of the server. */
export interface CarClock {
  /** How far it is behind; negative where it is ahead. */
  readonly offsetMs: number;
  /** Returns when something happened by the server's clock, never later than now; null where that is too long ago. */
  correct(at: Date): Date | null;
}

/** Compares the clock of a car, as it stamped its call, with the server's. */
export function clockOf(stampedMs: number, nowMs: number): CarClock {
  const difference = nowMs - stampedMs;
  const offsetMs = Math.abs(difference) <= NEGLIGIBLE_MS ? 0 : difference;
  return {
    offsetMs,
    correct(at) {
      const corrected = Math.min(at.getTime() + offsetMs, nowMs);
      return nowMs - corrected > OLDEST_MS ? null : new Date(corrected);
    },
  };
}

/** The car as the actor of a transaction. */
export function carWho(car: CarContext): Who {
  return { ...systemWho(car.tenantId, car.name), kind: 'device', zone: car.zone };
}
