import { dayStart } from '@boyun/domain/period';
import { decideStanding, type StandingDecision } from '@boyun/domain/standing';
import type { TenantTx } from '@boyun/kernel/server';
import { ARREARS_RANK, findListKind } from './list-kind.contract.ts';
import { listKindsOf } from './list-kind.service.ts';
import { type FoundEntry, findEntries } from './standing.queries.ts';

/** A plate arriving at a lot. */
export interface ComingPlate {
  readonly plate: string;
  readonly lotId: string;
  readonly at: Date;
  /** IANA time zone of the lot, used for hours and days. */
  readonly zone: string;
  readonly vehicleKind: string | null;
  /** Arrears of the plate and the limit above which entry is stopped, in fen; null if the lot has no limit. */
  readonly arrears: { readonly owedFen: number; readonly limitFen: number } | null;
}

/** Returns the current use of entries: cars of other plates inside, and stays since a time. */
export type CountUses = (
  entryIds: readonly string[],
  since: Date,
) => Promise<readonly { readonly id: string; readonly inside: number; readonly stays: number }[]>;

/** Standing of a normalised plate in a lot at a time; counts the use of entries only if one has a limit. */
export async function standingOf(tx: TenantTx, car: ComingPlate, countUses: CountUses): Promise<StandingDecision> {
  const found = await findEntries(tx, car.plate, car.lotId, car.at);
  const asked = found.filter(isShared).flatMap((one) => one.sharedIds);
  const since = new Date(asked.length > 0 ? dayStart(car.at.getTime(), car.zone) : 0);
  const uses = asked.length > 0 ? await countUses(asked, since) : [];
  const sum = (ids: readonly string[], key: 'inside' | 'stays') =>
    uses.reduce((total, use) => total + (ids.includes(use.id) ? use[key] : 0), 0);
  return decideStanding({
    atMs: car.at.getTime(),
    zone: car.zone,
    vehicleKind: car.vehicleKind,
    arrears: car.arrears && { ...car.arrears, rank: ARREARS_RANK },
    entries: found.map((one) => ({
      ...one,
      kind: findListKind(one.kind)!,
      taken: sum(one.sharedIds, 'inside'),
      usedToday: sum([one.id], 'stays'),
    })),
  });
}

function isShared(entry: FoundEntry): boolean {
  return entry.timesPerDay !== null || (entry.places !== null && entry.sharedCount > entry.places);
}

/** Notifies the list of an entry that a car has entered with it. */
export function noteArrival(tx: TenantTx, kind: string, entryId: string, orderId: string): void {
  listKindsOf(tx).byName.get(kind)?.arrived?.(tx, entryId, orderId);
}
