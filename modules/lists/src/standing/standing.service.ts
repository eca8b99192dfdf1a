import { dayStart } from '@boyun/domain/period';
import { decideStanding, type StandingDecision } from '@boyun/domain/standing';
import type { TenantTx } from '@boyun/kernel/server';
import { ARREARS_RANK, findListKind } from './list-kind.contract.ts';
import { listKindsOf } from './list-kind.service.ts';
import { type FoundEntry, findEntries } from './standing.queries.ts';

/** A plate that comes to a lot. */
export interface ComingPlate {
  readonly plate: string;
  readonly lotId: string;
  readonly at: Date;
  /** IANA zone of the lot: hours and days are its own. */
  readonly zone: string;
  readonly vehicleKind: string | null;
  /** What the plate owes, and above which amount that stops it; null where it is not asked. */
  readonly arrears: { readonly owedFen: number; readonly limitFen: number } | null;
}

/** How entries are used now: cars of other plates inside on them, and stays since a moment. */
export type CountUses = (
  entryIds: readonly string[],
  since: Date,
) => Promise<readonly { readonly id: string; readonly inside: number; readonly stays: number }[]>;

/** The standing of a normalised plate in a lot at an instant; who else uses an entry is asked only where that matters. */
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

/** A car came in by an entry: its list books the use of the entry. */
export function noteArrival(tx: TenantTx, kind: string, entryId: string, orderId: string): void {
  listKindsOf(tx).byName.get(kind)?.arrived?.(tx, entryId, orderId);
}
