import type { TenantTx } from '@boyun/kernel/server';
import { bookTrade, settlePayment } from '@boyun/money/server';
import type { Call } from './sign-in.ts';

/** One debit in so many fails, and its fee is owed. */
const FAILS_ONE_IN = 40;

/** Half of the regular cars that no list has agreed to automatic debit; one agreement is suspended, one limited. */
export async function signDebits(call: Call, plates: readonly string[]): Promise<void> {
  const signed = plates.filter((_, index) => index % 2 === 0).slice(0, 24);
  for (const [index, Plate] of signed.entries())
    await call('/api/debitContract/simulate', {
      Plate,
      PlateColor: [...Plate].length === 8 ? 6 : 1,
      State: index === 3 ? 'blocked' : 'active',
      Limit: index === 5 ? '20.00' : null,
    });
}

/** Carries out the debit that an exit began, as the sandbox would a moment later. Returns the order it paid; null where there was none. */
export async function carryOutDebit(
  tx: TenantTx,
  passingId: string,
): Promise<{ orderId: string; lotId: string } | null> {
  const [debit] = await tx.query<{ paymentNo: string; amountFen: number; orderId: string; lotId: string }>(
    `select p.payment_no, p.amount_fen, a.order_id, p.lot_id from passing a
     join bill b on b.tenant_id = a.tenant_id and b.kind = 'stay' and b.subject_id = a.order_id
     join payment p on p.tenant_id = b.tenant_id and p.bill_id = b.id and p.scene = 'auto-debit' and p.state = 'paying'
     where a.tenant_id = $1 and a.id = $2`,
    [tx.tenantId, passingId],
  );
  if (!debit) return null;
  const { paymentNo, amountFen, orderId, lotId } = debit;
  const outcome = Number.parseInt(orderId.slice(-4), 16) % FAILS_ONE_IN === 0 ? 'fail' : 'success';
  const tradeNo = await bookTrade(tx, { paymentNo, amountFen, outcome, refundOf: null });
  await settlePayment(tx, paymentNo, outcome, tradeNo, amountFen);
  return outcome === 'success' ? { orderId, lotId } : null;
}
