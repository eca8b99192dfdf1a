import { roleNames } from '@boyun/access/server';
import type { NeededLevel } from '@boyun/domain/review';
import { Refusal } from '@boyun/kernel/contract';
import { handle, notFound, onlyLot, type TenantTx } from '@boyun/kernel/server';
import { reviewFacts } from '../review/ask-review.service.ts';
import { decidersOf, findDeciders } from '../review/decider.service.ts';
import { flowChangeReview } from '../review/flow-review.contract.ts';
import { lockPending, type PendingRow, readPending } from '../review/pending.queries.ts';
import { insertStep } from '../review/review.queries.ts';
import { reviewHandedOver } from '../review/review-event.contract.ts';
import { getHandOverChoices, handOverRefusal, handOverReview } from './hand-over.contract.ts';

/** Returns a request that can be handed over; refuses others. */
function requireMovable(tx: TenantTx, review: PendingRow | null): PendingRow {
  if (!review) throw notFound(tx.who, { zh: '申请', en: 'Request' });
  if (review.kind === flowChangeReview.name) throw new Refusal(handOverRefusal['flow-change']);
  return review;
}

const getHandOverChoicesServer = handle(getHandOverChoices, async (tx, { reviewId }) => {
  const review = requireMovable(tx, await readPending(tx, reviewId));
  const [holders, roles] = await Promise.all([findDeciders(tx), roleNames(tx)]);
  return {
    roles: roles
      .map(({ value, name }) => ({ value, name, peopleCount: decidersOf(review, holders, { role: value }).length }))
      .filter((one) => one.peopleCount > 0),
    people: decidersOf(review, holders, { role: null }).map(({ id, name }) => ({ id, name })),
  };
});

const handOverReviewServer = handle(handOverReview, async (tx, { reviewId, role, personId, reason }, act) => {
  const review = requireMovable(tx, await lockPending(tx, reviewId));
  if ((role === null) === (personId === null)) throw new Refusal(handOverRefusal['one-target']);
  const before = review.levels[review.level - 1]!;
  const after: NeededLevel = personId === null ? { role } : { ...before, personId };
  const deciders = decidersOf(review, await findDeciders(tx), after);
  const chosen = deciders.find((one) => one.id === personId);
  const name =
    personId === null ? (await roleNames(tx)).find((one) => one.value === role)?.name : (chosen?.name ?? undefined);
  if (deciders.length === 0 || name === undefined) throw new Refusal(handOverRefusal['nobody-there']);
  await tx.query(
    `update review set role = $3, person_id = $4, levels = jsonb_set(levels, array[(level - 1)::text], $5), reminded_at = null
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, reviewId, after.role, after.personId ?? null, JSON.stringify(after)],
  );
  await insertStep(tx, { reviewId, level: review.level, act: 'hand-over', note: `${name}：${reason}` });
  const { reviewNo, subject } = review;
  const words = { ...review, summary: { zh: review.summaryZh, en: review.summaryEn } };
  tx.emit(reviewHandedOver, {
    lotId: onlyLot(review.lotIds),
    subjectId: review.subjectId,
    data: {
      ...reviewFacts(tx, words, reason),
      toName: name,
      deciderIds: personId === null ? deciders.map((one) => one.id) : [personId],
    },
  });
  act.describe({
    subjectKind: 'review',
    subjectId: reviewId,
    subject: `${reviewNo} ${subject}`,
    before: { role: before.role, person: before.personId ?? null },
    after: { role: after.role, person: chosen?.name ?? null, reason },
  });
  return { deciderCount: deciders.length };
});

/** The operations that give a pending request to others. */
export const handOverServers = [getHandOverChoicesServer, handOverReviewServer];
