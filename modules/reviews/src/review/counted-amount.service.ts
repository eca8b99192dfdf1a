import type { TenantTx } from '@boyun/kernel/server';

/** An amount that counts towards the thresholds of later requests about the same subject. */
export interface CountedAmount {
  readonly kind: string;
  readonly subjectId: string;
  /** In fen; a negative amount reverses a counted one, 0 has no effect. */
  readonly amountFen: number;
}

async function sumOf(tx: TenantTx, subjectId: string): Promise<number> {
  const [row] = await tx.query<{ sumFen: number }>(
    `select coalesce(sum(amount_fen), 0)::bigint as "sumFen" from counted_amount where tenant_id = $1 and subject_id = $2`,
    [tx.tenantId, subjectId],
  );
  return row!.sumFen;
}

/** Adds an amount to the sum of its subject, in the transaction of the operation. A reversal never makes the sum negative. */
export async function countAmount(tx: TenantTx, { kind, subjectId, amountFen }: CountedAmount): Promise<void> {
  const fen = amountFen < 0 ? -Math.min(-amountFen, await sumOf(tx, subjectId)) : amountFen;
  if (fen === 0) return;
  await tx.query(
    'insert into counted_amount (tenant_id, id, subject_id, kind, amount_fen, at) values ($1, $2, $3, $4, $5, $6)',
    [tx.tenantId, tx.newId(), subjectId, kind, fen, tx.now],
  );
}

/**
 * Returns the sum in fen of earlier manual operations on a subject and of its pending requests. The caller must have
 * locked the subject's row, so that of two concurrent requests the second sees the first. Both sums are read in one
 * statement, so that a request being approved counts once.
 */
export async function earlierAmount(tx: TenantTx, subjectId: string): Promise<number> {
  const [row] = await tx.query<{ earlierFen: number }>(
    `select ((select coalesce(sum(amount_fen), 0) from counted_amount where tenant_id = $1 and subject_id = $2)
       + (select coalesce(sum(counted_fen), 0) from review
          where tenant_id = $1 and subject_id = $2 and state = 'pending'))::bigint as "earlierFen"`,
    [tx.tenantId, subjectId],
  );
  return row!.earlierFen;
}

/** Returns whether a request of one of these kinds about a subject is pending. */
export async function isUnderReview(tx: TenantTx, subjectId: string, kinds: readonly string[]): Promise<boolean> {
  const rows = await tx.query(
    `select from review where tenant_id = $1 and subject_id = $2 and state = 'pending' and kind = any($3) limit 1`,
    [tx.tenantId, subjectId, kinds],
  );
  return rows.length > 0;
}
