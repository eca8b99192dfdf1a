import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { type Approval, type Change, reviewedAct } from '@boyun/reviews/server';
import { lockPassing, type WaitingPassing } from '../passing/passing.queries.ts';
import { voidPassingRefusal } from './void-passing.contract.ts';
import { passingRestored, passingVoided } from './void-passing-event.contract.ts';
import { voidPassingReviews } from './void-review.contract.ts';

const KEPT = { zh: '有效', en: 'Valid' };
const VOID = { zh: '作废', en: 'Void' };
const STATE = { zh: '过车记录', en: 'Passing record' };

/** The change of a request, for display. */
export const VOID_CHANGES: Readonly<Record<'void' | 'restore', readonly Change[]>> = {
  void: [{ label: STATE, before: KEPT, after: VOID }],
  restore: [{ label: STATE, before: VOID, after: KEPT }],
};

/** Returns a passing record, locked, that can be voided or restored now; refuses otherwise. */
export async function lockForVoid(tx: TenantTx, passingId: string, act: 'void' | 'restore'): Promise<WaitingPassing> {
  const passing = await lockPassing(tx, passingId);
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, STATE);
  if (act === 'restore') {
    if (!passing.isVoid) throw new Refusal(voidPassingRefusal['not-void']);
    return passing;
  }
  if (passing.isVoid) throw new Refusal(voidPassingRefusal['already-void']);
  if (passing.isWaiting) throw new Refusal(voidPassingRefusal.waiting);
  const [paid] = await tx.query<{ orderNo: string }>(
    'select order_no from stay_fact where tenant_id = $1 and id = $2 and paid_fen > 0',
    [tx.tenantId, passing.orderId],
  );
  if (paid) throw new Refusal(voidPassingRefusal.paid, { orderNo: paid.orderNo });
  return passing;
}

/** Voids a passing record. */
export const askVoidPassing = reviewedAct<{ passingId: string }>(
  voidPassingReviews.void.name,
  async (tx, { passingId }, approval) => {
    const passing = await lockForVoid(tx, passingId, 'void');
    await tx.query(
      `update passing set voided_at = $3, void_reason = $4, void_by = $5, void_by_name = $6, void_reviewers = $7
       where tenant_id = $1 and id = $2`,
      [
        tx.tenantId,
        passingId,
        tx.now,
        approval.reason,
        approval.requestedById,
        approval.requestedBy,
        approval.reviewers,
      ],
    );
    emitChange(tx, passingVoided, passing, approval);
  },
);

/** Restores a void passing record. */
export const askRestorePassing = reviewedAct<{ passingId: string }>(
  voidPassingReviews.restore.name,
  async (tx, { passingId }, approval) => {
    const passing = await lockForVoid(tx, passingId, 'restore');
    await tx.query(
      `update passing set voided_at = null, void_reason = null, void_by = null, void_by_name = null, void_reviewers = null
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, passingId],
    );
    emitChange(tx, passingRestored, passing, approval);
  },
);

function emitChange(
  tx: TenantTx,
  type: typeof passingVoided | typeof passingRestored,
  { id: passingId, lotId, plate, orderId }: WaitingPassing,
  { reason, requestedBy: requestedByName, reviewers }: Approval,
): void {
  const data = { passingId, plate, orderId, reason, requestedByName, reviewers: [...reviewers] };
  tx.emit<(typeof passingVoided)['fields']>(type, { lotId, subjectId: passingId, data });
}
