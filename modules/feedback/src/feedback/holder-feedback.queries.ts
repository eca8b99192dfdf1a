import type { TenantTx } from '@boyun/kernel/server';
import type { FeedbackState } from './feedback.contract.ts';

/** A feedback as the person who wrote it sees it. */
export interface HeldFeedback {
  readonly id: string;
  readonly code: string;
  readonly feedbackNo: string;
  readonly content: string;
  readonly state: keyof typeof FeedbackState;
  readonly createdAt: Date;
}

/** Returns what was written with a mobile, the latest first. */
export function findFeedbackOf(tx: TenantTx, mobile: string): Promise<HeldFeedback[]> {
  return tx.query<HeldFeedback>(
    `select id, code, feedback_no, content, state, created_at from feedback
     where tenant_id = $1 and mobile = $2 order by created_at desc, id limit 50`,
    [tx.tenantId, mobile],
  );
}

/** Takes the number of a person off the feedback; returns how many had it. */
export async function forgetWriter(tx: TenantTx, mobile: string): Promise<number> {
  const rows = await tx.query('update feedback set mobile = null where tenant_id = $1 and mobile = $2 returning id', [
    tx.tenantId,
    mobile,
  ]);
  return rows.length;
}
