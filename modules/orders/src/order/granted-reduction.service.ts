import type { ReductionEffect, ReductionOffer } from '@boyun/domain/reduction';
import { unknownSpot } from '@boyun/domain/spot-kind';
import type { TenantTx } from '@boyun/kernel/server';
import type { ExampleStay, OfferedStay, PossibleOffer } from './reduction-giver.service.ts';

/** What takes something off, as it is kept in a table: the value of its effect, the others null. */
export interface GrantedEffect {
  readonly effect: 'amount' | 'percent' | 'minutes' | 'fixed-price' | 'free';
  readonly amountFen: number | null;
  readonly percent: number | null;
  readonly minutes: number | null;
  readonly priceFen?: number | null;
}

/** A reduction that was granted to a plate, with where and when it holds. */
export interface GrantedReduction extends GrantedEffect {
  readonly plate: string;
  /** Empty for all lots, all kinds of vehicles. */
  readonly lotIds: readonly string[];
  readonly vehicleKinds: readonly string[];
  /** Empty or absent for all kinds of spots. */
  readonly spotKinds?: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** The order that holds or has used it; null if none does. */
  readonly orderId: string | null;
}

/** What can be granted, without what a grant adds. */
export type Grantable<T extends GrantedReduction> = Omit<T, 'orderId' | 'validFrom' | 'validUntil'>;

/** Offers the stays of plates what was granted to these; `find` reads the grants of plates and orders by one query. */
export async function offersOfGranted<T extends GrantedReduction>(
  tx: TenantTx,
  stays: readonly OfferedStay[],
  find: (tx: TenantTx, plates: readonly string[], orderIds: readonly string[]) => Promise<T[]>,
  offerOf: (granted: T, stay: ExampleStay) => ReductionOffer,
): Promise<ReductionOffer[][]> {
  const found = await find(
    tx,
    stays.map((one) => one.plate),
    stays.map((one) => one.orderId),
  );
  const byPlate = Map.groupBy(found, (one) => one.plate);
  return stays.map((stay) =>
    (byPlate.get(stay.plate) ?? [])
      .filter((one) => (one.orderId === null || one.orderId === stay.orderId) && holdsFor(one, stay))
      .map((one) => offerOf(one, stay)),
  );
}

/** What could be granted, as cars would have it. */
export function possibleOfGrantable<T extends GrantedReduction>(
  grantable: readonly Grantable<T>[],
  offerOf: (granted: T, stay: ExampleStay) => ReductionOffer,
): PossibleOffer[] {
  return grantable.map((one) => (stay) => {
    const held = { ...one, orderId: null, validFrom: stay.at, validUntil: new Date(stay.at.getTime() + 1) } as T;
    return holdsFor(held, stay) ? offerOf(held, stay) : null;
  });
}

function holdsFor(
  { lotIds, vehicleKinds, spotKinds = [], validFrom, validUntil }: GrantedReduction,
  { lotId, vehicleKind, spotKind, at }: ExampleStay,
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
export function effectOfGranted(granted: GrantedEffect, { enteredAt, at }: ExampleStay): ReductionEffect {
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
