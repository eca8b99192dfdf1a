import { isPlate } from '@boyun/domain/plate';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { listRefusal } from './list-field.contract.ts';

/** Fields common to the entries of all lists. */
export interface ListEntry {
  readonly plate: string;
  readonly lotId: string | null;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly dailyFrom?: string | null;
  readonly dailyTo?: string | null;
}

/** Refuses an entry with an invalid plate, an end before its start, or a lot outside the caller's scope. */
export function checkEntry(tx: TenantTx, entry: ListEntry, before: ListEntry | null): void {
  if (before) checkReach(tx, before);
  if (tx.who.lotIds !== null && entry.lotId === null) throw new Refusal(listRefusal['lot-needed']);
  if (!isPlate(entry.plate)) throw new Refusal(listRefusal['bad-plate'], { plate: entry.plate });
  if (entry.validUntil && entry.validFrom > entry.validUntil) throw new Refusal(listRefusal['ends-before-start']);
  checkHours(entry);
}

/** Refuses daily hours with a start but no end, or the reverse. */
export function checkHours(entry: { readonly dailyFrom?: string | null; readonly dailyTo?: string | null }): void {
  if (Boolean(entry.dailyFrom) !== Boolean(entry.dailyTo)) throw new Refusal(listRefusal['half-hours']);
}

/** Refuses to change or remove an entry of all lots unless the caller has access to all lots. */
export function checkReach(tx: TenantTx, entry: ListEntry): void {
  if (coversLot(tx.who, entry.lotId)) return;
  if (entry.lotId === null) throw new Refusal(listRefusal['not-yours'], { plate: entry.plate });
  throw new Refusal(kernelRefusal['not-found'], { what: entry.plate });
}
