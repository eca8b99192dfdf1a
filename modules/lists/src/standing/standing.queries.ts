import type { DailyHours } from '@boyun/domain/daily-hours';
import type { TenantTx } from '@boyun/kernel/server';
import { listKindsOf } from './list-kind.service.ts';

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
