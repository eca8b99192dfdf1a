import type { NeededLevel } from '@boyun/domain/review';
import { joined, runSql, type Sql, sql, type TenantTx } from '@boyun/kernel/server';
import { seenReviews } from './review.queries.ts';

/** Most requests that one call returns. */
const MAX_REQUESTS = 200;

/** A pending request with the accounts that approved its earlier levels. */
export interface PendingRow {
  readonly id: string;
  readonly reviewNo: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly subject: string;
  readonly summaryZh: string;
  readonly summaryEn: string;
  readonly amountFen: number | null;
  readonly reason: string;
  readonly lotIds: readonly string[];
  readonly level: number;
  readonly levels: readonly NeededLevel[];
  readonly requestedBy: string | null;
  readonly requestedByName: string;
  readonly requestedAt: Date;
  readonly remindedAt: Date | null;
  readonly isNew: boolean;
  readonly approvedBy: readonly string[];
}

const COLUMNS = sql`review.id, review.review_no, review.kind, review.subject_id, review.subject, review.summary_zh,
  review.summary_en, review.amount_fen, review.reason, review.lot_ids, review.level, review.levels, review.requested_by,
  review.requested_by_name, review.requested_at, review.reminded_at,
  coalesce(review.payload->>'act' = 'create', false) as is_new,
  array(select s.actor_id from review_step s
    where s.tenant_id = review.tenant_id and s.review_id = review.id and s.act = 'approve') as approved_by`;

/** What pending requests are looked for by. */
export interface PendingSearch {
  readonly kinds: readonly string[];
  /** All subjects of these kinds where null. */
  readonly subjectIds: readonly string[] | null;
}

/** Returns the newest pending requests that the caller may see, and how many there are. */
export async function findPending(
  tx: TenantTx,
  { kinds, subjectIds }: PendingSearch,
): Promise<{ rows: PendingRow[]; total: number }> {
  const conditions: Sql[] = [
    seenReviews(tx.who),
    sql`review.state = 'pending'`,
    sql`review.kind = any(${kinds}::text[])`,
    ...(subjectIds ? [sql`review.subject_id = any(${subjectIds}::uuid[])`] : []),
  ];
  const where = joined(conditions, ' and ');
  const rows = await runSql<PendingRow>(
    tx,
    sql`select ${COLUMNS} from review where ${where} order by review.requested_at desc, review.id desc limit ${MAX_REQUESTS}`,
  );
  if (rows.length < MAX_REQUESTS) return { rows, total: rows.length };
  const [counted] = await runSql<{ total: number }>(tx, sql`select count(*) as total from review where ${where}`);
  return { rows, total: counted!.total };
}

/** Returns a pending request that the caller may see; null if there is none. */
export async function readPending(tx: TenantTx, id: string): Promise<PendingRow | null> {
  const [row] = await runSql<PendingRow>(
    tx,
    sql`select ${COLUMNS} from review where ${seenReviews(tx.who)} and review.id = ${id} and review.state = 'pending'`,
  );
  return row ?? null;
}

/** Returns the oldest pending requests of the tenant that the caller may see. */
export function readAllPending(tx: TenantTx): Promise<PendingRow[]> {
  return runSql<PendingRow>(
    tx,
    sql`select ${COLUMNS} from review where ${seenReviews(tx.who)} and review.state = 'pending'
      order by review.requested_at, review.id limit ${MAX_REQUESTS}`,
  );
}

/** Returns a pending request that the caller may see, locked; null if there is none. */
export async function lockPending(tx: TenantTx, id: string): Promise<PendingRow | null> {
  const [row] = await runSql<PendingRow>(
    tx,
    sql`select ${COLUMNS} from review
      where ${seenReviews(tx.who)} and review.id = ${id} and review.state = 'pending' for update`,
  );
  return row ?? null;
}
