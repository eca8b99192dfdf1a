import { wallTime } from '@boyun/domain/period';
import { Refusal, UUID } from '@boyun/kernel/contract';
import { handle, isAllowed, notFound, type TenantTx } from '@boyun/kernel/server';
import { reviewAppliers } from '../review/ask-review.service.ts';
import { decidersOf, findDeciders } from '../review/decider.service.ts';
import { findPending, lockPending } from '../review/pending.queries.ts';
import { getPending, pendingRefusal, remindReview } from './pending.contract.ts';
import { remindableAt, remindDeciders } from './review-reminder.service.ts';

/** How many people are named; the others are counted. */
const NAMED_DECIDERS = 5;

/** Returns the kinds of requests whose subjects the caller may see. */
function seenKinds(tx: TenantTx): string[] {
  return [...tx.slots.byKey(reviewAppliers)].filter(([, { seen }]) => isAllowed(seen, tx.who)).map(([kind]) => kind);
}

const getPendingServer = handle(getPending, async (tx, { subjectIds, kinds }) => {
  const seen = seenKinds(tx);
  const asked = kinds ? seen.filter((kind) => kinds.includes(kind)) : seen;
  if ((subjectIds === null && kinds === null) || asked.length === 0) return { requests: [], total: 0 };
  const { rows, total } = await findPending(tx, {
    kinds: asked,
    subjectIds: subjectIds?.filter((id) => UUID.test(id)) ?? null,
  });
  const holders = rows.length > 0 ? await findDeciders(tx) : [];
  return {
    requests: rows.map((row) => {
      const deciders = decidersOf(row, holders);
      return {
        ...row,
        summary: tx.who.language === 'zh' ? row.summaryZh : row.summaryEn,
        isOwn: row.requestedBy !== null && row.requestedBy === tx.who.userId,
        deciders: deciders.slice(0, NAMED_DECIDERS).map((one) => one.name),
        deciderCount: deciders.length,
      };
    }),
    total,
  };
});

const remindReviewServer = handle(remindReview, async (tx, { reviewId }, act) => {
  const review = await lockPending(tx, reviewId);
  if (!review || !(review.requestedBy === tx.who.userId || seenKinds(tx).includes(review.kind)))
    throw notFound(tx.who, { zh: '申请', en: 'Request' });
  const again = remindableAt(review);
  if (again > tx.now.getTime())
    throw new Refusal(pendingRefusal['too-soon'], { at: wallTime(again, tx.who.zone).slice(11, 16) });
  const deciders = await remindDeciders(tx, review, false);
  if (deciders.length === 0) throw new Refusal(pendingRefusal['nobody-decides']);
  const { reviewNo, subject } = review;
  act.describe({
    subjectKind: 'review',
    subjectId: reviewId,
    subject: `${reviewNo} ${subject}`,
    after: { reviewNo, reminded: deciders.map((one) => one.name) },
  });
  return { remindedCount: deciders.length };
});

/** The operations on pending requests from the pages of their subjects. */
export const pendingServers = [getPendingServer, remindReviewServer];
