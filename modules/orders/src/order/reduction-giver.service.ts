import type { ReductionLine, ReductionOffer, ReductionSource } from '@boyun/domain/reduction';
import { slot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** A stay that reductions are offered to, priced up to `at`. */
export interface OfferedStay {
  readonly orderId: string;
  readonly lotId: string;
  readonly plate: string;
  readonly vehicleKind: string | null;
  /** The kind of its spot, where it is known. */
  readonly spotKind?: string | null;
  readonly enteredAt: Date;
  readonly at: Date;
  /** The IANA zone of the lot. */
  readonly zone: string;
}

/** The order whose reductions are noted. */
export type ReducedOrder = Pick<OfferedStay, 'orderId' | 'lotId' | 'plate'>;

/** A stay of any car. */
export type ExampleStay = Omit<OfferedStay, 'orderId' | 'plate'>;

/** What a car could have in a stay: null where it is not meant for the lot, the car or the time. */
export type PossibleOffer = (stay: ExampleStay) => ReductionOffer | null;

/** What an order uses of each source; equal places belong together. */
export interface SourceUses {
  readonly ids: readonly string[];
  readonly amountsFen: readonly number[];
  readonly arePromised: readonly boolean[];
}

/** A module that reduces fees: VIP groups, activities, discounts of merchants, coupons. It is above orders and fills `reductionGivers`. */
export interface ReductionGiver {
  readonly source: Exclude<ReductionSource, 'list' | 'waiver'>;
  /** Whether the tenant has anything of this kind, from memory: a car waits for the answer. Without it the giver is asked nothing else. */
  hasAny(tx: TenantTx): Promise<boolean>;
  /**
   * Returns the offers to stays, of which there is at least one, in their order and with a constant number of queries. What other orders use or hold is no longer offered. `sourceId` identifies the grant, coupon or activity.
   * Offers may be read without locks, because `note` checks the limits again.
   */
  offers(tx: TenantTx, stays: readonly OfferedStay[]): Promise<readonly (readonly ReductionOffer[])[]>;
  /** Returns everything that is in force, as a car would have it that was given each: for the check of reductions against each other. */
  possible(tx: TenantTx): Promise<readonly PossibleOffer[]>;
  /**
   * Replaces what the giver has noted for an order; no uses release everything. `heldUntil` is the end of the hold of a quote, null means
   * used for good. Where a limit is exceeded by a use that is not promised, because another order took the rest, the statement fails
   * with SQL state 40001, so that the transaction runs again with current offers. A promised use is always taken, beyond the limit if need
   * be, and for good: it was paid with.
   */
  note(tx: TenantTx, order: ReducedOrder, uses: SourceUses, heldUntil: Date | null): Promise<unknown>;
  /** Returns the names of those that bear reductions, by `payerId`; only the giver that knows them has it. */
  payerNames?(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The givers of reductions besides lists and staff. */
export const reductionGivers = slot<ReductionGiver>('order.reduction-givers');

/** Returns the offers of all givers to stays, in the order of the stays. */
export async function offersOfGivers(tx: TenantTx, stays: readonly OfferedStay[]): Promise<ReductionOffer[][]> {
  const all: ReductionOffer[][] = stays.map(() => []);
  for (const giver of stays.length > 0 ? tx.slots.all(reductionGivers) : []) {
    if (!(await giver.hasAny(tx))) continue;
    const offers = await giver.offers(tx, stays);
    for (const [index, own] of offers.entries()) all[index]!.push(...own);
  }
  return all;
}

/** Tells the givers what an order uses, in writes that are not waited for: for good, or until a quote lapses. */
export function noteReductions(
  tx: TenantTx,
  order: ReducedOrder,
  lines: readonly ReductionLine[],
  heldUntil: Date | null,
): void {
  for (const giver of tx.slots.all(reductionGivers)) {
    const uses = usesOf(lines.filter((line) => line.source === giver.source));
    tx.deferWrite(noteUses(tx, giver, { order, uses, heldUntil }));
  }
}

async function noteUses(
  tx: TenantTx,
  giver: ReductionGiver,
  { order, uses, heldUntil }: { order: ReducedOrder; uses: SourceUses; heldUntil: Date | null },
): Promise<void> {
  if (uses.ids.length > 0 || (await giver.hasAny(tx))) await giver.note(tx, order, uses, heldUntil);
}

/** Sums the lines of each source, which may have several: one that was paid, and what it takes off beyond. */
function usesOf(lines: readonly ReductionLine[]): SourceUses {
  const uses = [...Map.groupBy(lines, (one) => one.sourceId!)];
  return {
    ids: uses.map(([id]) => id),
    amountsFen: uses.map(([, own]) => own.reduce((sum, one) => sum + one.amountFen, 0)),
    arePromised: uses.map(([, own]) => own.some((one) => one.isPromised)),
  };
}
