import type { TenantTx } from '@boyun/kernel/server';
import type { FeedbackKind } from './feedback.contract.ts';

/** The lot, car and stay behind the code of a public page. */
export interface FeedbackSource {
  readonly lotId: string;
  readonly lotName: string;
  readonly plate: string | null;
  readonly orderId: string | null;
  /** Whether the code is displayed in the lot and shared by many drivers. */
  readonly isShared: boolean;
}

/** Lot, car and stay behind a code of a payment, booking, invitation or booking page; null if unknown. */
export async function findSource(tx: TenantTx, code: string): Promise<FeedbackSource | null> {
  const [row] = await tx.query<FeedbackSource>(
    `select s.*, l.name as "lotName" from (
       select lot_id as "lotId", plate, id as "orderId", false as "isShared" from stay_fact
         where tenant_id = $1 and pay_code = $2
       union all
       select lot_id, plate, order_id, false from appointment_fact where tenant_id = $1 and code = $2
       union all
       select lot_ids[1], plate, null, false from visit_list_fact where tenant_id = $1 and (code = $2 or host_code = $2)
       union all
       select lot_id, null, null, true from booking_page_fact where tenant_id = $1 and code = $2
     ) s join lot_fact l on l.tenant_id = $1 and l.id = s."lotId" limit 1`,
    [tx.tenantId, code],
  );
  return row ?? null;
}

/** A feedback. */
export interface Feedback {
  readonly id: string;
  readonly feedbackNo: string;
  readonly code: string;
  readonly lotId: string;
  readonly state: 'new' | 'claimed' | 'answered' | 'closed';
  readonly kind: FeedbackKind;
  readonly plate: string | null;
  readonly mobile: string | null;
  readonly claimedBy: string | null;
  readonly claimedByName: string | null;
}

const COLUMNS = `id, feedback_no, code, lot_id as "lotId", state, kind, plate, mobile,
  claimed_by, claimed_by_name`;

/** A feedback by one of its keys, locked when requested; null if it does not exist. */
export async function findFeedback(
  tx: TenantTx,
  by: 'id' | 'code' | 'request_key',
  key: string,
  isLocked: boolean,
): Promise<Feedback | null> {
  const [row] = await tx.query<Feedback>(
    `select ${COLUMNS} from feedback where tenant_id = $1 and ${by} = $2${isLocked ? ' for update' : ''}`,
    [tx.tenantId, key],
  );
  return row ?? null;
}

/** File keys of its pictures, in upload order. */
export async function picturesOf(tx: TenantTx, feedbackId: string): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    'select key from feedback_picture where tenant_id = $1 and feedback_id = $2 order by id',
    [tx.tenantId, feedbackId],
  );
  return rows.map((one) => one.key);
}

/** Replies to a feedback, oldest first. */
export function answersOf(
  tx: TenantTx,
  feedbackId: string,
): Promise<{ at: Date; text: string; actorName: string; hasSms: boolean }[]> {
  return tx.query(
    `select at, text, actor_name, has_sms from feedback_answer
     where tenant_id = $1 and feedback_id = $2 order by id`,
    [tx.tenantId, feedbackId],
  );
}
