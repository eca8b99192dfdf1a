import { isPlate } from '@boyun/domain/plate';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { listRefusal } from './list-field.contract.ts';

/** What the entries of all lists have in common. */
export interface ListEntry {
  readonly plate: string;
  readonly lotId: string | null;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly dailyFrom?: string | null;
  readonly dailyTo?: string | null;
}

/** Refuses an entry with a plate that is none, that ends before it starts, or that reaches beyond the caller's lots. */
export function checkEntry(tx: TenantTx, entry: ListEntry, before: ListEntry | null): void {
  if (before) checkReach(tx, before);
  if (tx.who.lotIds !== null && entry.lotId === null) throw new Refusal(listRefusal['lot-needed']);
  if (!isPlate(entry.plate)) throw new Refusal(listRefusal['bad-plate'], { plate: entry.plate });
  if (entry.validUntil && entry.validFrom > entry.validUntil) throw new Refusal(listRefusal['ends-before-start']);
  checkHours(entry);
}

/** Hours of the day have a beginning and an end, or are not given at all. */
export function checkHours(entry: { readonly dailyFrom?: string | null; readonly dailyTo?: string | null }): void {
  if (Boolean(entry.dailyFrom) !== Boolean(entry.dailyTo)) throw new Refusal(listRefusal['half-hours']);
}

/** An entry for all lots is seen by everybody, but only who sees all lots may change or remove it. */
export function checkReach(tx: TenantTx, entry: ListEntry): void {
  if (coversLot(tx.who, entry.lotId)) return;
  if (entry.lotId === null) throw new Refusal(listRefusal['not-yours'], { plate: entry.plate });
  throw new Refusal(kernelRefusal['not-found'], { what: entry.plate });
}
