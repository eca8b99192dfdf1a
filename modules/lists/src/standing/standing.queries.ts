import type { DailyHours } from '@boyun/domain/daily-hours';
import type { TenantTx } from '@boyun/kernel/server';
import { listKindsOf } from './list-kind.service.ts';

/** An entry in force for a plate, before it is known who else uses it. */
export interface FoundEntry {
  readonly kind: string;
  readonly id: string;
  readonly action: 'deny' | 'warn' | null;
  readonly text: string;
  readonly hours: DailyHours | null;
  readonly vehicleKinds: readonly string[];
  /** Cars that may be inside on it at once; null without a limit. */
  readonly places: number | null;
  /** Entries that share these places, itself included, and how many cars they are for. */
  readonly sharedIds: readonly string[];
  readonly sharedCount: number;
  readonly timesPerDay: number | null;
}

/** All entries of all lists that are in force for a normalised plate in a lot at an instant, in one statement. */
export function findEntries(tx: TenantTx, plate: string, lotId: string, at: Date): Promise<FoundEntry[]> {
  return tx.query<FoundEntry>(listKindsOf(tx).entries, [tx.tenantId, plate, lotId, at]);
}
