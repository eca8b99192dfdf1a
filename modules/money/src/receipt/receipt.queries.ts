import type { TenantTx } from '@boyun/kernel/server';

/** What was received for a bill from outside, in fen; payments from cards and wallets do not count, their top-ups do. */
export interface Receipt {
  readonly billId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly lotId: string;
  readonly plate: string;
  readonly receivedFen: number;
  /** The part of it that the sandbox simulated. */
  readonly simulatedFen: number;
  /** What went back. */
  readonly refundedFen: number;
  /** What is asked back, and may still fail. */
  readonly returningFen: number;
  readonly paidAt: Date | null;
}

/**
 * Locks bills until the transaction ends, so that no payment or refund of them is booked meanwhile, and returns what was received for them,
 * in the order of their ids. Bills that do not exist are left out.
 */
export async function lockReceipts(tx: TenantTx, billIds: readonly string[]): Promise<Receipt[]> {
  await tx.query('select id from bill where tenant_id = $1 and id = any($2::uuid[]) order by id for update', [
    tx.tenantId,
    billIds,
  ]);
  // A statement of its own: it sees what was committed while the lock was waited for.
  return tx.query<Receipt>(
    `select bill_id, kind, subject_id, lot_id, plate, received_fen, simulated_fen, refunded_fen, returning_fen, paid_at
     from receipt_fact where tenant_id = $1 and bill_id = any($2::uuid[]) order by bill_id`,
    [tx.tenantId, billIds],
  );
}
