import type { NeededLevel } from '@boyun/domain/review';
import { joined, type Sql, sql, type TenantTx, type Who, withValue } from '@boyun/kernel/server';
import type { ReviewAct, ReviewState } from './review.contract.ts';

/** A request as its operations read it. */
export interface ReviewRow {
  readonly id: string;
  readonly reviewNo: string;
  readonly kind: string;
  readonly state: ReviewState;
  readonly level: number;
  readonly levels: readonly NeededLevel[];
  /** The lots it is about; empty for all, or none. */
  readonly lotIds: readonly string[];
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly subject: string;
  readonly summaryZh: string;
  readonly summaryEn: string;
  readonly changes: readonly Change[];
  readonly payload: unknown;
  readonly amountFen: number | null;
  /** The amount in fen it adds to the sum of its subject once approved. */
  readonly countedFen: number;
  readonly reason: string;
  readonly requestedBy: string | null;
  readonly requestedByName: string;
}

/** One change of a request, in words. */
export interface Change {
  readonly label: { readonly zh: string; readonly en: string };
  readonly before: { readonly zh: string; readonly en: string };
  readonly after: { readonly zh: string; readonly en: string };
  /** The picture before, where the change is about a picture. */
  readonly pictureBefore?: string | null;
  readonly pictureAfter?: string | null;
}

/** Returns changes in the form of the response, with null for missing pictures. */
export const shownChanges = (changes: readonly Change[]) =>
  changes.map((one) => ({ ...one, pictureBefore: one.pictureBefore ?? null, pictureAfter: one.pictureAfter ?? null }));

const COLUMNS = `id, review_no, kind, state, level, levels, lot_ids, subject_kind,
  subject_id, subject, summary_zh, summary_en, changes, payload, amount_fen,
  counted_fen, reason,
  requested_by, requested_by_name`;

/** Returns a request locked for a decision; null when the tenant has none with this id. */
export async function lockReview(tx: TenantTx, id: string): Promise<ReviewRow | null> {
  const [row] = await tx.query<ReviewRow>(`select ${COLUMNS} from review where tenant_id = $1 and id = $2 for update`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns a request without locking it; null when the tenant has none with this id. */
export async function findReview(tx: TenantTx, id: string): Promise<ReviewRow | null> {
  const [row] = await tx.query<ReviewRow>(`select ${COLUMNS} from review where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns the history of a request, oldest first. */
export function findSteps(tx: TenantTx, reviewId: string) {
  return tx.query<{
    at: Date;
    act: ReviewAct;
    level: number;
    actorId: string | null;
    actorName: string;
    note: string | null;
  }>(
    `select at, act, level, actor_id, actor_name, note
     from review_step where tenant_id = $1 and review_id = $2 order by id`,
    [tx.tenantId, reviewId],
  );
}

/** Adds a step to the history of a request. */
export async function insertStep(
  tx: TenantTx,
  step: { reviewId: string; level: number; act: ReviewAct; note: string | null },
  by: { readonly id: string | null; readonly name: string } = { id: tx.who.userId, name: tx.who.name },
): Promise<void> {
  await tx.query(
    `insert into review_step (tenant_id, id, review_id, level, act, actor_id, actor_name, note, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, tx.newId(), step.reviewId, step.level, step.act, by.id, by.name, step.note, tx.now],
  );
}

/** The requests an account limited to own records sees: those it submitted, decided, or may decide by role. */
export function ownReviews({ userId, roles }: Who): Sql {
  return sql`(review.requested_by = ${userId}::uuid
    or (review.state = 'pending' and (review.role = any(${roles}::text[]) or review.person_id = ${userId}::uuid))
    or exists (select from review_step s where s.tenant_id = review.tenant_id and s.review_id = review.id
      and s.actor_id = ${userId}::uuid))`;
}

/** Condition with `?` for the lots of a caller limited to some: the request is about these alone. */
export const WITHIN_LOTS = "(review.lot_ids <> '{}' and review.lot_ids <@ ?::uuid[])";

/** The requests the caller may see: those of the caller's lots alone, and for callers who see all lots every one. */
export function seenReviews(who: Who): Sql {
  const conditions = [sql`review.tenant_id = ${who.tenantId}`];
  if (who.lotIds !== null) conditions.push(withValue(WITHIN_LOTS, who.lotIds));
  if (who.isOwnOnly) conditions.push(ownReviews(who));
  return joined(conditions, ' and ');
}

/**
 * Returns SQL for the reason why the caller cannot decide a request, null where the caller can; equivalent to
 * `decisionObstacle` of the domain.
 */
export function obstacleOf({ userId, roles, isAdmin }: Who): Sql {
  return sql`case when review.requested_by = ${userId}::uuid then 'own-request'
    when exists (select from review_step s where s.tenant_id = review.tenant_id and s.review_id = review.id
      and s.act = 'approve' and s.actor_id = ${userId}::uuid) then 'decided-before'
    when review.role is not null and not ${isAdmin}::boolean and not review.role = any(${roles}::text[])
      and review.person_id is distinct from ${userId}::uuid then 'other-role'
    end`;
}
