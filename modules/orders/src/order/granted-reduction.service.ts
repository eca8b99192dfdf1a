import { type GrantedEffect, type GrantedReach, holdsFor } from '@boyun/domain/granted';
import type { ReductionOffer } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import type { ExampleStay, OfferedStay, PossibleOffer } from './reduction-giver.service.ts';

/** A reduction that was granted to a plate, with where and when it holds. */
export interface GrantedReduction extends GrantedEffect, GrantedReach {
  readonly plate: string;
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
