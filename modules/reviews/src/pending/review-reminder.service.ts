import type { Holder } from '@boyun/access/server';
import { onlyLot, type ReminderKind, sql, type TenantTx } from '@boyun/kernel/server';
import { reviewFacts } from '../review/ask-review.service.ts';
import { decidersOf, findDeciders } from '../review/decider.service.ts';
import { lockPending, type PendingRow } from '../review/pending.queries.ts';
import { reviewReminded } from '../review/review-event.contract.ts';
import { REMIND_AGAIN_MS } from './pending.contract.ts';

/** When a pending request may be reminded of again. */
export const remindableAt = ({ remindedAt }: PendingRow): number => (remindedAt?.getTime() ?? 0) + REMIND_AGAIN_MS;

/** Reminds those who can decide a pending request, and returns them; nothing happens where nobody can. */
export async function remindDeciders(tx: TenantTx, review: PendingRow, isAutomatic: boolean): Promise<Holder[]> {
  const deciders = decidersOf(review, await findDeciders(tx));
  if (deciders.length === 0) return [];
  await tx.query('update review set reminded_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    review.id,
    tx.now,
  ]);
  const words = { ...review, summary: { zh: review.summaryZh, en: review.summaryEn } };
  tx.emit(reviewReminded, {
    lotId: onlyLot(review.lotIds),
    subjectId: review.subjectId,
    data: { ...reviewFacts(tx, words, null), deciderIds: deciders.map((one) => one.id), isAutomatic },
  });
  return deciders;
}

/** Reminds of requests that have waited for days, unless somebody did within the hour. */
export const reviewReminder: ReminderKind = {
  name: 'review-waiting',
  title: { zh: '审批久未处理', en: 'Requests that wait' },
  hint: {
    zh: '申请提交后超过天数仍未审批，用站内消息提醒能审批的人',
    en: 'Those who can decide a request get a message when it has waited for days',
  },
  event: reviewReminded,
  lead: { side: 'after', days: 1 },
  repeat: { everyDays: 1, mostTimes: 3 },
  isActive: true,
  owner: 'never',
  staff: null,
  due: () => sql`select tenant_id, id::text as subject, requested_at as occasion from review where state = 'pending'`,
  async tell(tx, reviewId) {
    const review = await lockPending(tx, reviewId);
    if (!review || remindableAt(review) > tx.now.getTime()) return false;
    return (await remindDeciders(tx, review, true)).length > 0;
  },
};
