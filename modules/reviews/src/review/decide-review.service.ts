import { whyNotDecide } from '@boyun/domain/review';
import { kernelRefusal, Refusal, say, whyNot } from '@boyun/kernel/contract';
import { coversLot, type Kernel, notFound, type TenantTx } from '@boyun/kernel/server';
import { FLOW_CHANGE } from '../review-flow/review-flow.contract.ts';
import { applierOf, tellReview } from './ask-review.service.ts';
import { countAmount } from './counted-amount.service.ts';
import { DecisionObstacleWords, reviewRefusal, reviewTransitions } from './review.contract.ts';
import { findSteps, insertStep, lockReview, type ReviewRow } from './review.queries.ts';

async function requireReview(tx: TenantTx, id: string, act: keyof typeof reviewTransitions): Promise<ReviewRow> {
  const review = await lockReview(tx, id);
  if (!review || !coversLot(tx.who, review.lotId)) throw notFound(tx.who, { zh: '申请', en: 'Request' });
  const impossible = whyNot(reviewTransitions, act, review.state);
  if (impossible) throw new Refusal(reviewRefusal['not-possible'], { reason: impossible[tx.who.language] });
  return review;
}

/** Refuses who may not decide this request at its level. */
async function checkDecider(tx: TenantTx, review: ReviewRow): Promise<readonly string[]> {
  const steps = await findSteps(tx, review.id);
  const agreed = steps.filter((one) => one.act === 'approve');
  const obstacle = whyNotDecide(
    {
      isRequester: review.requestedBy === tx.who.userId,
      hasDecidedBefore: agreed.some((one) => one.actorId === tx.who.userId),
      isAdmin: tx.who.isAdmin,
      roles: tx.who.roles,
    },
    review.levels[review.level - 1]?.role ?? null,
  );
  if (obstacle)
    throw new Refusal(reviewRefusal['not-possible'], { reason: DecisionObstacleWords[obstacle][tx.who.language] });
  return agreed.map((one) => one.actorName);
}

const wordsOf = (review: ReviewRow) => ({ ...review, summary: { zh: review.summaryZh, en: review.summaryEn } });

/** Agrees to a request: on to the next level, or, at the last one, carried out in this very transaction. */
export async function approve(tx: TenantTx, id: string, note: string | null, kernel: Kernel): Promise<ReviewRow> {
  const review = await requireReview(tx, id, 'approve');
  const agreed = await checkDecider(tx, review);
  // Without a second administrator others may object, but not approve.
  if (review.kind === FLOW_CHANGE && !tx.who.isAdmin) throw new Refusal(reviewRefusal['admin-only']);
  await insertStep(tx, { reviewId: id, level: review.level, act: 'approve', note });
  if (review.level < review.levels.length) {
    await tx.query('update review set level = level + 1, role = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      id,
      review.levels[review.level]!.role,
    ]);
    tellReview(tx, 'review.advanced', wordsOf(review), note);
  } else {
    const apply = applierOf(review.kind);
    if (!apply) throw new Error(`nothing carries out requests of the kind ${review.kind}`);
    await close(tx, review, 'approved');
    tellReview(tx, 'review.approved', wordsOf(review), note);
    await countAmount(tx, { ...review, amountFen: review.countedFen });
    const approval = {
      reviewId: id,
      reason: review.reason,
      requestedBy: review.requestedByName,
      requestedById: review.requestedBy,
      reviewers: [...agreed, tx.who.name],
      amountFen: review.amountFen,
    };
    await apply(tx, review.payload, approval, kernel);
  }
  return review;
}

/** Refuses a request, with the reason. */
export async function reject(tx: TenantTx, id: string, note: string): Promise<ReviewRow> {
  const review = await requireReview(tx, id, 'reject');
  await checkDecider(tx, review);
  await insertStep(tx, { reviewId: id, level: review.level, act: 'reject', note });
  await close(tx, review, 'rejected');
  tellReview(tx, 'review.rejected', wordsOf(review), note);
  return review;
}

/** Takes one's own request back; answers it as it was. */
export async function withdraw(tx: TenantTx, id: string, note: string | null): Promise<ReviewRow> {
  const review = await requireReview(tx, id, 'withdraw');
  if (review.requestedBy !== tx.who.userId) throw new Refusal(reviewRefusal['not-yours']);
  await insertStep(tx, { reviewId: id, level: review.level, act: 'withdraw', note });
  await close(tx, review, 'withdrawn');
  tellReview(tx, 'review.withdrawn', wordsOf(review), note);
  return review;
}

/** Carries out a request whose waiting time is over: nobody refused it. Takes no locks but its own; refuses as approvals do. */
export async function takeEffect(tx: TenantTx, id: string, kernel: Kernel): Promise<void> {
  const review = await lockReview(tx, id);
  if (review?.state !== 'pending') return;
  await close(tx, review, 'approved');
  tellReview(tx, 'review.approved', wordsOf(review));
  const { reason, requestedByName: requestedBy, requestedBy: requestedById, payload } = review;
  await applierOf(review.kind)!(
    tx,
    payload,
    { reviewId: id, reason, requestedBy, requestedById, reviewers: [], amountFen: null },
    kernel,
  );
}

/** Ends a request that cannot be carried out any more. */
export async function giveUp(tx: TenantTx, id: string, note: string): Promise<void> {
  const review = await lockReview(tx, id);
  if (review?.state !== 'pending') return;
  await close(tx, review, 'rejected');
  tellReview(tx, 'review.rejected', wordsOf(review), note);
}

async function close(tx: TenantTx, review: ReviewRow, state: 'approved' | 'rejected' | 'withdrawn'): Promise<void> {
  await tx.query(
    'update review set state = $3, decided_by_name = $4, decided_at = $5 where tenant_id = $1 and id = $2',
    [tx.tenantId, review.id, state, tx.who.name, tx.now],
  );
}

/** A request that could not be decided, and why. */
export interface Undecided {
  readonly reviewNo: string;
  readonly message: string;
}

/**
 * Decides several requests, each for itself: what one of them is refused for takes only its own changes back. A request
 * alone is refused aloud.
 */
export async function decideEach(
  tx: TenantTx,
  reviewIds: readonly string[],
  decide: (tx: TenantTx, id: string) => Promise<ReviewRow>,
): Promise<{ decided: ReviewRow[]; failed: Undecided[] }> {
  const failed: Undecided[] = [];
  const decided: ReviewRow[] = [];
  // In one order everywhere, so that two people who decide the same requests do not wait for each other.
  const ids = [...new Set(reviewIds)].sort();
  for (const id of ids) {
    try {
      decided.push(await tx.attempt(() => decide(tx, id)));
    } catch (error) {
      if (!(error instanceof Refusal) || ids.length === 1 || error.rule.code === kernelRefusal['not-found'].code)
        throw error;
      const [row] = await tx.query<{ reviewNo: string }>(
        'select review_no as "reviewNo" from review where tenant_id = $1 and id = $2',
        [tx.tenantId, id],
      );
      failed.push({ reviewNo: row!.reviewNo, message: say(error.rule, tx.who.language, error.params) });
    }
  }
  return { decided, failed };
}
