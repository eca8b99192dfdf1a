/** Reductions that were granted to a car: where and when one holds, and what it does to a fee. */
import type { ReductionEffect } from './reduction.ts';
import { unknownSpot } from './spot-kind.ts';

/** What takes something off, as it is kept in a table: the value of its effect, the others null. */
export interface GrantedEffect {
  readonly effect: 'amount' | 'percent' | 'minutes' | 'fixed-price' | 'free';
  readonly amountFen: number | null;
  readonly percent: number | null;
  readonly minutes: number | null;
  readonly priceFen?: number | null;
}

/** Where and when a grant holds. */
export interface GrantedReach {
  /** Empty for all lots, all kinds of vehicles. */
  readonly lotIds: readonly string[];
  readonly vehicleKinds: readonly string[];
  /** Empty or absent for all kinds of spots. */
  readonly spotKinds?: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date;
}

/** A stay up to a moment, as far as grants ask. */
export interface GrantedStay {
  readonly lotId: string;
  readonly vehicleKind: string | null;
  /** The kind of its spot, where it is known. */
  readonly spotKind?: string | null;
  readonly enteredAt: Date;
  readonly at: Date;
}

/** Whether a grant holds for a stay. */
export function holdsFor(
  { lotIds, vehicleKinds, spotKinds = [], validFrom, validUntil }: GrantedReach,
  { lotId, vehicleKind, spotKind, at }: GrantedStay,
): boolean {
  return (
    (lotIds.length === 0 || lotIds.includes(lotId)) &&
    (vehicleKinds.length === 0 || (vehicleKind !== null && vehicleKinds.includes(vehicleKind))) &&
    (spotKinds.length === 0 || spotKinds.includes(spotKind ?? unknownSpot)) &&
    validFrom <= at &&
    validUntil > at
  );
}

/** The effect of a grant on a stay; free minutes are its first. */
export function effectOfGranted(
  granted: GrantedEffect,
  { enteredAt, at }: Pick<GrantedStay, 'enteredAt' | 'at'>,
): ReductionEffect {
  switch (granted.effect) {
    case 'amount':
      return { kind: 'amount', fen: granted.amountFen! };
    case 'percent':
      return { kind: 'percent', percent: granted.percent! };
    case 'fixed-price':
      return { kind: 'fixed-price', fen: granted.priceFen! };
    case 'free':
      return { kind: 'free' };
    case 'minutes': {
      const fromMs = enteredAt.getTime();
      const toMs = Math.min(at.getTime(), fromMs + granted.minutes! * 60_000);
      return { kind: 'minutes', spans: toMs > fromMs ? [{ fromMs, toMs }] : [] };
    }
  }
}
