import type { DailyHours } from '@boyun/domain/daily-hours';
import type { TenantTx } from '@boyun/kernel/server';
import { type EntryRule, listKindsOf } from './list-kind.service.ts';

/** An entry in force for a plate, without its current use by other cars. */
export interface FoundEntry {
  readonly kind: string;
  readonly id: string;
  readonly action: 'deny' | 'warn' | null;
  readonly text: string;
  readonly hours: DailyHours | null;
  readonly vehicleKinds: readonly string[];
  /** Number of cars that may be inside on it at once; null: no limit. */
  readonly places: number | null;
  /** Entries that share these places, including this one. */
  readonly sharedIds: readonly string[];
  readonly sharedCount: number;
  readonly timesPerDay: number | null;
}

/** The lists of a lot that contain one of these plates at a time; a plate on several lists has a row for each. */
export function findListed(
  tx: TenantTx,
  plates: readonly string[],
  lotId: string,
): Promise<{ plate: string; kind: string }[]> {
  return tx.query(listKindsOf(tx).several, [tx.tenantId, plates, [lotId], tx.now]);
}

/** Entries of all lists in force for a normalised plate in a lot at a time; one statement. */
export function findEntries(tx: TenantTx, plate: string, lotId: string, at: Date): Promise<FoundEntry[]> {
  return tx.query<FoundEntry>(listKindsOf(tx).entries, [tx.tenantId, plate, lotId, at]);
}

/** An entry of a lot for one plate, as a machine on site keeps it. */
export interface LotEntry extends FoundEntry {
  readonly plate: string;
  readonly isWide: boolean;
  /** Null where it is valid already. */
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  /** What it covers of any stay; null where it covers none, or where that depends on the stay. */
  readonly cover: EntryRule | null;
}

/** Entries of all lists of a lot that are valid now or become so before a time; one statement, and one more for each list that covers stays. */
export async function entriesOfLot(tx: TenantTx, lotId: string, until: Date): Promise<LotEntry[]> {
  const { ofLot, byName } = listKindsOf(tx);
  const found = await tx.query<Omit<LotEntry, 'cover'>>(ofLot, [tx.tenantId, null, lotId, tx.now, until]);
  const covers = new Map<string, EntryRule>();
  for (const [kind, entries] of Map.groupBy(found, (one) => one.kind)) {
    const rules = await byName.get(kind)?.cover?.rules?.(tx, [...new Set(entries.map((one) => one.id))]);
    for (const rule of rules ?? []) covers.set(`${kind} ${rule.entryId}`, rule);
  }
  return found.map((one) => ({ ...one, cover: covers.get(`${one.kind} ${one.id}`) ?? null }));
}
