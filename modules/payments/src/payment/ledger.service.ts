import type { TenantTx } from '@boyun/kernel/server';

/** One side of a booking: money into an account is positive, out of it negative. */
export interface Booking {
  readonly account: string;
  readonly amountFen: number;
  /** The stay it is for, where that is another one than the payment's. */
  readonly orderId?: string;
}

/** Books a balanced transaction; throws when the entries do not add up to nothing, which is a bug, never bad input. */
export async function book(
  tx: TenantTx,
  bookings: readonly Booking[],
  about: { readonly lotId: string; readonly orderId: string | null; readonly paymentId: string },
): Promise<void> {
  const entries = bookings.filter((one) => one.amountFen !== 0);
  const sum = entries.reduce((total, one) => total + one.amountFen, 0);
  if (sum !== 0) throw new Error(`unbalanced booking of ${sum} fen for payment ${about.paymentId}`);
  const transactionId = tx.newId();
  for (const one of entries)
    await tx.query(
      `insert into ledger_entry (tenant_id, id, transaction_id, at, account, amount_fen, lot_id, order_id, payment_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tx.tenantId,
        tx.newId(),
        transactionId,
        tx.now,
        one.account,
        one.amountFen,
        about.lotId,
        one.orderId ?? about.orderId,
        about.paymentId,
      ],
    );
}
