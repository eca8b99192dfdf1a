import { type Access, slot } from '@boyun/kernel/contract';
import { isAllowed, joined, piece, runSql, type Sql, sql, type TenantTx } from '@boyun/kernel/server';
import { type Change, obstacleOf, seenReviews } from './review.queries.ts';

/** What the inbox shows of a pending decision that another module keeps, as SQL. */
export interface InboxColumns {
  readonly id: Sql;
  /** What the decision is called where it has no number of its own. */
  readonly reviewNo: Sql;
  /** The lots it is about, as uuid[]; empty for all, or none. */
  readonly lotIds: Sql;
  readonly subjectId: Sql;
  readonly subject: Sql;
  readonly summaryZh: Sql;
  readonly summaryEn: Sql;
  readonly reason: Sql;
  readonly requestedByName: Sql;
  readonly requestedAt: Sql;
  /** The key of `DecisionObstacleWords` why a caller with the permission cannot decide it; null where nothing prevents it. */
  readonly obstacle: Sql;
}

/** A decision in the inbox. */
export interface InboxEntry {
  readonly id: string;
  readonly reviewNo: string;
  readonly kind: string;
  readonly level: number;
  readonly subject: string;
  readonly reason: string;
  readonly requestedByName: string;
}

/**
 * Decisions that a module keeps in tables of its own, by its own rules and permissions, and that are shown and made in the
 * inbox too. Both ways run the same code.
 */
export interface InboxSource {
  /** The kind of request they are shown as. */
  readonly kind: string;
  readonly subjectKind: string;
  /** The access to see them. */
  readonly seen: Access;
  /** The access to decide them, besides that to the inbox. */
  readonly decide: Access;
  /** Returns where the pending ones are read from, and their columns. */
  rows(tx: TenantTx): Promise<{ readonly from: Sql; readonly columns: InboxColumns }>;
  /** Returns what approvers read before they decide. */
  changes(tx: TenantTx, id: string): Promise<readonly Change[]>;
  /** Decides one; throws the refusals of the module's own operation. */
  carryOut(tx: TenantTx, id: string, outcome: 'approve' | 'reject', note: string | null): Promise<void>;
}

/** The decisions of other modules. */
export const inboxSources = slot<InboxSource>('review.inbox');

/** The columns of the inbox, in the order of its union. */
const COLUMNS = [
  'tenant_id',
  'id',
  'review_no',
  'kind',
  'state',
  'level',
  'role',
  'person_id',
  'levels',
  'lot_ids',
  'subject_kind',
  'subject_id',
  'subject',
  'summary_zh',
  'summary_en',
  'amount_fen',
  'reason',
  'requested_by',
  'requested_by_name',
  'requested_at',
  'decided_by_name',
  'decided_at',
];

/** Returns the inbox as a subquery in brackets: the requests, and the pending decisions of other modules that the caller may see. */
export async function inboxOf(tx: TenantTx): Promise<Sql> {
  const { who } = tx;
  const own = sql`select ${piece(COLUMNS.map((name) => `review.${name}`).join(', '))}, ${obstacleOf(who)} as obstacle
    from review where review.tenant_id = ${who.tenantId}`;
  const others = tx.slots.all(inboxSources).filter((one) => isAllowed(one.seen, who));
  const arms = await Promise.all(others.map((one) => armOf(tx, one)));
  return sql`(${joined([own, ...arms], ' union all ')})`;
}

async function armOf(tx: TenantTx, source: InboxSource): Promise<Sql> {
  const { from, columns: of } = await source.rows(tx);
  const obstacle = isAllowed(source.decide, tx.who) ? of.obstacle : sql`'no-permission'`;
  return sql`select ${tx.tenantId}::int, ${of.id}, ${of.reviewNo}::text, ${source.kind}::text, 'pending'::text, 1, null::text, null::uuid,
    '[{"role": null}]'::jsonb, ${of.lotIds}::uuid[], ${source.subjectKind}::text, ${of.subjectId}::uuid, ${of.subject}::text,
    ${of.summaryZh}::text, ${of.summaryEn}::text, null::bigint, ${of.reason}::text, null::uuid,
    ${of.requestedByName}::text, ${of.requestedAt}::timestamptz, null::text, null::timestamptz, ${obstacle}::text
    from ${from}`;
}

/** Returns the number of pending decisions the caller can make, optionally in one lot. */
export async function countToDecide(tx: TenantTx, lotId: string | null = null): Promise<number> {
  const ofLot = lotId === null ? sql`` : sql` and ${lotId} = any(review.lot_ids)`;
  const [row] = await runSql<{ count: number }>(
    tx,
    sql`select count(*) as count from ${await inboxOf(tx)} as review
      where ${seenReviews(tx.who)}${ofLot} and review.state = 'pending' and review.obstacle is null`,
  );
  return row!.count;
}

/** Returns a pending decision of another module, with its source; null where there is none that the caller may see. */
export async function findInSources(
  tx: TenantTx,
  id: string,
): Promise<{ readonly entry: InboxEntry; readonly source: InboxSource } | null> {
  const [entry] = await runSql<InboxEntry>(
    tx,
    sql`select review.id, review.review_no, review.kind, review.level, review.subject, review.reason, review.requested_by_name
      from ${await inboxOf(tx)} as review where ${seenReviews(tx.who)} and review.id = ${id}`,
  );
  const source = tx.slots.all(inboxSources).find((one) => one.kind === entry?.kind);
  return entry && source ? { entry, source } : null;
}
