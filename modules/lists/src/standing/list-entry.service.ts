import { isPlate } from '@boyun/domain/plate';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, type TenantTx } from '@boyun/kernel/server';
import { listRefusal } from './list-field.contract.ts';

/** Fields common to the entries of all lists. */
export interface ListEntry {
  readonly plate: string;
  /** Empty for all lots. */
  readonly lotIds: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly dailyFrom?: string | null;
  readonly dailyTo?: string | null;
}

/** Refuses an entry with an invalid plate, an end before its start, or a lot outside the caller's scope. */
export function checkEntry(tx: TenantTx, entry: ListEntry, before: ListEntry | null): void {
  if (before) checkReach(tx, before);
  if (tx.who.lotIds !== null && entry.lotIds.length === 0) throw new Refusal(listRefusal['lot-needed']);
  if (!isPlate(entry.plate)) throw new Refusal(listRefusal['bad-plate'], { plate: entry.plate });
  if (entry.validUntil && entry.validFrom > entry.validUntil) throw new Refusal(listRefusal['ends-before-start']);
  checkHours(entry);
}

/** Returns the lots of an entry in one order and each once, so that the same entry exists once. */
export function lotsInOrder<T extends { readonly lotIds?: readonly string[] }>(values: T): T {
  return values.lotIds ? { ...values, lotIds: [...new Set(values.lotIds)].sort() } : values;
}

/** Refuses daily hours with a start but no end, or the reverse. */
export function checkHours(entry: { readonly dailyFrom?: string | null; readonly dailyTo?: string | null }): void {
  if (Boolean(entry.dailyFrom) !== Boolean(entry.dailyTo)) throw new Refusal(listRefusal['half-hours']);
}

/** Refuses to change or remove an entry unless the caller has access to all of its lots. */
export function checkReach(tx: TenantTx, entry: Pick<ListEntry, 'plate' | 'lotIds'>): void {
  if (coversLots(tx.who, entry.lotIds)) return;
  if (entry.lotIds.length === 0) throw new Refusal(listRefusal['not-yours'], { plate: entry.plate });
  throw new Refusal(listRefusal['other-lots'], { plate: entry.plate });
}
