import { decisionObstacle } from '@boyun/domain/review';
import { disabledReason, kernelRefusal, Refusal, say } from '@boyun/kernel/contract';
import { coversLots, isAllowed, type Kernel, notFound, type TenantTx } from '@boyun/kernel/server';
import { applierOf, emitReview } from './ask-review.service.ts';
import { countAmount } from './counted-amount.service.ts';
import { flowChangeReview } from './flow-review.contract.ts';
import { findInSources, type InboxEntry } from './inbox.queries.ts';
import { DecisionObstacleWords, reviewRefusal, reviewTransitions } from './review.contract.ts';
import { findReview, findSteps, insertStep, lockReview, type ReviewRow } from './review.queries.ts';
import { reviewAdvanced, reviewApproved, reviewRejected, reviewWithdrawn } from './review-event.contract.ts';

async function requireReview(tx: TenantTx, id: string, act: keyof typeof reviewTransitions): Promise<ReviewRow> {
  const review = await lockReview(tx, id);
  if (!review || !coversLots(tx.who, review.lotIds)) throw notFound(tx.who, { zh: '申请', en: 'Request' });
  const impossible = disabledReason(reviewTransitions, act, review.state);
  if (impossible) throw new Refusal(reviewRefusal['not-possible'], { reason: impossible[tx.who.language] });
  return review;
}

/** Throws a refusal unless the caller may decide the request at its level. */
async function checkDecider(tx: TenantTx, review: ReviewRow): Promise<readonly string[]> {
  const steps = await findSteps(tx, review.id);
  const agreed = steps.filter((one) => one.act === 'approve');
  const obstacle = decisionObstacle(
    {
      isRequester: review.requestedBy !== null && review.requestedBy === tx.who.userId,
      hasDecidedBefore: agreed.some((one) => one.actorId === tx.who.userId),
      isAdmin: tx.who.isAdmin,
      isNamed: review.levels[review.level - 1]?.personId === tx.who.userId,
      roles: tx.who.roles,
    },
    review.levels[review.level - 1]?.role ?? null,
  );
  if (obstacle)
    throw new Refusal(reviewRefusal['not-possible'], { reason: DecisionObstacleWords[obstacle][tx.who.language] });
  return agreed.map((one) => one.actorName);
}

const wordsOf = (review: ReviewRow) => ({ ...review, summary: { zh: review.summaryZh, en: review.summaryEn } });

/** Approves a request: it moves to the next level, or is carried out in this transaction at the last one. */
async function approve(tx: TenantTx, id: string, note: string | null, kernel: Kernel): Promise<ReviewRow> {
  const review = await requireReview(tx, id, 'approve');
  const agreed = await checkDecider(tx, review);
  // Without a second administrator other accounts may reject, but not approve.
  if (review.kind === flowChangeReview.name && !tx.who.isAdmin) throw new Refusal(reviewRefusal['admin-only']);
  await insertStep(tx, { reviewId: id, level: review.level, act: 'approve', note });
  if (review.level < review.levels.length) {
    await tx.query(
      'update review set level = level + 1, role = $3, person_id = null where tenant_id = $1 and id = $2',
      [tx.tenantId, id, review.levels[review.level]!.role],
    );
    emitReview(tx, reviewAdvanced, wordsOf(review), note);
  } else {
    const apply = applierOf(tx, review.kind);
    await close(tx, review, 'approved');
    emitReview(tx, reviewApproved, wordsOf(review), note);
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

/** Rejects a request with a reason. */
async function reject(tx: TenantTx, id: string, note: string): Promise<ReviewRow> {
  const review = await requireReview(tx, id, 'reject');
  await checkDecider(tx, review);
  await insertStep(tx, { reviewId: id, level: review.level, act: 'reject', note });
  await close(tx, review, 'rejected');
  emitReview(tx, reviewRejected, wordsOf(review), note);
  return review;
}

/** Withdraws the caller's own request; returns it as it was before. */
export async function withdraw(tx: TenantTx, id: string, note: string | null): Promise<ReviewRow> {
  const review = await requireReview(tx, id, 'withdraw');
  if (review.requestedBy === null || review.requestedBy !== tx.who.userId)
    throw new Refusal(reviewRefusal['not-yours']);
  await insertStep(tx, { reviewId: id, level: review.level, act: 'withdraw', note });
  await close(tx, review, 'withdrawn');
  emitReview(tx, reviewWithdrawn, wordsOf(review), note);
  return review;
}

/**
 * Carries out a request whose waiting time passed without a rejection. Takes no locks besides its own; throws what
 * approvals throw.
 */
export async function takeEffect(tx: TenantTx, id: string, kernel: Kernel): Promise<void> {
  const review = await lockReview(tx, id);
  if (review?.state !== 'pending') return;
  await close(tx, review, 'approved');
  emitReview(tx, reviewApproved, wordsOf(review));
  const { reason, requestedByName: requestedBy, requestedBy: requestedById, payload } = review;
  await applierOf(tx, review.kind)(
    tx,
    payload,
    { reviewId: id, reason, requestedBy, requestedById, reviewers: [], amountFen: null },
    kernel,
  );
}

/** Ends a request that can no longer be carried out. */
export async function withdrawReview(tx: TenantTx, id: string, note: string): Promise<void> {
  const review = await lockReview(tx, id);
  if (review?.state !== 'pending') return;
  await close(tx, review, 'rejected');
  emitReview(tx, reviewRejected, wordsOf(review), note);
}

async function close(tx: TenantTx, review: ReviewRow, state: 'approved' | 'rejected' | 'withdrawn'): Promise<void> {
  await tx.query(
    'update review set state = $3, decided_by_name = $4, decided_at = $5 where tenant_id = $1 and id = $2',
    [tx.tenantId, review.id, state, tx.who.name, tx.now],
  );
}

/** Decides a request, or a pending decision that another module keeps. */
export async function decideEntry(
  tx: TenantTx,
  id: string,
  outcome: 'approve' | 'reject',
  note: string | null,
  kernel: Kernel,
): Promise<InboxEntry> {
  const found = (await findReview(tx, id)) ? null : await findInSources(tx, id);
  if (!found) return outcome === 'approve' ? approve(tx, id, note, kernel) : reject(tx, id, note ?? '');
  const { entry, source } = found;
  if (!isAllowed(source.decide, tx.who))
    throw new Refusal(reviewRefusal['not-possible'], {
      reason: DecisionObstacleWords['no-permission'][tx.who.language],
    });
  await source.carryOut(tx, id, outcome, note);
  return entry;
}

/** A request that could not be decided, with the reason. */
export interface Undecided {
  readonly reviewNo: string;
  readonly message: string;
}

/**
 * Decides several requests independently: a refusal rolls back only the changes of its own request. With a single request
 * the refusal is thrown.
 */
export async function decideEach(
  tx: TenantTx,
  reviewIds: readonly string[],
  decide: (tx: TenantTx, id: string) => Promise<InboxEntry>,
): Promise<{ decided: InboxEntry[]; failed: Undecided[] }> {
  const failed: Undecided[] = [];
  const decided: InboxEntry[] = [];
  // A fixed order avoids deadlocks between concurrent decisions of the same requests.
  const ids = [...new Set(reviewIds)].sort();
  for (const id of ids) {
    try {
      decided.push(await tx.savepoint(() => decide(tx, id)));
    } catch (error) {
      if (!(error instanceof Refusal) || ids.length === 1 || error.rule.code === kernelRefusal['not-found'].code)
        throw error;
      const { reviewNo } = (await findReview(tx, id)) ?? (await findInSources(tx, id))!.entry;
      failed.push({ reviewNo, message: say(error.rule, tx.who.language, error.params) });
    }
  }
  return { decided, failed };
}
