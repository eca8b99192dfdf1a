import { findHolders, type Holder } from '@boyun/access/server';
import { decisionObstacle, type NeededLevel } from '@boyun/domain/review';
import { coversLots, type TenantTx } from '@boyun/kernel/server';
import { flowChangeReview } from './flow-review.contract.ts';
import { readAllPending } from './pending.queries.ts';
import { decideReviews } from './review.contract.ts';

/** What decides who can decide a pending request. */
export interface Decidable {
  readonly kind: string;
  readonly lotIds: readonly string[];
  readonly level: number;
  readonly levels: readonly NeededLevel[];
  readonly requestedBy: string | null;
  /** The accounts that approved its earlier levels. */
  readonly approvedBy: readonly string[];
}

/** Returns the accounts that may decide requests, from which `decidersOf` chooses those of one request. */
export function findDeciders(tx: TenantTx): Promise<Holder[]> {
  return findHolders(tx, decideReviews.name);
}

/** Returns the accounts that can decide a request at a level; the current one if no other is given. */
export function decidersOf(
  row: Decidable,
  holders: readonly Holder[],
  level: NeededLevel | undefined = row.levels[row.level - 1],
): Holder[] {
  return holders.filter(
    (one) =>
      coversLots(one, row.lotIds) &&
      (row.kind !== flowChangeReview.name || one.isAdmin) &&
      decisionObstacle(
        {
          isRequester: one.id === row.requestedBy,
          hasDecidedBefore: row.approvedBy.includes(one.id),
          isAdmin: one.isAdmin,
          isNamed: level?.personId === one.id,
          roles: one.roles,
        },
        level?.role ?? null,
      ) === null,
  );
}

/** Returns the ids of the pending requests, as far as the caller sees them, that nobody can decide. */
export async function findUndecidable(tx: TenantTx): Promise<string[]> {
  const pending = await readAllPending(tx);
  if (pending.length === 0) return [];
  const holders = await findDeciders(tx);
  return pending.filter((row) => decidersOf(row, holders).length === 0).map((row) => row.id);
}
